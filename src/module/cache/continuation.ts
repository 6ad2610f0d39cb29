import type { Headers } from '../../client/headers.ts';

/** A time of change says less than its second may hold; RFC 9110, 8.8.2.2, wants some distance. */
const settledMs = 60_000;

/** The server's answer does not go on where the file ends, so that all of it has to be asked for. */
export class StartOver extends Error {}

/** What a server says of a file that tells it from the same file later. */
export interface Validators {
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** The one of them that no other file has; none where there is no such. */
  strong?: string | undefined;
}

/** A weak validator lets other bytes pass for the same, so that it is no strong one. */
export function validatorsOf(headers: Headers): Validators {
  const [etag, lastModified] = [headers.get('etag'), headers.get('last-modified')];
  return { etag, lastModified, strong: strongOf(headers, etag, lastModified) };
}

function strongOf(headers: Headers, etag: string | undefined, lastModified: string | undefined): string | undefined {
  if (headers.get('accept-ranges')?.toLowerCase() === 'none') return undefined;
  if (etag !== undefined) return /^"[!#-~]*"$/.test(etag) ? etag : undefined;
  return Date.parse(headers.get('date') ?? '') - Date.parse(lastModified ?? '') >= settledMs ? lastModified : undefined;
}

/** Whether a part (206) goes on after so many bytes of a file, and leads to its end. */
export function goesOn(headers: Headers, from: number): boolean {
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  return Number(first) === from && (total === '*' || Number(last) + 1 === Number(total));
}

/**
 * Whether a part is of the same file: each validator with it is the one of before.
 * @param repeats whether the strong one has to be among them, as RFC 9110, 15.3.7, has it for a tag
 */
export function isSameFile(before: Validators, headers: Headers, { repeats }: { repeats: boolean }): boolean {
  const [etag, lastModified] = [headers.get('etag'), headers.get('last-modified')];
  if (etag !== undefined && etag !== before.etag) return false;
  if (lastModified !== undefined && lastModified !== before.lastModified) return false;
  return !repeats || before.strong === etag || before.strong === lastModified;
}
