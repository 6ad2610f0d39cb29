/** The response body of a server, for `raw`, and the document parsed from it. */
export interface Received {
  body: Uint8Array;
  document: unknown;
}

/** The original text of numbers that JavaScript would format differently, by the object or array that contains them and their key. */
export interface WrittenNumbers {
  textOf(holder: object, key: string): string | undefined;
  /** An object that contains the document itself, which may be a number. */
  root: object;
}

// assumed: no document has more such numbers. Beyond that, a hostile document is shown with JavaScript's own format (docs/trust-tests.md#network).
const maxNumbers = 100_000;

/** Finds the numbers in a JSON text that JavaScript would change, such as those beyond 2^53, `1.10` and `1e400`; undefined without such numbers. */
export function writtenNumbers(text: string, document: unknown): WrittenNumbers | undefined {
  let marker = '';
  let count = 0;
  let isInString = false;
  const marked = text.replace(/\\.|"|-?\d[\d.eE+-]*/g, (token) => {
    if (token === '"') isInString = !isInString;
    if (isInString || !/^[-\d]/.test(token) || isWrittenSame(token)) return token;
    count += 1;
    // A random marker, which no text of a server can contain. It is created late: few texts need it, and loading the generator takes long.
    marker ||= crypto.randomUUID();
    return `"${marker}${token}"`;
  });
  if (count === 0 || count > maxNumbers) return undefined;
  const root = { '': document };
  const textsByHolder = new Map<object, Map<string, string>>();
  const compare = (holder: object, other: object) => {
    for (const [key, each] of Object.entries(other)) {
      const value = (holder as Record<string, unknown>)[key];
      if (isObject(each) && isObject(value)) compare(value, each);
      else if (typeof each === 'string' && each.startsWith(marker)) {
        const texts = textsByHolder.get(holder) ?? new Map<string, string>();
        textsByHolder.set(holder, texts.set(key, each.slice(marker.length)));
      }
    }
  };
  compare(root, { '': JSON.parse(marked) });
  return { textOf: (holder, key) => textsByHolder.get(holder)?.get(key), root };
}

/** Replaces the integers that JavaScript rounds by BigInt. A value without such integers is returned as it is. */
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

function isWrittenSame(token: string): boolean {
  return JSON.stringify(Number(token)) === token;
}

/** Returns a function that finds such numbers in a body. It parses each body once, and only for JSON output. */
export function numbersReader(): (received: Received) => WrittenNumbers | undefined {
  const bodies = new WeakMap<Uint8Array, { numbers: WrittenNumbers | undefined }>();
  return ({ body, document }) => {
    const read = bodies.get(body) ?? { numbers: writtenNumbers(new TextDecoder().decode(body), document) };
    bodies.set(body, read);
    return read.numbers;
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
