/** The body that a server sent, for `raw`, and the document in it. */
export interface Received {
  body: Uint8Array;
  document: unknown;
}

/** Which numbers of a document JavaScript writes otherwise than they came: their text by the object or array they are in, and their key. */
export interface WrittenNumbers {
  textOf(holder: object, key: string): string | undefined;
  /** Stands for the holder of the document itself, which may be a number. */
  root: object;
}

// assumed: no document holds more of them; a hostile one is shown with JavaScript's own numbers (docs/trust.md#network).
const most = 100_000;

/**
 * The numbers in a JSON text that JavaScript cannot hold or writes otherwise: digits beyond 2^53, `1.10`, `1e400`.
 * `document` is what the text was parsed to; undefined where every number is written the same.
 */
export function writtenNumbers(text: string, document: unknown): WrittenNumbers | undefined {
  if (!hasOddNumber(text)) return undefined;
  const root = { '': document };
  const found = new Map<object, Map<string, string>>();
  let count = 0;
  for (const { holder, key, token } of scalarsOf(text, root)) {
    if (isWrittenSame(token) || !Object.is(own(holder, key), Number(token))) continue;
    count += 1;
    if (count > most) return undefined;
    const texts = found.get(holder) ?? new Map<string, string>();
    found.set(holder, texts.set(key, token));
  }
  return { textOf: (holder, key) => found.get(holder)?.get(key), root };
}

/**
 * The same value with the integers that JavaScript rounds as BigInt, for writers that know those; `value` is in the document. It is
 * not copied without such integers.
 */
export function withWholeNumbers<Value>(value: Value, numbers: WrittenNumbers | undefined): Value {
  if (!numbers) return value;
  let isExact = true;
  const copy = (each: unknown, holder: object, key: string): unknown => {
    const text = numbers.textOf(holder, key);
    if (text !== undefined && /^-?[1-9]\d*$/.test(text)) {
      isExact = false;
      return BigInt(text);
    }
    if (Array.isArray(each)) return each.map((member, index) => copy(member, each, String(index)));
    if (!isObject(each)) return each;
    return Object.fromEntries(Object.entries(each).map(([name, member]) => [name, copy(member, each, name)]));
  };
  const copied = copy(value, numbers.root, '') as Value;
  return isExact ? value : copied;
}

/** A look without parsing: it may take the inside of a string for a number, and misses none. */
function hasOddNumber(text: string): boolean {
  const number = /(?:^|[:[,])\s*(-?\d[\d.eE+-]*)(?=\s*(?:$|[,\]}]))/g;
  for (const [, token = ''] of text.matchAll(number)) if (!isWrittenSame(token)) return true;
  return false;
}

function isWrittenSame(token: string): boolean {
  return JSON.stringify(Number(token)) === token;
}

/** A reader of the numbers in a body that parses each body once, and only for JSON output. */
export function numbersReader(): (received: Received) => WrittenNumbers | undefined {
  const known = new WeakMap<Uint8Array, { numbers: WrittenNumbers | undefined }>();
  return ({ body, document }) => {
    const found = known.get(body) ?? { numbers: writtenNumbers(Buffer.from(body).toString('utf8'), document) };
    known.set(body, found);
    return found.numbers;
  };
}

interface Place {
  holder: unknown;
  key: string;
  /** How many elements came before, in an array. */
  index?: number;
  /** Whether the next string is the name of a member. */
  isNaming?: boolean;
}

/** The numbers of a JSON text, each with its place in the document. */
function* scalarsOf(text: string, root: object): Generator<{ holder: object; key: string; token: string }> {
  const around: Place[] = [];
  let at: Place = { holder: root, key: '' };
  for (const token of tokensOf(text)) {
    if (token === '{' || token === '[') {
      around.push(at);
      const holder = own(at.holder, at.key);
      at = token === '{' ? { holder, key: '', isNaming: true } : { holder, key: '0', index: 0 };
    } else if (token === '}' || token === ']') {
      at = around.pop()!;
    } else if (token === ',') {
      if (at.index === undefined) at.isNaming = true;
      else at.key = String(++at.index);
    } else if (token === ':') {
      at.isNaming = false;
    } else if (token.startsWith('"')) {
      if (at.isNaming) at.key = JSON.parse(token);
    } else if (/^[-\d]/.test(token) && isObject(at.holder)) {
      yield { holder: at.holder, key: at.key, token };
    }
  }
}

/** Of a member that was named twice the first is no longer there, nor what was in it. */
function own(holder: unknown, key: string): unknown {
  return isObject(holder) && Object.hasOwn(holder, key) ? (holder as Record<string, unknown>)[key] : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The tokens of a JSON text, one after another; a string may be as long as the text. */
function* tokensOf(text: string): Generator<string> {
  const other = /[{}[\],:]|[^\s{}[\],:"]+|"/g;
  for (let found = other.exec(text); found; found = other.exec(text)) {
    if (found[0] === '"') other.lastIndex = endOfString(text, found.index);
    yield found[0] === '"' ? text.slice(found.index, other.lastIndex) : found[0];
  }
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text[first - 1] === '\\') first -= 1;
    if ((end - first) % 2 === 0) return end + 1;
  }
}
