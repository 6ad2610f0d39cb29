import { monotonicMs } from '../../base/clock.ts';
import type { HttpAnswer } from '../../client/http.ts';

/** Speed is the mean of the last few seconds. */
const windowMs = 5_000;
const sampleMs = 250;
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
  const samples = [{ ms: now(), bytes: from }];
  return (bytes) => {
    const received = Math.max(bytes, from);
    const [ms, newest] = [now(), samples.at(-1)!];
    if (ms - newest.ms >= sampleMs) samples.push({ ms, bytes: received });
    while (samples.length > 2 && ms - samples[1]!.ms >= windowMs) samples.shift();
    const [{ ms: since, bytes: before }] = samples as [(typeof samples)[0]];
    const speed = ms - since >= leastMs ? `, ${speedText((received - before) / ((ms - since) / 1000))}` : '';
    return `${amountText(bytes, total)}${speed}`;
  };
}

function amountText(bytes: number, total = 0): string {
  if (total < bytes || total === 0) return sizeText(bytes);
  const unit = unitOf(total);
  return `${unit.of(bytes)} of ${unit.of(total)} ${unit.name}, ${Math.floor((100 * bytes) / total)} %`;
}

function sizeText(bytes: number): string {
  const { name, of } = unitOf(bytes);
  return `${of(bytes)} ${name}`;
}

/** One decimal at most, and none after a speed of ten: it changes with each look. */
function speedText(perSecond: number): string {
  const mega = perSecond / 1_000_000;
  if (mega < 1) return `${Math.round(perSecond / 1000)} kB/s`;
  return `${Number(mega.toFixed(mega < 10 ? 1 : 0))} MB/s`;
}

function unitOf(bytes: number): { name: string; of(bytes: number): string } {
  if (bytes < 1_000_000) return { name: 'kB', of: (each) => String(Math.ceil(each / 1000)) };
  return { name: 'MB', of: (each) => (each / 1_000_000).toFixed(1) };
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
