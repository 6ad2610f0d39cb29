import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml';
import type { z } from 'zod/mini';
import { UsageError } from '../errors.ts';
import { Place } from '../place.ts';
import { counted } from '../text.ts';
import { mistakesOf } from './mistake-text.ts';

/** Limits for the characters of a file and the nodes that its aliases copy: a small file must stay small. */
const mostCharacters = 16 * 1024 * 1024;
const mostCopies = 10_000;
const mostShown = 50;

/** The text of one file; its relative paths start at `folder`. */
export type Source = { file: string; folder: string; text: string };

export type Mistake = { at: Place; text: string; isUnknownKey?: boolean | undefined };

/** Sorts mistakes by file and line; mistakes of one line keep their order. */
export function byLine(mistakes: readonly Mistake[]): Mistake[] {
  return mistakes.toSorted(({ at: a }, { at: b }) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
}

/** Throws if there are mistakes; `keys` is the command that prints the known keys. @throws {UsageError} lists them by line */
export function throwMistakes(mistakes: readonly Mistake[], keys: string): void {
  const sorted = byLine(mistakes);
  const [first] = sorted;
  if (first === undefined) return;
  const isAboutKeys = mistakes.some(({ isUnknownKey }) => isUnknownKey);
  const hint = isAboutKeys ? `The keys: ${keys}` : undefined;
  // The list below prints each mistake on one line, even if a text from the document has line breaks.
  if (mistakes.length === 1 && !first.text.includes('\n')) throw new UsageError(`${first.at}: ${first.text}`, { hint });
  const errors = sorted.slice(0, mostShown).map(({ at, text }) => ({ title: `${at}`, detail: text }));
  throw new UsageError(`The documents have ${counted(mistakes.length, 'mistake')}:`, { errors, hint });
}

/** A checked document; `at` returns the file and line of one of its values. */
export interface Checked<Content> {
  content: Content;
  folder: string;
  at(path: readonly PropertyKey[]): Place;
}

type Parsing<Content> = [Source, z.ZodMiniType<Content>, jsonSchema: () => object];

/** Parses a document of YAML or JSON and checks it by a schema; returns it or all mistakes. */
export function parseChecked<Content>(...parsing: Parsing<Content>): Checked<Content> | Mistake[] {
  try {
    return checked(...parsing);
  } catch (error) {
    if (error instanceof RangeError)
      return [{ at: new Place(parsing[0].file), text: 'the document is nested too deeply.' }];
    throw error;
  }
}

function checked<Content>(
  ...[{ file, folder, text }, schema, jsonSchema]: Parsing<Content>
): Checked<Content> | Mistake[] {
  if (text.length > mostCharacters) return [{ at: new Place(file), text: 'the document is larger than 16 MiB.' }];
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, version: '1.2', merge: true });
  const lineAt = (offset: number) => new Place(file, lineCounter.linePos(offset).line);
  const faults = [...document.errors, ...document.warnings];
  // The YAML parser reports its own stack overflow as many faults of the text.
  if (faults.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) throw new RangeError();
  if (faults.length > 0) return faults.map((fault) => ({ at: lineAt(fault.pos[0]), text: yamlText(fault, text) }));
  const prototypes: Mistake[] = [];
  visit(document, {
    Pair(_, { key }) {
      const name = isAlias(key) ? key.resolve(document) : key;
      // In a map with free names, the schema ignores the key `__proto__`.
      if (isScalar(name) && name.value === '__proto__')
        prototypes.push({ at: lineAt(startOf(key) ?? 0), text: 'unknown key "__proto__".', isUnknownKey: true });
    },
  });
  if (prototypes.length > 0) return prototypes;
  if (copiesIn(document.contents) > mostCopies)
    return [{ at: new Place(file), text: `the aliases of the document make more than ${mostCopies} copies.` }];
  const content: unknown = document.toJS({ maxAliasCount: -1 });
  const at = (path: readonly PropertyKey[]) => lineAt(offsetOf(document, path));
  const result = schema.safeParse(content);
  if (result.success) return { content: result.data, folder, at };
  const { issues } = result.error;
  // A misspelt key is unknown, and the key that was meant is missing: report only the unknown one.
  const misspelt = new Set(issues.flatMap(({ code, path }) => (code === 'unrecognized_keys' ? path.join('.') : [])));
  return issues
    .filter(({ code, path }) => code !== 'custom' || !misspelt.has(path.join('.')))
    .flatMap((issue) => mistakesOf(issue, content, jsonSchema))
    .map(({ path, ...mistake }) => ({ at: at(path), ...mistake }));
}

/** Counts the nodes that aliases copy; infinite if an alias points to a node that contains the alias. */
function copiesIn(root: unknown): number {
  const sizes = new Map<string, number>();
  let copies = 0;
  const sizeOf = (node: unknown): number => {
    if (isAlias(node)) {
      const size = sizes.get(node.source) ?? Number.POSITIVE_INFINITY;
      copies += size;
      return size;
    }
    if (isPair(node)) return sizeOf(node.key) + sizeOf(node.value);
    const { anchor } = (node ?? {}) as { anchor?: string };
    if (anchor !== undefined) sizes.delete(anchor);
    const size = isCollection(node) ? node.items.reduce((sum: number, item) => sum + sizeOf(item), 1) : 1;
    if (anchor !== undefined) sizes.set(anchor, size);
    return size;
  };
  sizeOf(root);
  return copies;
}

function yamlText({ code, message, pos: [start] }: YAMLError, text: string): string {
  if (code === 'MULTIPLE_DOCS') return 'a file must have one document.';
  if (code === 'DUPLICATE_KEY') return `the key ${/^[^:\n]{0,60}/.exec(text.slice(start))?.[0].trim()} appears twice.`;
  const [first = message] = message.split('\n');
  return `${first.charAt(0).toLowerCase()}${first.slice(1)}`.replace(/\.?$/, '.');
}

/** Returns the offset of the deepest existing value of a path; in a map, the offset of the value's key. */
function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => (isScalar(key) ? String(key.value) : key) === step);
      if (!pair) break;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node) && typeof step === 'number') {
      node = node.items[step];
      offset = startOf(node) ?? offset;
    } else break;
  }
  return offset;
}

function startOf(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}
