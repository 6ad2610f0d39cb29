import { asksForExactly, type Constraint, satisfies } from './constraint.ts';
import { compareVersions, parseVersion, type Version } from './version.ts';

/** A sorted list of versions. */
export interface Sifted<Entry> {
  /** The requested versions, newest first. */
  shown: Entry[];
  /** Prereleases that match but were not requested. */
  hidden: Entry[];
  /** Strings that are not versions. */
  ignored: string[];
  /** The newest release of the whole list. */
  newest: string | undefined;
}

/** Sorts a registry's list. A prerelease counts only where `pre` wants them all, or `=` asks for exactly that one. */
export function newestFirst<Entry extends { version: string }>(
  entries: readonly Entry[],
  { constraint, pre = false }: { constraint?: Constraint | undefined; pre?: boolean } = {},
): Sifted<Entry> {
  const read = entries.map((entry) => ({ entry, version: parseVersion(entry.version) }));
  const sorted = read
    .flatMap(({ entry, version }) => (version ? [{ entry, version }] : []))
    .sort((a, b) => compareVersions(b.version, a.version));
  const matching = sorted.filter(({ version }) => !constraint || satisfies(version, constraint));
  const wanted = ({ version }: { version: Version }) =>
    pre || !version.prerelease || asksForExactly(constraint, version);
  return {
    shown: matching.filter(wanted).map(({ entry }) => entry),
    hidden: matching.filter((each) => !wanted(each)).map(({ entry }) => entry),
    ignored: read.filter(({ version }) => !version).map(({ entry }) => entry.version),
    newest: sorted.find(({ version }) => !version.prerelease)?.version.text,
  };
}
