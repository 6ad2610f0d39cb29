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
  | { kind: 'string' | 'number' | 'word'; text: string }
);

/** Thrown for a text that is not JSON; `at` is the offset. */
export class NotJson extends Error {
  constructor(readonly at: number) {
    super('it is not JSON');
  }
}

/** assumed: no file is nested deeper (docs/protocol/modules.md#configurations). */
const depthLimit = 200;
const blank = /[ \t\r\n]*/y;
const string = /"(?:[^"\\\p{Cc}]|\u007f|[\u0080-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;

/** Parses JSON with the offset of every property. @throws {NotJson} */
export function parseJson(text: string): Value {
  let at = 0;
  const value = read(0);
  skip();
  if (at < text.length) throw new NotJson(at);
  return value;

  function read(depth: number): Value {
    skip();
    const start = at;
    if (depth > depthLimit) throw new NotJson(at);
    if (take('{')) {
      const members = list('}', () => {
        skip();
        const place = at;
        const name = JSON.parse(match(string) ?? missing()) as string;
        skip();
        if (!take(':')) missing();
        return { name, at: place, value: read(depth + 1) };
      });
      return { kind: 'object', members, at: start, end: at };
    }
    if (take('[')) return { kind: 'array', items: list(']', () => read(depth + 1)), at: start, end: at };
    const quoted = match(string);
    if (quoted !== undefined) return { kind: 'string', text: JSON.parse(quoted), at: start, end: at };
    const digits = match(number);
    if (digits !== undefined) return { kind: 'number', text: digits, at: start, end: at };
    return { kind: 'word', text: match(word) ?? missing(), at: start, end: at };
  }

  function list<Item>(end: string, item: () => Item): Item[] {
    const items: Item[] = [];
    skip();
    if (take(end)) return items;
    do {
      items.push(item());
      skip();
    } while (take(','));
    if (!take(end)) missing();
    return items;
  }

  function skip(): void {
    match(blank);
  }

  function take(sign: string): boolean {
    if (text[at] !== sign) return false;
    at += 1;
    return true;
  }

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  }

  function missing(): never {
    throw new NotJson(at);
  }
}
