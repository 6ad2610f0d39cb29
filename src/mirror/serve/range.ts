/** The part of a file that is sent, its last byte included. */
export interface Span {
  start: number;
  end: number;
}

/**
 * What a `Range` header asks for: one range of bytes, or undefined for the whole, which is also the answer to several
 * ranges and to what is no range (RFC 9110, section 14.2); false for one that lies behind the end.
 */
export function spanOf(header: string | undefined, size: number): Span | undefined | false {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length > 0 && { start: size - length, end: size - 1 };
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return undefined;
  return start < size && { start, end };
}
