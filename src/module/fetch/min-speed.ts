import type { HttpAnswer } from '../../client/http.ts';
import { NetworkError } from '../../errors.ts';

/** Bytes a second below which a download is given up. */
export const defaultMinSpeed = 1024;
/** What the mean is taken over: time spent waiting for bytes. */
const windowMs = 60_000;

/**
 * The same answer, whose body ends with an error once it came slower than that many bytes a second over the last minute of
 * reading. Only waiting for bytes is reading: time in which the disk holds us back does not count. 0 sets no limit.
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
  now: () => number = () => performance.now(),
): AsyncGenerator<Uint8Array> {
  const pieces: { ms: number; bytes: number }[] = [];
  let [ms, bytes] = [0, 0];
  let began = now();
  for await (const piece of body) {
    const read = { ms: now() - began, bytes: piece.length };
    pieces.push(read);
    ms += read.ms;
    bytes += read.bytes;
    // The oldest go as long as a whole minute is left without them.
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
