import { CancelledError, SvcError } from '../../base/errors.ts';
import { spanText } from '../../base/span-text.ts';
import type { ModuleAddress } from '../address/address.ts';
import type { GitLocation } from '../fetch/location-kinds.ts';
import type { Call } from './calls.ts';
import type { LockedCall } from './lock-file.ts';
import { remember } from './memoize.ts';

/** The least time since the publication of the versions to choose. */
export interface MinAge {
  ms: number;
  now: Date;
  /** Names the rule in messages. */
  rule: string;
  /** Whether a version without a date is too young. */
  strict: boolean;
}

/** When a version of a registry module, or a commit of a repository, was published; undefined if nothing tells. */
export type PublishedAt = (
  call: Pick<Call, 'source'>,
  fixed: Pick<LockedCall, 'commit' | 'version'>,
) => Promise<Date | undefined>;

/**
 * Asks registries for `published_at` (docs/protocol/registry.md#module-object), and repositories for the date of the commit, or of what
 * their ref names now; each once. An archive has no date.
 */
export function createPublishedAt(
  registries: { describe(address: ModuleAddress, version: string): Promise<{ [field: string]: unknown } | undefined> },
  commitDate: (location: GitLocation) => Promise<Date>,
): PublishedAt {
  const known = remember<Promise<Date>>();
  return async ({ source }, { commit, version }) => {
    if (source.kind === 'registry' && version !== undefined) {
      const text = (await registries.describe(source.address, version))?.published_at;
      const isDate = typeof text === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/i.test(text);
      return isDate && !Number.isNaN(Date.parse(text)) ? new Date(text) : undefined;
    }
    if (source.kind !== 'remote' || source.location.kind !== 'git') return undefined;
    const { location } = source;
    const ref = commit ?? location.ref;
    return known(`${location.url} ${ref ?? ''}`, () => commitDate({ ...location, ref }));
  };
}

/** Returns why a version or commit is too young, as the predicate of a sentence; undefined if it may be chosen, without a date with a warning. */
export async function whyTooYoung(
  call: Pick<Call, 'at' | 'name' | 'source'>,
  { commit, version }: Parameters<PublishedAt>[1],
  { minAge, publishedAt, warn }: { minAge?: MinAge | undefined; publishedAt: PublishedAt; warn(message: string): void },
): Promise<string | undefined> {
  if (!minAge) return undefined;
  const { ms, now, rule, strict } = minAge;
  const at = await publishedAt(call, { commit, version });
  if (at === undefined && strict) return `has no date of publication, which ${rule} requires`;
  const what = `module ${call.name}: ${version ?? commit ?? 'the archive'}`;
  if (at === undefined) return void warn(`${call.at}: ${what} has no date of publication, so ${rule} does not apply.`);
  if (now.getTime() - at.getTime() >= ms) return undefined;
  return `was published at ${at.toISOString().replace(/\.\d+/, '')}, less than ${spanText(ms)} ago (${rule})`;
}

/** Returns that the date of a version is unknown, as the predicate of a sentence, for the error that prevented the request. @throws any unexpected error */
export function unknownDate(error: unknown): string {
  if (error instanceof CancelledError || !(error instanceof SvcError)) throw error;
  return `has an unknown date of publication: ${error.message.replace(/\.$/, '')}`;
}

/** Each version costs a request, or a fetch of its commit. */
const mostChecked = 100;

/** The first version of the first 100 that is old enough, and what is wrong with the one that would have been first. */
export async function firstOldEnough(
  versions: readonly string[],
  whyTooYoung: (version: string) => Promise<string | undefined>,
): Promise<{ version?: string; instead?: string | undefined }> {
  let instead: string | undefined;
  const distinct = [...new Set(versions)];
  for (const version of distinct.slice(0, mostChecked)) {
    const why = await whyTooYoung(version);
    if (why === undefined) return { version, instead };
    instead ??= `${version} ${why}`;
  }
  if (distinct.length <= mostChecked) return { instead };
  return { instead: `${instead}; only the newest ${mostChecked} versions were checked` };
}
