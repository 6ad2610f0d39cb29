import type { GitLocation } from '../module/fetch/git-location.ts';
import { nameOf } from '../module/registry/resolve.ts';
import type { CallSource } from './call-source.ts';
import type { LockedCall } from './lock-file.ts';
import { remember } from './memoize.ts';
import type { Registries } from './registries.ts';

/** When a version of a registry module, or a commit of a repository, was published; undefined if nothing tells. */
export type PublishedAt = (
  source: CallSource,
  fixed: Pick<LockedCall, 'commit' | 'version'>,
) => Promise<Date | undefined>;

/**
 * Asks registries for `published_at` (docs/protocol/registry.md#module-object), and repositories for the date of the commit, or of what
 * their ref names now; each once. An archive has no date.
 */
export function createPublishedAt(
  { describe }: Pick<Registries, 'describe'>,
  commitDate: (location: GitLocation) => Promise<Date | undefined>,
): PublishedAt {
  const known = remember<Promise<Date | undefined>>();
  return async (source, { commit, version }) => {
    if (source.kind === 'registry' && version !== undefined)
      return known(`${nameOf(source.address)}@${version}`, async () =>
        dateIn((await describe(source.address, version))?.published_at),
      );
    if (source.kind !== 'remote' || source.location.kind !== 'git') return undefined;
    const { location } = source;
    const ref = commit ?? location.ref;
    return known(`${location.url} ${ref ?? ''}`, () => commitDate({ ...location, ref }));
  };
}

function dateIn(text: unknown): Date | undefined {
  const isDate = typeof text === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/i.test(text);
  const date = new Date(isDate ? text : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
