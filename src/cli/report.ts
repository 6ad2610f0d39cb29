import { CommanderError, type CommandUnknownOpts } from 'commander';
import { CancelledError, DryRun, SvcError, type UnsentRequest, UsageError } from '../base/errors.ts';
import type { Context } from './context.ts';
import { fullName } from './declare.ts';
import { NoAddressError } from './settings/resolve.ts';
import { keys, lines } from './settings/table.ts';
import { wantsColour } from './terminal/colour.ts';
import { asSvcError, failureJson, failureText } from './terminal/failure.ts';
import { OutputClosed } from './terminal/io.ts';
import { jsonText } from './terminal/json.ts';

/** Reports the error of a run in the requested format, and returns the exit code. */
export async function report(error: unknown, context: Context, command: CommandUnknownOpts): Promise<number> {
  const { colour, debug, host, output, secrets } = context;
  if (error instanceof OutputClosed) return 0;
  if (error instanceof DryRun) return showRequests(error, context).catch((closed) => report(closed, context, command));
  if (error instanceof SvcError && error.done !== undefined) {
    output.note(error.done);
    if (output.writesJson) await output.document({ status: error.status });
    return 0;
  }
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  // commander has already printed the help.
  if (error instanceof CommanderError && error.code === 'commander.help') return new UsageError('').exit;
  const { reason } = host.signal;
  const failure =
    reason instanceof SvcError
      ? // A cancelled run may add that a write was already sent.
        error instanceof CancelledError
        ? error
        : reason
      : error instanceof CommanderError
        ? (await import('./usage-errors.ts')).usageError(error, command)
        : withHelp(await withSandbox(asSvcError(error), context), command);
  if (output.writesJson) host.stderr.write(failureJson(failure, secrets));
  else {
    const coloured = wantsColour(host.stderr, host.env, colour);
    const width = host.stderr.isTTY ? host.stderr.columns || 80 : undefined;
    const style = { secrets, coloured, width, flagAt: (pointer: string) => flagAt(command, pointer) };
    host.stderr.write(await failureText(failure, style));
  }
  if (failure.exit === 1 && debug && error instanceof Error) host.stderr.write(`${secrets.hide(error.stack ?? '')}\n`);
  return failure.exit;
}

async function showRequests({ others, request }: DryRun, { output, secrets }: Context): Promise<number> {
  output.note('Dry run: nothing was sent.');
  for (const each of [request, ...others]) {
    const hidden = (_: string, value: unknown) => (typeof value === 'string' ? secrets.hide(value) : value);
    const { headers, body } = JSON.parse(JSON.stringify(each), hidden) as UnsentRequest;
    const { method } = each;
    const url = secrets.hideInSentence(each.url);
    const lines = [`${method} ${url}`, ...(headers ?? []).map(([name, value]) => `${name}: ${value}`)];
    const requestText = `${lines.join('\n')}\n${body === undefined ? '' : jsonText(body)}`;
    await output.event(requestText, { method, url, headers, body });
  }
  return 0;
}

/** Returns the flag that sets the attribute of a JSON pointer; if several do, the typed one. */
function flagAt(command: CommandUnknownOpts, pointer: string): string | undefined {
  const steps = pointer.split('/');
  const flags = [steps[3], steps.at(-1)]
    .map((step) => `--${step?.replaceAll('_', '-')}`)
    .flatMap((flag) => [flag, `${flag}-file`, `${flag}-env`])
    .flatMap((flag) => command.options.find(({ long }) => long === flag) ?? []);
  const typed = flags.find((flag) => command.getOptionValueSource(flag.attributeName()) === 'cli');
  return (typed ?? flags[0])?.long;
}

/** If a sandbox runs on this machine, an error about a missing address names it. */
async function withSandbox(failure: SvcError, { host }: Pick<Context, 'host'>): Promise<SvcError> {
  if (!(failure instanceof NoAddressError)) return failure;
  const { toUseSandbox } = await import('../sandbox/note.ts');
  return new NoAddressError(toUseSandbox(host));
}

/** Adds the usual hint to a usage error: to read the help of the command, or of the first global flag that the message names. */
function withHelp(failure: SvcError, command: CommandUnknownOpts): SvcError {
  if (!(failure instanceof UsageError) || failure.hint !== undefined) return failure;
  const [flag = ''] = /--[a-z-]+/.exec(failure.message) ?? [];
  const isGlobal = keys.some((key) => `--${key}` === flag && lines[key].of === undefined);
  const hint = isGlobal ? 'svc help flags' : `${fullName(command)} --help`;
  return new UsageError(failure.message, { ...failure, hint, cause: failure });
}
