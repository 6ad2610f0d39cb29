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
  return new Parser(text).document();
}

class Parser {
  private at = 0;

  constructor(private readonly text: string) {}

  document(): Value {
    const value = this.read(0);
    this.match(blank);
    if (this.at < this.text.length) this.fail();
    return value;
  }

  private read(depth: number): Value {
    this.match(blank);
    const start = this.at;
    if (depth > depthLimit) this.fail();
    if (this.take('{')) {
      const members = this.list('}', () => this.member(depth));
      return { kind: 'object', members, at: start, end: this.at };
    }
    if (this.take('[')) {
      const items = this.list(']', () => this.read(depth + 1));
      return { kind: 'array', items, at: start, end: this.at };
    }
    const quoted = this.match(string);
    if (quoted !== undefined) return { kind: 'string', text: JSON.parse(quoted), at: start, end: this.at };
    const digits = this.match(number);
    if (digits !== undefined) return { kind: 'number', text: digits, at: start, end: this.at };
    return { kind: 'word', text: this.match(word) ?? this.fail(), at: start, end: this.at };
  }

  private member(depth: number): Member {
    this.match(blank);
    const { at } = this;
    const name = JSON.parse(this.match(string) ?? this.fail()) as string;
    this.match(blank);
    if (!this.take(':')) this.fail();
    return { name, at, value: this.read(depth + 1) };
  }

  private list<Item>(end: string, item: () => Item): Item[] {
    const items: Item[] = [];
    this.match(blank);
    if (this.take(end)) return items;
    do {
      items.push(item());
      this.match(blank);
    } while (this.take(','));
    if (!this.take(end)) this.fail();
    return items;
  }

  private take(sign: string): boolean {
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private fail(): never {
    throw new NotJson(this.at);
  }
}
