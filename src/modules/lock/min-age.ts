import { CancelledError, SvcError } from '../../base/errors.ts';
import { spanText } from '../../base/parsers.ts';
import type { ModuleAddress } from '../address/address.ts';
import type { GitLocation } from '../fetch/location-kinds.ts';
import type { Call } from './calls.ts';
import type { LockedCall } from './lock-file.ts';
import { remember } from './memoize.ts';

/** The minimum age of versions that may be chosen. */
export interface MinAge {
  ms: number;
  now: Date;
  /** The name of the rule in messages. */
  rule: string;
  /** True if a version without a date counts as too young. */
  strict: boolean;
}

/** Returns when a version of a registry module, or a commit of a repository, was published; undefined if the date is unknown. */
export type PublishedAt = (
  call: Pick<Call, 'source'>,
  fixed: Pick<LockedCall, 'commit' | 'version'>,
) => Promise<Date | undefined>;

/**
 * Returns a function that finds dates of publication, each once: `published_at` of registries (docs/protocol/registry.md#module-object),
 * and for repositories the date of the commit, or of the current commit of a ref. An archive has no date.
 */
export function createPublishedAt(
  registries: { describe(address: ModuleAddress, version: string): Promise<{ [field: string]: unknown } | undefined> },
  commitDate: (location: GitLocation) => Promise<Date>,
): PublishedAt {
  const commitDates = remember<Promise<Date>>();
  return async ({ source }, { commit, version }) => {
    if (source.kind === 'registry' && version !== undefined) {
      const text = (await registries.describe(source.address, version))?.published_at;
      const isDate = typeof text === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/i.test(text);
      return isDate && !Number.isNaN(Date.parse(text)) ? new Date(text) : undefined;
    }
    if (source.kind !== 'remote' || source.location.kind !== 'git') return undefined;
    const { location } = source;
    const ref = commit ?? location.ref;
    return commitDates(`${location.url} ${ref ?? ''}`, () => commitDate({ ...location, ref }));
  };
}

/** Returns why a version or commit is too young, as the predicate of a sentence, if it is. Only warns if the date is unknown. */
export async function whyTooYoung(
  call: Pick<Call, 'at' | 'name' | 'source'>,
  { commit, version }: Parameters<PublishedAt>[1],
  { minAge, publishedAt, warn }: { minAge?: MinAge | undefined; publishedAt: PublishedAt; warn(message: string): void },
): Promise<string | undefined> {
  if (!minAge) return undefined;
  const { ms, now, rule, strict } = minAge;
  const at = await publishedAt(call, { commit, version });
  if (at === undefined && strict) return `has no date of publication, which ${rule} requires`;
  const item = `module ${call.name}: ${version ?? commit ?? 'the archive'}`;
  if (at === undefined) return void warn(`${call.at}: ${item} has no date of publication, so ${rule} does not apply.`);
  if (now.getTime() - at.getTime() >= ms) return undefined;
  return `was published at ${at.toISOString().replace(/\.\d+/, '')}, less than ${spanText(ms)} ago (${rule})`;
}

/** Returns the predicate of a sentence: the date is unknown because a request failed. @throws any unexpected error */
export function unknownDate(error: unknown): string {
  if (error instanceof CancelledError || !(error instanceof SvcError)) throw error;
  return `has an unknown date of publication: ${error.message.replace(/\.$/, '')}`;
}

/** The maximum number of versions to check: each costs a request, or the fetch of a commit. */
const mostChecked = 100;

/** Returns the first old enough version among the first 100; `instead` says why the very first was not chosen. */
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
