import { NotFoundError } from '../../base/errors.ts';
import { asksForExactly, type Constraint, satisfies, type Term } from './constraint.ts';
import { compareSegments, compareVersions, formatVersion, parseVersion, type Version } from './version.ts';

/**
 * Picks the newest version that meets the constraint. Prereleases count only when a comparison with `=` (or without an
 * operator) names exactly that one, as in the ecosystem's module installer (docs/protocol/modules.md#choice).
 * @param orPrerelease whether to fall back to the newest prerelease when no version is requested and no release exists
 * @returns the version, spelled as the registry listed it, and the listed strings that are not versions, to warn about
 * @throws NotFoundError when the list has no version, no release, or no match.
 */
export function chooseVersion(
  available: readonly string[],
  constraint?: Constraint,
  { module = 'The module', orPrerelease = false }: { module?: string; orPrerelease?: boolean } = {},
): { version: string; ignored: readonly string[] } {
  const entries = available.map((version) => ({ version }));
  const { hidden, ignored, newest, shown } = newestFirst(entries, { constraint });
  // If `=` names no build, a version without a build comes before the same version's builds.
  const isExact = constraint?.terms.some(({ operator }) => operator === '=');
  const plain = isExact ? shown.find(({ version }) => !version.includes('+')) : undefined;
  const chosen = plain ?? shown[0] ?? (orPrerelease && !constraint ? hidden[0] : undefined);
  if (chosen) return { version: chosen.version, ignored };
  const listed = newestFirst(entries, { pre: true }).shown.map(({ version }) => parseVersion(version) as Version);
  throw (
    otherBuilds(module, listed, constraint) ??
    (newest ? noMatch(module, listed, newest, constraint) : noReleases(module, listed, ignored))
  );
}

function otherBuilds(module: string, listed: readonly Version[], constraint?: Constraint): NotFoundError | undefined {
  const exact = constraint?.terms.find(({ build }) => build !== undefined);
  const builds = exact ? listed.filter((version) => compareVersions(version, exact.version) === 0) : [];
  if (!exact || builds.length === 0 || builds.some(({ metadata }) => metadata === exact.build)) return undefined;
  const plain = formatVersion({ ...exact.version, metadata: '' });
  return new NotFoundError(
    `${module} has no version ${exact.version.text}. Builds of ${plain}: ${builds.map(({ text }) => text).join(', ')}.`,
    { hint: listHint(module) },
  );
}

/** @param listed newest first */
function noMatch(module: string, listed: readonly Version[], newest: string, constraint?: Constraint): NotFoundError {
  const [onlyTerm] = constraint?.terms ?? [];
  const exact = constraint?.terms.length === 1 && onlyTerm?.operator === '=' ? onlyTerm.version.text : undefined;
  const description =
    exact === undefined ? `version that matches ${JSON.stringify(constraint?.text)}` : `version ${exact}`;
  const closest = constraint && listed.find((version) => version.prerelease && isClose(constraint, version));
  const besides = closest ? `; the prerelease ${closest.text} also exists` : '';
  return new NotFoundError(`${module} has no ${description}. The newest available version is ${newest}${besides}.`, {
    hint: closest ? exactHint(closest) : listHint(module),
  });
}

function noReleases(module: string, [newest]: readonly Version[], ignored: readonly string[]): NotFoundError {
  if (newest) {
    return new NotFoundError(`${module} has no release, only prereleases; the newest is ${newest.text}.`, {
      hint: exactHint(newest),
    });
  }
  const invalid = ignored.length ? ` The registry listed ${JSON.stringify(ignored[0])}, which is not a version.` : '';
  return new NotFoundError(`${module} has no versions.${invalid}`);
}

/** Returns whether a prerelease nearly meets the constraint, although the constraint does not name it. */
function isClose(constraint: Constraint, version: Version): boolean {
  const near = ({ operator, version: bound }: Term) => /^(=|>=|~>)$/.test(operator) && !compareSegments(version, bound);
  return satisfies(version, constraint) || constraint.terms.some(near);
}

function exactHint({ text }: Version): string {
  return `Request a prerelease exactly: add @${text} to the address.`;
}

function listHint(module: string): string {
  return `svc module versions ${/^[\w.:/-]+$/.test(module) ? module : 'ADDRESS'}`;
}

/** A sorted list of versions, by whether to show them. */
export interface Sifted<Entry> {
  /** The requested versions, newest first. */
  shown: Entry[];
  /** Prereleases that match but are omitted, because they were not requested. */
  hidden: Entry[];
  /** Strings that are not versions. */
  ignored: string[];
  /** The newest release of the whole list. */
  newest: string | undefined;
}

/** Sorts a registry's list. Shows a prerelease only if `pre` is set, or if `=` names exactly this prerelease. */
export function newestFirst<Entry extends { version: string }>(
  entries: readonly Entry[],
  { constraint, pre = false }: { constraint?: Constraint | undefined; pre?: boolean } = {},
): Sifted<Entry> {
  const parsed = entries.map((entry) => ({ entry, version: parseVersion(entry.version) }));
  const sorted = parsed
    .flatMap(({ entry, version }) => (version ? [{ entry, version }] : []))
    .sort((a, b) => compareVersions(b.version, a.version));
  const matching = sorted.filter(({ version }) => !constraint || satisfies(version, constraint));
  const isShown = ({ version }: { version: Version }) =>
    pre || !version.prerelease || asksForExactly(constraint, version);
  return {
    shown: matching.filter(isShown).map(({ entry }) => entry),
    hidden: matching.filter((each) => !isShown(each)).map(({ entry }) => entry),
    ignored: parsed.filter(({ version }) => !version).map(({ entry }) => entry.version),
    newest: sorted.find(({ version }) => !version.prerelease)?.version.text,
  };
}
