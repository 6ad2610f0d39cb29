import { NotFoundError, UsageError } from '../errors.ts';
import { compareSegments, compareVersions, parseVersion, type Version } from './version.ts';

export type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~>';

/** One comparison of a constraint. */
export interface Term {
  readonly operator: Operator;
  readonly version: Version;
}

/** Comparisons that must all hold (facts, section l). */
export interface Constraint {
  readonly terms: readonly Term[];
  /** As typed, without white space at the ends. */
  readonly text: string;
}

/** What {@link chooseVersion} found. */
export interface Choice {
  /** The chosen version, spelled as the registry listed it. */
  readonly version: string;
  /** Listed strings that are no versions, to warn about. */
  readonly ignored: readonly string[];
}

const operators: ReadonlySet<string> = new Set(['=', '!=', '>', '>=', '<', '<=', '~>']);
const example = 'A constraint looks like "~> 1.2" or ">= 1.0, < 2.0".';

/**
 * Reads a comma-separated list of comparisons; a version without an operator means `=`.
 * @throws UsageError that names the part that is wrong.
 */
export function parseConstraint(text: string): Constraint {
  const trimmed = trim(text);
  return { terms: trimmed.split(',').map((part) => parseTerm(trim(part), trimmed)), text: trimmed };
}

function parseTerm(part: string, whole: string): Term {
  const [, symbol = '', rest = ''] = /^([^0-9A-Za-z\s]*)[ \t\r\n\f]*(.*)$/s.exec(part)!;
  const operator = symbol || '=';
  const version = parseVersion(rest);
  if (isOperator(operator) && version) return { operator, version };
  const named = part === whole ? '' : ` in ${JSON.stringify(whole)}`;
  throw new UsageError(
    `${JSON.stringify(part)}${named} is not a version constraint: ${reasonAgainst(operator, rest)}.`,
    { hint: example },
  );
}

/** The white space that the ecosystem knows: blanks of other scripts come along with copied text. */
function trim(text: string): string {
  return text.replace(/^[ \t\r\n\f]+|[ \t\r\n\f]+$/g, '');
}

function reasonAgainst(operator: string, rest: string): string {
  if (!isOperator(operator)) {
    if (operator === '^' || operator === '~') return `there is no operator ${operator}, only ~>`;
    return `there is no operator ${operator}; the operators are ${[...operators].join(' ')}`;
  }
  if (rest === '') return 'a version is missing';
  if (/[|]/.test(rest)) return 'there is no "or", only commas for "and"';
  if (/[^\S \t\r\n\f]/.test(rest)) return 'it holds white space that is no plain blank';
  if (/\s/.test(rest)) return 'comparisons are separated by commas';
  if (/(^|\.)[x*]($|\.)/i.test(rest)) return 'there are no wildcards, but ~> leaves the last number open';
  return `${JSON.stringify(rest)} is not a version`;
}

function isOperator(text: string): text is Operator {
  return operators.has(text);
}

/** Whether a version meets every comparison, with the ecosystem's gate for prereleases (facts, section l). */
export function satisfies(version: Version, constraint: Constraint): boolean {
  return constraint.terms.every((term) => meets(version, term));
}

function meets(version: Version, { operator, version: bound }: Term): boolean {
  const order = compareVersions(version, bound);
  if (operator === '=') return order === 0;
  if (operator === '!=') return order !== 0;
  if (version.prerelease && !(bound.prerelease && compareSegments(version, bound) === 0)) return false;
  if (operator === '>') return order > 0;
  if (operator === '>=') return order >= 0;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return order >= 0 && staysInSeries(version, bound);
}

function staysInSeries(version: Version, bound: Version): boolean {
  if (bound.prerelease && !version.prerelease) return false;
  if (version.segments.length < bound.segments.length) return false;
  return bound.segments.slice(0, bound.written - 1).every((segment, i) => segment === version.segments[i]);
}

/**
 * Picks the newest version that meets the constraint. Prereleases count only when a comparison with `=` (or without an
 * operator) asks for exactly that one, as the ecosystem's module installer has it (facts, section l).
 * @throws NotFoundError when there is no version at all, no release, or none that matches.
 */
export function chooseVersion(
  available: readonly string[],
  constraint?: Constraint,
  { module = 'The module' }: { module?: string } = {},
): Choice {
  const ignored = available.filter((text) => !parseVersion(text));
  const listed = available.map(parseVersion).filter((version) => version !== undefined);
  const candidates = listed.filter((version) => !version.prerelease || asksForExactly(constraint, version));
  const newest = newestOf(candidates);
  if (!newest) throw nothingToChoose(module, listed, ignored);
  const chosen = constraint ? newestOf(candidates.filter((version) => satisfies(version, constraint))) : newest;
  if (chosen) return { version: chosen.text, ignored };
  const [only] = constraint?.terms ?? [];
  const exact = constraint?.terms.length === 1 && only?.operator === '=' ? only.version.text : undefined;
  const wanted = exact === undefined ? `version that matches ${JSON.stringify(constraint?.text)}` : `version ${exact}`;
  const meant = constraint && newestOf(listed.filter((version) => version.prerelease && mayMean(constraint, version)));
  const besides = meant ? `, and there is the prerelease ${meant.text}` : '';
  throw new NotFoundError(`${module} has no ${wanted}. The newest available version is ${newest.text}${besides}.`, {
    hint: meant ? exactly(meant) : `svc module versions ${/^[\w.:/-]+$/.test(module) ? module : 'ADDRESS'}`,
  });
}

/** Whether a prerelease is near what a constraint asks for, though not asked for exactly. */
function mayMean(constraint: Constraint, version: Version): boolean {
  const near = ({ operator, version: bound }: Term) => /^(=|>=|~>)$/.test(operator) && !compareSegments(version, bound);
  return satisfies(version, constraint) || constraint.terms.some(near);
}

function exactly({ text }: Version): string {
  return `A prerelease must be asked for exactly: put @${text} after the address.`;
}

/** Whether a comparison with `=` (or without an operator) names exactly this version, its metadata included. */
export function asksForExactly(constraint: Constraint | undefined, version: Version): boolean {
  const named = constraint?.terms.filter(({ operator }) => operator === '=').map((term) => term.version);
  return !!named?.some((each) => each.metadata === version.metadata && compareVersions(each, version) === 0);
}

function newestOf(versions: readonly Version[]): Version | undefined {
  return versions.reduce<Version | undefined>(
    (best, version) => (best && compareVersions(best, version) >= 0 ? best : version),
    undefined,
  );
}

function nothingToChoose(module: string, prereleases: readonly Version[], ignored: readonly string[]): NotFoundError {
  const newest = newestOf(prereleases);
  if (newest) {
    return new NotFoundError(`${module} has no versions but prereleases, the newest of them ${newest.text}.`, {
      hint: exactly(newest),
    });
  }
  const invalid = ignored.length ? ` The registry listed ${JSON.stringify(ignored[0])}, which is not a version.` : '';
  return new NotFoundError(`${module} has no versions.${invalid}`);
}
