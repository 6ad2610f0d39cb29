import { UsageError } from '../../base/errors.ts';
import { compareSegments, compareVersions, formatVersion, parseVersion, type Version } from './version.ts';

export type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~>';

export interface Term {
  readonly operator: Operator;
  readonly version: Version;
  /** The build metadata that `=` requires, empty for no build; undefined allows any build. */
  readonly build?: string | undefined;
}

/** Comparisons that must all hold (docs/protocol/modules.md#constraints). */
export interface Constraint {
  readonly terms: readonly Term[];
  /** As typed, but trimmed. */
  readonly text: string;
}

const operators: ReadonlySet<string> = new Set(['=', '!=', '>', '>=', '<', '<=', '~>']);
const example = 'A constraint looks like "~> 1.2" or ">= 1.0, < 2.0".';

/** Reads a comma-separated list of comparisons; a version without an operator means `=`. @throws UsageError with the wrong part */
export function parseConstraint(text: string): Constraint {
  const trimmed = trim(text);
  return { terms: trimmed.split(',').map((part) => parseTerm(trim(part), trimmed)), text: trimmed };
}

/**
 * Returns a constraint for one version, its build included: `1.0.0` is not `1.0.0+b1` (docs/protocol/modules.md#versions).
 * @throws UsageError for text that is not a version
 */
export function exactly(text: string): Constraint {
  const { terms } = parseConstraint(`= ${text}`);
  return { terms: terms.map((term) => ({ ...term, build: term.version.metadata })), text: `= ${text}` };
}

/** Joins two constraints: versions must meet both. */
export function both(first: Constraint, second: Constraint): Constraint {
  return { terms: [...first.terms, ...second.terms], text: `${first.text}, ${second.text}` };
}

function parseTerm(part: string, text: string): Term {
  const [, symbol = '', rest = ''] = /^([^0-9A-Za-z\s]*)[ \t\r\n\f]*(.*)$/s.exec(part)!;
  const operator = symbol || '=';
  const version = parseVersion(rest);
  if (isOperator(operator) && version) {
    return operator === '=' && version.metadata
      ? { operator, version, build: version.metadata }
      : { operator, version };
  }
  const location = part === text ? '' : ` in ${JSON.stringify(text)}`;
  throw new UsageError(
    `${JSON.stringify(part)}${location} is not a version constraint: ${reasonAgainst(operator, rest)}.`,
    { hint: example },
  );
}

/** Trims the white space that the ecosystem accepts; copied text may contain other kinds, which stay. */
function trim(text: string): string {
  return text.replace(/^[ \t\r\n\f]+|(?<![ \t\r\n\f])[ \t\r\n\f]+$/g, '');
}

function reasonAgainst(operator: string, rest: string): string {
  if (!isOperator(operator)) {
    if (operator === '^' || operator === '~') return `the operator ${operator} is not supported; use ~>`;
    return `unknown operator ${operator}; the operators are ${[...operators].join(' ')}`;
  }
  if (rest === '') return 'a version is missing';
  if (/[|]/.test(rest)) return '"or" is not supported; a comma means "and"';
  if (/[^\S \t\r\n\f]/.test(rest)) return 'it contains white space other than plain spaces';
  if (/\s/.test(rest)) return 'comparisons are separated by commas';
  if (/(^|\.)[x*]($|\.)/i.test(rest)) return 'wildcards are not supported; use ~> to leave the last number open';
  return `${JSON.stringify(rest)} is not a version`;
}

function isOperator(text: string): text is Operator {
  return operators.has(text);
}

/** Returns whether a version meets every comparison, with the ecosystem's gate for prereleases (docs/protocol/modules.md#constraints). */
export function satisfies(version: Version, constraint: Constraint): boolean {
  return constraint.terms.every((term) => meets(version, term));
}

function meets(version: Version, { build, operator, version: bound }: Term): boolean {
  const order = compareVersions(version, bound);
  if (operator === '=') return order === 0 && (build === undefined || version.metadata === build);
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
 * Returns a constraint that allows a version: the same one if it already does, else its one comparison with the same operator and, except
 * for `=`, the same number of segments. Undefined for several comparisons, and for a limit such as `< 2.0` or `<= 2.0`.
 */
export function raised(constraint: Constraint, target: Version): string | undefined {
  const { terms, text } = constraint;
  const [{ operator, version }, ...rest] = terms as [Term];
  if (satisfies(target, constraint)) return text;
  const number = operator === '=' ? formatVersion(target) : target.segments.slice(0, version.written).join('.');
  const spelling = text.slice(0, -version.text.length) + (version.text.startsWith('v') ? `v${number}` : number);
  return rest.length === 0 && operator !== '<=' && satisfies(target, parseConstraint(spelling)) ? spelling : undefined;
}

/** Returns whether a comparison with `=` (or without an operator) names exactly this version, its metadata included. */
export function asksForExactly(constraint: Constraint | undefined, version: Version): boolean {
  const exactVersions = constraint?.terms.filter(({ operator }) => operator === '=').map((term) => term.version);
  return !!exactVersions?.some((each) => each.metadata === version.metadata && compareVersions(each, version) === 0);
}
