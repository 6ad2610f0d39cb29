import type { HttpAnswer } from '../../api/client/http.ts';
import { monotonicMs } from '../../base/clock.ts';

/** A mean over less time jumps. */
const leastMs = 1_000;

/** Which bytes of a file an answer sends. */
export interface Extent {
  /** Bytes received in an earlier attempt, which the answer does not repeat. */
  from: number;
  /** Size of the whole file; undefined if the server does not announce it. */
  total?: number | undefined;
}

/** The extent that the headers of an answer announce. */
export function extentOf({ headers, status }: Pick<HttpAnswer, 'headers' | 'status'>): Extent {
  const length = wholeNumber(headers.get('content-length'));
  if (status !== 206) return { from: 0, total: length };
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return { from: wholeNumber(first) ?? 0, total: wholeNumber(total) };
}

/**
 * Turns a count of received bytes into text such as `42.9 of 125.9 MB, 34 %, 9 MB/s`.
 * @param now milliseconds that only grow
 */
export function downloadStatus(
  { from, total }: Extent = { from: 0 },
  now: () => number = monotonicMs,
): (bytes: number) => string {
  const began = now();
  return (bytes) => {
    const ms = now() - began;
    const speed = ms >= leastMs ? `, ${speedText((Math.max(bytes - from, 0) * 1000) / ms)}` : '';
    return `${amountText(Math.max(bytes, from), total)}${speed}`;
  };
}

function amountText(bytes: number, total = 0): string {
  const isSmall = Math.max(bytes, total) < 1_000_000;
  const [inUnit, unit] = isSmall ? [kilo, 'kB'] : [mega, 'MB'];
  if (total < bytes || total === 0) return `${inUnit(bytes)} ${unit}`;
  return `${inUnit(bytes)} of ${inUnit(total)} ${unit}, ${Math.floor((100 * bytes) / total)} %`;
}

/** One decimal at most, and none after a speed of ten: it changes with each look. */
function speedText(perSecond: number): string {
  const speed = perSecond / 1_000_000;
  if (speed < 1) return `${Math.round(perSecond / 1000)} kB/s`;
  return `${Number(speed.toFixed(speed < 10 ? 1 : 0))} MB/s`;
}

const kilo = (bytes: number) => String(Math.ceil(bytes / 1000));
const mega = (bytes: number) => (bytes / 1_000_000).toFixed(1);

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
