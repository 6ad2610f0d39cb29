import type { Context } from '../../cli/context.ts';
import { inForce } from '../../cli/effective-settings.ts';
import { duration } from '../../cli/values.ts';
import type { FetchParts } from '../../module/fetch/spec.ts';

/** What fetching any package takes; a line of progress has the rest. */
export function fetchPartsOf({ client, host, output, settings }: Context): Omit<FetchParts, 'update'> {
  const { disk, env, signal } = host;
  const git = { env, timeoutMs: inForce(settings, 'timeout', duration) };
  return { client, git, disk, signal, warn: output.warn };
}
