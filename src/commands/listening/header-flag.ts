import { UsageError } from '../../base/errors.ts';
import { isSecretField } from '../../base/secrets.ts';
import type { Context } from '../../cli/context.ts';
import { collect } from '../../cli/set-flag.ts';
import type { Command, OptionValues } from '../../cli/verb.ts';
import type { HeaderPair } from '../../webhooks/delivery.ts';

export function headerFlag<Args extends unknown[], Opts extends OptionValues>(
  command: Command<Args, Opts>,
  whose: string,
) {
  return command.option('--header <line>', `header for ${whose}: NAME: VALUE; repeatable`, collect);
}

const reservedHeaders = /^(?:host|content-length|transfer-encoding|connection|x-(?:svc|tfe)-notification-signature)$/i;

/** Returns the headers that `--header` flags set; secrets are read from their file or variable. @throws {UsageError} for an invalid header */
export async function headersOf(lines: readonly string[] = [], { ask }: Pick<Context, 'ask'>): Promise<HeaderPair[]> {
  const headers: HeaderPair[] = [];
  for (const line of lines) {
    const [, name, typed] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\x20-\x7E]+)$/.exec(line) ?? [];
    if (name === undefined || typed === undefined)
      throw new UsageError('--header: must be NAME: VALUE, in printable ASCII (for example, "X-Team: network").');
    if (reservedHeaders.test(name)) throw new UsageError(`--header: ${name} is set by svc.`);
    const [, file, env] = /^(?:@(.+)|env:(\w+))$/.exec(typed) ?? [];
    const usage = `--header "${name}: @FILE" or --header "${name}: env:VARIABLE"`;
    if ((file ?? env) !== undefined) {
      headers.push([name, await ask.secret(`Header ${name}`, { flag: '--header', usage, file, env })]);
      continue;
    }
    if (isSecretField(name)) {
      const message = `--header: the value of ${name} is a secret, which other users could read in the process list.`;
      throw new UsageError(message, { hint: `Use ${usage}.` });
    }
    headers.push([name, typed]);
  }
  return headers;
}
