import { type Block, checkLabels } from './blocks.ts';
import { fillTemplate, plainText } from './templates.ts';
import type { Token, Trouble } from './tokens.ts';

export type Labels = Readonly<Record<string, number>>;

const ofConfigurations: Labels = {
  ...{ module: 1, variable: 1, output: 1, provider: 1, run: 1 },
  ...{ resource: 2, data: 2, ephemeral: 2, terraform: 0, locals: 0, check: 1, removed: 0 },
};
const below: Readonly<Record<string, Labels>> = {
  ...{ terraform: { required_providers: 0 }, run: { module: 0 } },
  ...{ resource: { provisioner: 1 }, removed: { provisioner: 1 }, check: { data: 2 } },
};

/** Reads a file in the JSON syntax. Never throws; returns unreadable parts in `troubles`. */
export function readJsonBlocks(text: string, labels = ofConfigurations): { root: Block; troubles: Trouble[] } {
  const troubles: Trouble[] = [];
  const root: Block = { type: '', labels: [], at: 0, attributes: new Map(), blocks: [] };
  try {
    for (const members of bodiesOf(parseJson(text), 'the document')) fill(root, members, labels);
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    troubles.push({ at: error.at, why: error.message });
  }
  return { root, troubles };

  /** Returns the bodies of blocks in a value: an object, an array of objects, or null for no block. */
  function bodiesOf(value: Value, subject: string): Member[][] {
    if (value.kind === 'object') return [value.members];
    if (value.kind === 'array') return value.items.flatMap((item) => bodiesOf(item, subject));
    if (text.slice(value.at, value.end) !== 'null' || subject === 'the document')
      troubles.push({ at: value.at, why: `${subject} must be an object` });
    return [];
  }

  function fill(block: Block, members: readonly Member[], nested: Labels): void {
    for (const { at, name, value } of members) {
      const labels = Object.hasOwn(nested, name) ? nested[name] : undefined;
      if (labels !== undefined) addBlocks(block, { type: name, labels: [], at }, value, labels);
      // In the JSON syntax, the key // is a comment.
      else if (name !== '//') setArgument(block, name, at, value);
    }
  }

  function setArgument({ attributes }: Block, name: string, at: number, value: Value): void {
    if (!attributes.has(name)) attributes.set(name, tokensOf(text.slice(value.at, value.end)));
    else troubles.push({ at, why: `the argument ${JSON.stringify(name)} is set twice` });
  }

  function addBlocks(parent: Block, header: Pick<Block, 'type' | 'labels' | 'at'>, value: Value, depth: number): void {
    const { labels, type } = header;
    for (const members of bodiesOf(value, [type, ...labels].join('.'))) {
      if (depth > 0) {
        for (const { at, name, value: content } of members)
          addBlocks(parent, { type, labels: [...labels, name], at }, content, depth - 1);
      } else {
        checkLabels(header, troubles);
        const block: Block = { ...header, attributes: new Map(), blocks: [] };
        parent.blocks.push(block);
        fill(block, members, Object.hasOwn(below, type) ? below[type]! : {});
      }
    }
  }
}

const tokens = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*|[a-z]+|[{}[\],:]/g;

/** Splits a value into tokens; strings are templates. */
function tokensOf(json: string): Token[] {
  return Array.from(json.matchAll(tokens), ({ 0: text, index: start }): Token => {
    const place = { start, end: start + text.length };
    if (!text.startsWith('"'))
      return { kind: /^[-\d]/.test(text) ? 'number' : /^[a-z]/.test(text) ? 'name' : 'symbol', text, ...place };
    const template: string = JSON.parse(text);
    const value = plainText(fillTemplate(template))?.normalize();
    return { kind: 'string', text: JSON.stringify(template), ...place, value };
  });
}

/** A property and its offset. JSON.parse would keep only the last property of each name. */
interface Member {
  name: string;
  at: number;
  value: Value;
}

type Value = { at: number; end: number } & (
  | { kind: 'object'; members: Member[] }
  | { kind: 'array'; items: Value[] }
  | { kind: 'scalar' }
);

/** The error for a text that is not JSON; `at` is the offset. */
class NotJson extends Error {
  constructor(readonly at: number) {
    super('it is not JSON');
  }
}

/** assumed: no file is nested deeper (docs/protocol/modules.md#configurations). */
const depthLimit = 200;
const blank = /[ \t\r\n]*/y;
const string = /"(?:[^"\\\p{Cc}]|\u007f|[\u0080-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const numberOrWord = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Parses JSON with the offset of every property. @throws {NotJson} */
function parseJson(text: string): Value {
  let at = 0;
  const document = readValue(0);
  match(blank);
  return at < text.length ? fail() : document;

  function readValue(depth: number): Value {
    match(blank);
    const start = at;
    if (depth > depthLimit) fail();
    if (take('{')) {
      const members = list('}', () => member(depth));
      return { kind: 'object', members, at: start, end: at };
    }
    if (take('[')) {
      const items = list(']', () => readValue(depth + 1));
      return { kind: 'array', items, at: start, end: at };
    }
    if (match(string) === undefined && match(numberOrWord) === undefined) fail();
    return { kind: 'scalar', at: start, end: at };
  }

  function member(depth: number): Member {
    match(blank);
    const start = at;
    const name = JSON.parse(match(string) ?? fail()) as string;
    match(blank);
    if (!take(':')) fail();
    return { name, at: start, value: readValue(depth + 1) };
  }

  function list<Item>(end: string, item: () => Item): Item[] {
    const items: Item[] = [];
    match(blank);
    if (take(end)) return items;
    do {
      items.push(item());
      match(blank);
    } while (take(','));
    return take(end) ? items : fail();
  }

  function take(sign: string): boolean {
    if (text[at] !== sign) return false;
    at += 1;
    return true;
  }

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const matched = pattern.exec(text)?.[0];
    at += matched?.length ?? 0;
    return matched;
  }

  function fail(): never {
    throw new NotJson(at);
  }
}
