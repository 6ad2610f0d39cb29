import { UsageError } from '../../errors.ts';
import { didYouMean } from '../../nearest.ts';
import type { FailRule } from '../../sandbox/faults.ts';

/** How a rule is written, for help texts. */
export const ruleWords = '[METHOD] PATH [STATUS|KIND] [times=N] [skip=N] [retry-after=SECONDS] [location=URL]';

/** What can go wrong besides a status, and what it means. */
export const faultKinds = {
  html: 'an HTML page',
  empty: 'an empty body',
  reset: 'the connection is closed',
  hang: 'no answer at all',
  cut: 'half of the answer',
  stall: 'half of the answer, then silence',
} as const satisfies { [Kind in NonNullable<FailRule['kind']> as Exclude<Kind, 'status'>]: string };

const kinds = ['status', ...Object.keys(faultKinds)];
const methods = ['GET', 'POST', 'PATCH', 'DELETE'];
const names = ['method', 'path', 'status', 'kind', 'times', 'skip', 'retry-after', 'location'] as const;
type Name = (typeof names)[number];

/**
 * The rule that words such as `POST /admin/banners 503 times=2` and flags of the same names ask for.
 * @throws {UsageError} for a word that is none, one that is said twice, or a value that makes no sense
 */
export function parseRule(words: readonly string[], flags: { [Flag in Name]?: string | undefined }): FailRule {
  const given = Object.entries(flags).filter(([, value]) => value !== undefined) as [Name, string][];
  const told = new Map(given);
  for (const [name, value] of words.flatMap((word) => word.trim().split(/\s+/)).map(nameAndValue)) {
    if (told.has(name)) throw new UsageError(`${name} is said twice: ${told.get(name)} and ${value}.`);
    told.set(name, value);
  }
  if (told.size === 0) throw new UsageError('There is no rule.', { hint: `Write it as ${ruleWords}.` });
  const method = told.get('method')?.toUpperCase();
  const path = told.get('path');
  const kind = told.get('kind');
  if (method !== undefined && !methods.includes(method)) throw noneOf('method', method, methods);
  if (path !== undefined && !path.startsWith('/')) throw new UsageError(`path: "${path}" does not begin with a slash.`);
  if (kind !== undefined && !kinds.includes(kind)) throw noneOf('kind', kind, kinds);
  const status = numberFrom('status', told, 200, 599);
  if (status !== undefined && kind !== undefined && !['status', 'html', 'empty'].includes(kind)) {
    throw new UsageError(`kind ${kind} has no status.`);
  }
  const location = told.get('location');
  if (location !== undefined && !(status !== undefined && status >= 300 && status < 400)) {
    throw new UsageError('location: the status must be that of a redirect.', { hint: `301 location=${location}` });
  }
  const rule = {
    method,
    path,
    kind: kind as FailRule['kind'],
    status,
    times: numberFrom('times', told, 1),
    skip: numberFrom('skip', told, 0),
    retryAfter: told.get('retry-after'),
    location,
  };
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined));
}

function nameAndValue(word: string): [Name, string] {
  const [, key, value = ''] = /^([a-z-]+)=(.+)$/i.exec(word) ?? [];
  if (key !== undefined) {
    const name = names.find((each) => each === key);
    if (name === undefined) throw noneOf('rule', key, names);
    return [name, value];
  }
  if (word.startsWith('/')) return ['path', word];
  if (/^\d+$/.test(word)) return ['status', word];
  if (methods.includes(word.toUpperCase())) return ['method', word];
  if (kinds.includes(word)) return ['kind', word];
  throw noneOf('rule', word, [...methods, ...kinds]);
}

function numberFrom(name: Name, told: ReadonlyMap<Name, string>, least: number, most = 1_000_000): number | undefined {
  const text = told.get(name);
  if (text === undefined) return undefined;
  const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`${name} must be ${least} to ${most}, not "${text}".`);
}

function noneOf(what: string, word: string, known: readonly string[]): UsageError {
  return new UsageError(`Invalid ${what} "${word}". Choose from: ${known.join(', ')}`, {
    hint: didYouMean(word, known) ?? `Format: ${ruleWords}`,
  });
}
