import type { HttpAnswer } from '../../api/client/http.ts';
import { monotonicMs } from '../../base/clock.ts';
import { NetworkError } from '../../base/errors.ts';
import type { FetchDeps, Source } from './source.ts';

/** The shortest time over which a speed is measured; over shorter times it fluctuates. */
const leastMs = 1_000;

/** The range of a file that a response sends: its start, and the size of the whole file if announced. */
type Extent = { from: number; total?: number | undefined };

export function extentOf({ headers, status }: Pick<HttpAnswer, 'headers' | 'status'>): Extent {
  const length = wholeNumber(headers.get('content-length'));
  if (status !== 206) return { from: 0, total: length };
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return { from: wholeNumber(first) ?? 0, total: wholeNumber(total) };
}

/**
 * Returns a function that formats a number of received bytes: `42.9 of 125.9 MB, 34 %, 9 MB/s`.
 * @param now a clock in ms that never goes back
 */
export function downloadStatus({ from, total }: Extent = { from: 0 }, now: () => number = monotonicMs) {
  const began = now();
  return (bytes: number) => {
    const ms = now() - began;
    const speed = ms >= leastMs ? `, ${speedText((Math.max(bytes - from, 0) * 1000) / ms)}` : '';
    return `${amountText(Math.max(bytes, from), total)}${speed}`;
  };
}

/** Shows in the progress line how much of a package was received. */
export function showReceived({ name }: Source, { update }: FetchDeps, extent?: Extent): (bytes: number) => void {
  const statusOf = downloadStatus(extent);
  return (bytes) => update(`Downloading ${name} (${statusOf(bytes)})`);
}

function amountText(bytes: number, total = 0): string {
  const isSmall = Math.max(bytes, total) < 1_000_000;
  const inUnit = (count: number) => (isSmall ? Math.ceil(count / 1000) : (count / 1_000_000).toFixed(1));
  const unit = isSmall ? 'kB' : 'MB';
  if (total < bytes || total === 0) return `${inUnit(bytes)} ${unit}`;
  return `${inUnit(bytes)} of ${inUnit(total)} ${unit}, ${Math.floor((100 * bytes) / total)} %`;
}

/** Rounds a speed to one decimal, from 10 on to none: more digits would change too often to read. */
function speedText(perSecond: number): string {
  const speed = perSecond / 1_000_000;
  return speed < 1 ? `${Math.round(perSecond / 1000)} kB/s` : `${Number(speed.toFixed(speed < 10 ? 1 : 0))} MB/s`;
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Bytes per second below which a download is aborted. */
export const defaultMinSpeed = 1024;
/** The time over which the mean speed is measured. Time spent on writing to the disk does not count. */
const windowMs = 60_000;

/**
 * Passes bytes on while they arrive fast enough; 0 disables the limit.
 * @param now a clock in ms that never goes back
 * @throws {NetworkError} when the mean of the last minute of reading is below `bytesPerSecond`
 */
export async function* noSlower(
  body: AsyncIterable<Uint8Array>,
  bytesPerSecond = defaultMinSpeed,
  now: () => number = monotonicMs,
): AsyncGenerator<Uint8Array> {
  if (bytesPerSecond === 0) return yield* body;
  const pieces: { ms: number; bytes: number }[] = [];
  let [ms, bytes] = [0, 0];
  let began = now();
  for await (const piece of body) {
    const read = { ms: now() - began, bytes: piece.length };
    pieces.push(read);
    ms += read.ms;
    bytes += read.bytes;
    for (let [oldest] = pieces; oldest && ms - oldest.ms >= windowMs; [oldest] = pieces) {
      pieces.shift();
      ms -= oldest.ms;
      bytes -= oldest.bytes;
    }
    if (ms >= windowMs && bytes * 1000 < bytesPerSecond * ms) {
      const mean = Math.round(bytes / (ms / 1000));
      const message = `The download was too slow: ${mean} bytes a second over a minute, below --min-speed ${bytesPerSecond}.`;
      throw new NetworkError(message, { retryable: true, hint: 'Disable the limit with --min-speed 0.' });
    }
    yield piece;
    began = now();
  }
}
