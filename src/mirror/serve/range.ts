/** A range of bytes in a file, including the last. */
export interface Span {
  start: number;
  end: number;
}

/**
 * The range of bytes in a `Range` header; undefined for the whole file, which is also the response to several
 * ranges and to an invalid range (RFC 9110, section 14.2); false for a range beyond the end.
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
