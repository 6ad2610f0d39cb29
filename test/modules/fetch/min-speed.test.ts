import { expect, test } from 'vitest';
import { NetworkError } from '../../../src/base/errors.ts';
import { noSlower } from '../../../src/modules/fetch/download-speed.ts';

/** Reads pieces that each take a while to arrive and to be handled, by a clock that only these move. */
async function read(pieces: { afterMs: number; bytes: number }[], minSpeed: number, keptMs = 0): Promise<number> {
  let time = 0;
  async function* body() {
    for (const { afterMs, bytes } of pieces) {
      time += afterMs;
      yield new Uint8Array(bytes);
    }
  }
  let bytes = 0;
  for await (const piece of noSlower(body(), minSpeed, () => time)) {
    bytes += piece.length;
    time += keptMs;
  }
  return bytes;
}

const drip = (count: number, afterMs: number, bytes: number) =>
  Array.from({ length: count }, () => ({ afterMs, bytes }));

// trust: T-57
test('an archive that drips below the lowest speed for a minute is a network error', async () => {
  const slow = read(drip(200, 1000, 1023), 1024);
  await expect(slow).rejects.toThrow(NetworkError);
  await expect(slow).rejects.toMatchObject({
    exit: 6,
    retryable: true,
    message: expect.stringContaining('1023 bytes'),
  });
});

// trust: T-57
test('a download at the lowest allowed speed is read to its end, however long', async () => {
  expect(await read(drip(600, 1000, 1024), 1024)).toBe(600 * 1024);
});

test('a download that drips for less than a minute is read to its end', async () => {
  expect(await read(drip(59, 1000, 1), 1024)).toBe(59);
});

// trust: T-57
test('a fast beginning does not make up for a slow minute later', async () => {
  await expect(read([{ afterMs: 1, bytes: 10_000_000 }, ...drip(100, 1000, 1)], 1024)).rejects.toThrow(NetworkError);
});

// trust: T-57
test('time that the reader spends on received bytes does not count as slow', async () => {
  expect(await read(drip(100, 1, 1), 1024, 60_000)).toBe(100);
});
