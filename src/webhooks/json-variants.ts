import { isDeeperThan, jsonIn } from '../base/json.ts';
import { samplePayload } from './sample.ts';

/** A JSON text in the format of another writer, and words that complete "the same JSON …". */
export type JsonVariant = readonly [words: string, text: string];

type Compare = (a: string, b: string) => number;
/** White space of JSON: one line without `indent`; `aligned` indents a value by the length of its key; `joined` writes `[{` on one line. */
type Layout = { colon?: string; comma?: string; indent?: string; aligned?: true; joined?: true };
type Escape = { characters: RegExp; upper?: true };

// Each list starts with the most common entry.
const sample = samplePayload('run:completed');
const documented = [...Object.keys(sample), ...sample.notifications.flatMap((each) => Object.keys(each))];
const orders: readonly [words: string, compare?: Compare][] = [
  [''],
  ['with its keys sorted', (a, b) => (a < b ? -1 : 1)],
  ['with its keys in the order of the documentation', (a, b) => documented.indexOf(a) - documented.indexOf(b)],
  ['with its keys sorted by their length', (a, b) => a.length - b.length || (a < b ? -1 : 1)],
];
const layouts: readonly [words: string, layout: Layout][] = [
  ['written compactly', {}],
  ['with spaces after colons and commas', { colon: ': ', comma: ', ' }],
  ['indented by two', { colon: ': ', indent: '  ' }],
  ['indented by four', { colon: ': ', indent: '    ' }],
  ['indented by tabs', { colon: ': ', indent: '\t' }],
  ['indented by two, with spaces around colons', { colon: ' : ', indent: '  ' }],
  ['indented by two, each object beside the bracket of its list', { colon: ' : ', indent: '  ', joined: true }],
  ['indented by three, with spaces around colons', { colon: ' : ', indent: '   ' }],
  ['indented as Windows PowerShell does', { colon: ':  ', indent: '    ', aligned: true }],
];
const escapes: readonly [words: string, escape?: Escape][] = [
  [''],
  ['with \\u escapes instead of what is not ASCII', { characters: /[\x7F-\uFFFF]/g }],
  ['with <, > and & as \\u escapes', { characters: /[<>&\u2028\u2029]/g }],
  ['with its slashes escaped', { characters: /\//g }],
  ['with \\u escapes and its slashes escaped', { characters: /[/\x7F-\uFFFF]/g }],
  ['with upper-case \\u escapes', { characters: /[\x7F-\uFFFF]/g, upper: true }],
  ["with <, >, &, = and ' as \\u escapes", { characters: /[<>&='\u2028\u2029]/g }],
  ["with <, >, & and ' as \\u escapes", { characters: /[<>&'\u2028\u2029]/g }],
  ['as System.Text.Json escapes it', { characters: /\\.|[<>&'+`\x7F-\uFFFF]/g, upper: true }],
];
const ends: readonly [words: string, end: (text: string) => string][] = [
  ['', (text) => text],
  ['with a newline at its end', (text) => `${text}\n`],
  ['with its lines ending in CR LF', (text) => text.replaceAll('\n', '\r\n')],
  ['with CR LF at its end', (text) => `${text.replaceAll('\n', '\r\n')}\r\n`],
];
const combinations = orders
  .flatMap((order, a) =>
    layouts.flatMap((layout, b) =>
      escapes.flatMap((escaping, c) =>
        ends.map((end, d) => ({ parts: [order, layout, escaping, end], rank: a + b + c + d }) as const),
      ),
    ),
  )
  .sort((a, b) => a.rank - b.rank);

/** Yields a JSON text in other writers' formats, the most common first; nothing for invalid or too deep JSON. */
export function* jsonVariants(text: string): Generator<JsonVariant> {
  const value = jsonIn(text);
  // With each level, indentation makes the text longer; so limit the depth.
  if (value === undefined || isDeeperThan(16, value)) return;
  const isShallow = !isDeeperThan(4, value);
  const texts = new Map<string, string>();
  const once = (key: string, make: () => string) => {
    const text = texts.get(key) ?? make();
    texts.set(key, text);
    return text;
  };
  const variants = new Set([text]);
  for (const { parts } of combinations) {
    const [[orderWords, compare], [layoutWords, layout], [escapeWords, rule], [endWords, end]] = parts;
    if (layout.aligned && !isShallow) continue;
    const plain = once(`${orderWords}|${layoutWords}`, () => write(value, layout, compare));
    const variant = end(once(`${orderWords}|${layoutWords}|${escapeWords}`, () => escaped(plain, rule)));
    if (variants.has(variant)) continue;
    variants.add(variant);
    yield [[orderWords, layoutWords, escapeWords, endWords].filter((each) => each !== '').join(', '), variant];
    if (variants.size > 2) continue;
    yield ['as a text inside JSON', JSON.stringify(text)];
    if (typeof value === 'string') yield ['outside the JSON text it is in here', value];
  }
}

function write(value: unknown, layout: Layout, compare: Compare | undefined, margin = '\n'): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const { aligned, colon = ':', comma = ',', indent, joined } = layout;
  const isList = Array.isArray(value);
  const inside = joined && isList ? margin : `${margin}${indent}`;
  const parts = isList
    ? value.map((inner) => write(inner, layout, compare, inside))
    : Object.entries(value)
        .sort(([a], [b]) => compare?.(a, b) ?? 0)
        .map(([name, inner]) => {
          const key = `${JSON.stringify(name)}${colon}`;
          return `${key}${write(inner, layout, compare, aligned ? inside + ' '.repeat(Math.min(key.length, 24)) : inside)}`;
        });
  const [open, close] = isList ? '[]' : '{}';
  if (indent === undefined) return `${open}${parts.join(comma)}${close}`;
  if (joined && (isList || parts.length === 0))
    return [open, ...(parts.length > 0 ? [parts.join(', ')] : []), close].join(' ');
  return parts.length === 0 ? `${open}${close}` : `${open}${inside}${parts.join(`,${inside}`)}${margin}${close}`;
}

function escaped(text: string, rule: Escape | undefined): string {
  if (rule === undefined) return text;
  return text.replace(rule.characters, (match) => {
    if (match === '/') return '\\/';
    // Keep every escape sequence except an escaped quotation mark.
    if (match.length > 1 && match !== '\\"') return match;
    const code = match
      .charCodeAt(match.length - 1)
      .toString(16)
      .padStart(4, '0');
    return `\\u${rule.upper ? code.toUpperCase() : code}`;
  });
}
