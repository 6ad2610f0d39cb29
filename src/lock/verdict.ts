import type { CallSource } from './call-source.ts';
import type { LockedCall } from './lock-file.ts';

/** True, or why a version may not be chosen: what it is or has, as the predicate of a sentence. */
export type Verdict = true | string;

/** A version of a registry module, or a commit of a repository, that may be chosen for a call. */
export interface Candidate extends Pick<LockedCall, 'commit' | 'version'> {
  source: CallSource;
  /** When it was published; undefined if nothing tells. */
  publishedAt(): Promise<Date | undefined>;
}

/** Whether a version may be chosen. */
export type IsAllowed = (candidate: Candidate) => Promise<Verdict>;

/** Allows what was published `ageMs` ago or earlier; `rule` names the rule in messages. What has no date is allowed unless `strict`. */
export function olderThan(ageMs: number, options: { now: Date; rule: string; strict: boolean }): IsAllowed {
  const { now, rule, strict } = options;
  const last = new Date(now.getTime() - ageMs);
  return async ({ publishedAt }) => {
    const at = await publishedAt();
    if (at === undefined) return strict ? `has no date of publication, which ${rule} requires` : true;
    return at <= last || `was published at ${shown(at)}, and ${rule} allows nothing after ${shown(last)}`;
  };
}

function shown(at: Date): string {
  return at.toISOString().replace(/\.\d+/, '');
}

/** Each version costs a request, or a fetch of its commit: a list of many young versions must not keep a run busy. */
const mostAsked = 100;

/** The first version that is allowed, and the verdict on the one that would have been first without a rule. */
export async function firstAllowed(
  versions: readonly string[],
  isAllowed: (version: string) => Promise<Verdict>,
): Promise<{ version: string | undefined; instead: string | undefined }> {
  let instead: string | undefined;
  for (const version of [...new Set(versions)].slice(0, mostAsked)) {
    const verdict = await isAllowed(version);
    if (verdict === true) return { version, instead };
    instead ??= `${version} ${verdict}`;
  }
  return { version: undefined, instead };
}
