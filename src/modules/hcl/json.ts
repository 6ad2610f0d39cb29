/** A property with its offset. JSON.parse would drop all but the last property of one name. */
export interface Member {
  name: string;
  at: number;
  value: Value;
}

/** A JSON value with its offset. */
export type Value = { at: number; end: number } & (
  | { kind: 'object'; members: Member[] }
  | { kind: 'array'; items: Value[] }
  | { kind: 'scalar' }
);

/** The error for a text that is not JSON; `at` is the offset. */
export class NotJson extends Error {
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
export function parseJson(text: string): Value {
  let at = 0;
  const document = read(0);
  match(blank);
  return at < text.length ? fail() : document;

  function read(depth: number): Value {
    match(blank);
    const start = at;
    if (depth > depthLimit) fail();
    if (take('{')) {
      const members = list('}', () => member(depth));
      return { kind: 'object', members, at: start, end: at };
    }
    if (take('[')) {
      const items = list(']', () => read(depth + 1));
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
    return { name, at: start, value: read(depth + 1) };
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
