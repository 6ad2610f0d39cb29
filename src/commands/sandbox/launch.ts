import { resolve } from 'node:path';
import { LocalError, SvcError, ValueError } from '../../base/errors.ts';
import { joined } from '../../base/text.ts';
import { certificateFlags } from '../../cli/certificate.ts';
import type { Context } from '../../cli/context.ts';
import { duration, each, oneOf, port, positive } from '../../cli/values.ts';
import { both, type Command, type FlagsOf } from '../../cli/verb.ts';
import type { Certificate } from '../../sandbox/certificate.ts';
import type { Sandbox } from '../../sandbox/server.ts';

const editions = ['self-hosted', 'hosted'] as const;

/** Declares the flags of `svc sandbox start`. */
export function startFlags(start: Command) {
  const place = start
    .optionsGroup('Address:')
    .option('--port <n>', 'port on 127.0.0.1 (default: any free port)', port)
    .option(
      '--allow-host <name>',
      'accept requests for this host, besides 127.0.0.1 and localhost; repeatable',
      each(hostName),
    )
    .optionsGroup('TLS:')
    .option('--tls', 'serve https, with a generated certificate');
  return both(place, certificateFlags(start))
    .optionsGroup('Content:')
    .option('--edition <edition>', `${joined(editions, 'or')} (default: self-hosted)`, oneOf(editions))
    .option('--modules <dir>', 'serve the modules of a folder: NAMESPACE/NAME/PROVIDER/VERSION/')
    .option('--data <file>', 'store the state in a file (default: in memory)')
    .option('--fixed-tokens', 'use the tokens sandbox-owner-token, sandbox-user-token … (default: generated)')
    .optionsGroup('Responses:')
    .option('--latency <duration>', 'delay each response by this duration', duration)
    .option('--rate-limit <n>', 'requests per second and user; more get 429 (default: unlimited)', positive)
    .option('--public-wire', 'send "successful" of a delivery response as text, as public services do')
    .option('--log', 'log each request on stderr');
}
export type StartFlags = FlagsOf<typeof startFlags>;

/** Starts a sandbox, and returns it. @throws {LocalError} if it cannot start */
export async function launchSandbox(
  flags: StartFlags,
  tls: Certificate | undefined,
  { host, output }: Context,
): Promise<Sandbox> {
  const { data, edition, fixedTokens: fixed, log, modules, port, publicWire, rateLimit } = flags;
  const { startSandbox } = await import('../../sandbox/server.ts');
  const { fixedTokens } = await import('../../sandbox/tokens.ts');
  let reported: unknown;
  const running = await startSandbox({
    ...{ edition, port, publicWire, rateLimit, tls },
    allowHosts: flags.allowHost ?? [],
    latencyMs: flags.latency,
    now: host.now,
    warn: output.warn,
    tokens: fixed ? fixedTokens : undefined,
    dataFile: data === undefined ? undefined : resolve(host.cwd, data),
    modulesDir: modules === undefined ? undefined : resolve(host.cwd, modules),
    onRequest({ method, target, status, durationMs, error }) {
      // Warn once: all requests that wait for one failed write get the same error.
      if (error instanceof Error && error !== reported) output.warn(error.message);
      reported = error ?? reported;
      if (log) output.note(`${status || '---'} ${method} ${target} (${Math.round(durationMs)} ms)`);
    },
  }).catch((cause: Error) => {
    const what = modules === undefined ? 'The sandbox did not start' : `--modules ${modules}`;
    throw cause instanceof SvcError ? cause : new LocalError(`${what}: ${cause.message}`, { cause });
  });
  if (fixed && running.info.tokens.owner !== fixedTokens.owner) {
    output.warn(`--fixed-tokens is ignored: ${data} already contains tokens.`);
  }
  return running;
}

/** Parses the value of a Host header: a name or an address, with an optional port. */
function hostName(text: string): string {
  const isHost = /^([a-z\d]([\w.-]*[a-z\d])?|\[[\da-f:.]+\])(:\d+)?$/i.test(text) && URL.canParse(`http://${text}`);
  if (isHost) return text;
  throw new ValueError('must be a host name such as svc.test or box:4000.');
}
