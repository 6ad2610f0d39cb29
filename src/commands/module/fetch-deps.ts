import type { Context } from '../../cli/context.ts';
import { temporariesOf } from '../../cli/temporaries.ts';
import type { FetchDeps } from '../../module/fetch/spec.ts';

/** Dependencies of fetching any package, without the progress line. */
export function fetchDepsOf({ client, host, output, settings }: Context): Omit<FetchDeps, 'update'> {
  const { disk, env, signal } = host;
  const git = { env, timeoutMs: settings.value('timeout') };
  return { client, git, disk, signal, temporaries: temporariesOf(host), warn: output.warn };
}
