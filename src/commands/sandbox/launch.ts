import { resolve } from 'node:path';
import { LocalError, SvcError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import type { Certificate } from '../../sandbox/certificate.ts';
import type { Sandbox, SandboxOptions } from '../../sandbox/server.ts';

/** Flags of `svc sandbox start` that the service reads. */
interface LaunchFlags extends Pick<SandboxOptions, 'port' | 'edition' | 'rateLimit' | 'publicWire'> {
  allowHost?: string[] | undefined;
  data?: string | undefined;
  fixedTokens?: boolean | undefined;
  latency?: number | undefined;
  log?: boolean | undefined;
  modules?: string | undefined;
}

/** Starts a sandbox, and returns it. @throws {LocalError} if it cannot start */
export async function launched(
  flags: LaunchFlags,
  tls: Certificate | undefined,
  { host, output }: Context,
): Promise<Sandbox> {
  const { allowHost: allowHosts = [], data, fixedTokens: fixed, latency: latencyMs, log, modules, ...others } = flags;
  const { startSandbox } = await import('../../sandbox/server.ts');
  const { fixedTokens } = await import('../../sandbox/tokens.ts');
  let reported: unknown;
  const running = await startSandbox({
    ...others,
    allowHosts,
    now: host.now,
    warn: output.warn,
    tls,
    tokens: fixed ? fixedTokens : undefined,
    latencyMs,
    dataFile: data === undefined ? undefined : resolve(host.cwd, data),
    modulesDir: modules === undefined ? undefined : resolve(host.cwd, modules),
    onRequest({ method, target, status, durationMs, error }) {
      // Warn once: all requests of a failed write have the same error.
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
