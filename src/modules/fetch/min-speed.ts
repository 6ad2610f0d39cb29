import type { HttpAnswer } from '../../api/client/http.ts';
import { monotonicMs } from '../../base/clock.ts';
import { NetworkError } from '../../base/errors.ts';

/** Bytes per second below which a download is aborted. */
export const defaultMinSpeed = 1024;
/** The window of the mean: time spent waiting for bytes. */
const windowMs = 60_000;

/**
 * The same answer, whose body fails when slower than this many bytes a second over the last minute of
 * reading. Only waiting for bytes counts, not waiting for the disk. 0 disables the limit.
 * @throws {NetworkError} while it is read
 */
export function withMinSpeed(answer: HttpAnswer, bytesPerSecond = defaultMinSpeed): HttpAnswer {
  if (bytesPerSecond === 0) return answer;
  const { body } = answer;
  return { ...answer, body: Object.assign(noSlower(body, bytesPerSecond), { destroy: () => body.destroy() }) };
}

/** @param now milliseconds that only grow */
export async function* noSlower(
  body: AsyncIterable<Uint8Array>,
  bytesPerSecond: number,
  now: () => number = monotonicMs,
): AsyncGenerator<Uint8Array> {
  const pieces: { ms: number; bytes: number }[] = [];
  let [ms, bytes] = [0, 0];
  let began = now();
  for await (const piece of body) {
    const read = { ms: now() - began, bytes: piece.length };
    pieces.push(read);
    ms += read.ms;
    bytes += read.bytes;
    // Drop the oldest while a whole minute remains.
    for (let [oldest] = pieces; oldest && ms - oldest.ms >= windowMs; [oldest] = pieces) {
      pieces.shift();
      ms -= oldest.ms;
      bytes -= oldest.bytes;
    }
    if (ms >= windowMs && bytes * 1000 < bytesPerSecond * ms) throw tooSlow(bytes / (ms / 1000), bytesPerSecond);
    yield piece;
    began = now();
  }
}

function tooSlow(measured: number, wanted: number): NetworkError {
  const message = `The download was too slow: ${Math.round(measured)} bytes a second over a minute, below --min-speed ${wanted}.`;
  return new NetworkError(message, { retryable: true, hint: 'Disable the limit with --min-speed 0.' });
}
