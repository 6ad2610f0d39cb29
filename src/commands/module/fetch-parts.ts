import type { Context } from '../../cli/context.ts';
import type { FetchParts } from '../../module/fetch/spec.ts';

/** What fetching any package takes; a line of progress has the rest. */
export function fetchPartsOf({ client, host, output, settings }: Context): Omit<FetchParts, 'update'> {
  const { disk, env, signal } = host;
  const git = { env, timeoutMs: settings.value('timeout') };
  return { client, git, disk, signal, warn: output.warn };
}
