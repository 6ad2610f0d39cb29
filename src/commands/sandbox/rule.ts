import { UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest.ts';
import type { FailRule } from '../../sandbox/faults.ts';

/** Syntax of a rule, for help texts. */
export const ruleSyntax = '[METHOD] PATH [STATUS|KIND] [times=N] [skip=N] [retry-after=SECONDS] [location=URL]';

/** Kinds of faults other than a status, with descriptions. */
export const faultKinds = {
  html: 'an HTML page',
  empty: 'an empty body',
  reset: 'the connection is closed',
  hang: 'no response',
  cut: 'half of the response',
  stall: 'half of the response, then nothing',
} as const satisfies { [Kind in NonNullable<FailRule['kind']> as Exclude<Kind, 'status'>]: string };

const kinds = ['status', ...Object.keys(faultKinds)];
const methods = ['GET', 'POST', 'PATCH', 'DELETE'];
const names = ['method', 'path', 'status', 'kind', 'times', 'skip', 'retry-after', 'location'] as const;
type Name = (typeof names)[number];

/**
 * Parses a rule from arguments such as `POST /admin/banners 503 times=2` and flags of the same names.
 * @throws {UsageError} for an unknown argument, a duplicate or an invalid value
 */
export function parseRule(words: readonly string[], flags: { [Flag in Name]?: string | undefined }): FailRule {
  const given = Object.entries(flags).filter(([, value]) => value !== undefined) as [Name, string][];
  const parts = new Map(given);
  for (const [name, value] of words.flatMap((word) => word.trim().split(/\s+/)).map(nameAndValue)) {
    if (parts.has(name)) throw new UsageError(`${name} is given twice: ${parts.get(name)} and ${value}.`);
    parts.set(name, value);
  }
  if (parts.size === 0) throw new UsageError('Missing rule.', { hint: `Format: ${ruleSyntax}` });
  const method = parts.get('method')?.toUpperCase();
  const path = parts.get('path');
  const kind = parts.get('kind');
  if (method !== undefined && !methods.includes(method)) throw noneOf('method', method, methods);
  if (path !== undefined && !path.startsWith('/')) throw new UsageError(`path must start with a slash, not "${path}".`);
  if (kind !== undefined && !kinds.includes(kind)) throw noneOf('kind', kind, kinds);
  const status = numberFrom('status', parts, 200, 599);
  if (status !== undefined && kind !== undefined && !['status', 'html', 'empty'].includes(kind)) {
    throw new UsageError(`kind ${kind} cannot have a status.`);
  }
  const location = parts.get('location');
  if (location !== undefined && !(status !== undefined && status >= 300 && status < 400)) {
    throw new UsageError('location needs a redirect status (300 to 399).', { hint: `301 location=${location}` });
  }
  if (location === undefined && [301, 302, 303, 307, 308].includes(status ?? 0)) {
    throw new UsageError(`status ${status} needs a location.`, { hint: `${status} location=URL` });
  }
  return {
    method,
    path,
    kind: kind as FailRule['kind'],
    status,
    times: numberFrom('times', parts, 1),
    skip: numberFrom('skip', parts, 0),
    retryAfter: parts.get('retry-after'),
    location,
  };
}

function nameAndValue(word: string): [Name, string] {
  const [, key, value = ''] = /^([a-z-]+)=(.+)$/i.exec(word) ?? [];
  if (key !== undefined) {
    const name = names.find((each) => each === key);
    if (name === undefined) throw noneOf('part', key, names);
    return [name, value];
  }
  if (word.startsWith('/')) return ['path', word];
  if (/^\d+$/.test(word)) return ['status', word];
  if (methods.includes(word.toUpperCase())) return ['method', word];
  if (kinds.includes(word)) return ['kind', word];
  throw noneOf('part', word, [...methods, ...kinds]);
}

function numberFrom(name: Name, parts: ReadonlyMap<Name, string>, least: number, most = 1_000_000): number | undefined {
  const text = parts.get(name);
  if (text === undefined) return undefined;
  const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`${name} must be ${least} to ${most}, not "${text}".`);
}

function noneOf(what: string, word: string, known: readonly string[]): UsageError {
  return new UsageError(`Invalid ${what} "${word}". Choose from: ${known.join(', ')}`, {
    hint: didYouMean(word, known) ?? `Format: ${ruleSyntax}`,
  });
}
