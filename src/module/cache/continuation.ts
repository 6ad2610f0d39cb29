import type { Headers } from '../../client/headers.ts';

/** Several changes can fall in one second; RFC 9110, 8.8.2.2, requires some distance. */
const settledMs = 60_000;

/** The server's answer does not continue the file, so all of it must be requested. */
export class StartOver extends Error {}

/** The validators that tell a file from a later version of it. */
export interface Validators {
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** The strong validator, if any. */
  strong?: string | undefined;
}

/** A weak validator allows different bytes, so it cannot be used. */
export function validatorsOf(headers: Headers): Validators {
  const [etag, lastModified] = [headers.get('etag'), headers.get('last-modified')];
  return { etag, lastModified, strong: strongOf(headers, etag, lastModified) };
}

function strongOf(headers: Headers, etag: string | undefined, lastModified: string | undefined): string | undefined {
  if (headers.get('accept-ranges')?.toLowerCase() === 'none') return undefined;
  if (etag !== undefined) return /^"[!#-~]*"$/.test(etag) ? etag : undefined;
  if (lastModified === undefined || !/^[ -~]+$/.test(lastModified)) return undefined;
  return Date.parse(headers.get('date') ?? '') - Date.parse(lastModified) >= settledMs ? lastModified : undefined;
}

/**
 * Whether a part (206) continues a file after this many bytes, to its end: it must repeat the strong validator of the beginning, and
 * contradict no other one (RFC 9110, 15.3.7).
 */
export function isContinuation(headers: Headers, from: number, before: Validators): boolean {
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  if (Number(first) !== from || (total !== '*' && Number(last) + 1 !== Number(total))) return false;
  if (from === 0) return true;
  const [etag, lastModified] = [headers.get('etag'), headers.get('last-modified')];
  if (before.strong !== etag && before.strong !== lastModified) return false;
  return (etag ?? before.etag) === before.etag && (lastModified ?? before.lastModified) === before.lastModified;
}
