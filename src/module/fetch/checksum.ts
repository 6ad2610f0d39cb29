import { createHash } from 'node:crypto';
import { CheckFailedError } from '../../errors.ts';
import type { Digest } from './location.ts';

/**
 * Passes bytes through and checks their digest at the end.
 * @throws {CheckFailedError} when it differs
 */
export async function* checked(
  source: AsyncIterable<Uint8Array>,
  announced: Digest | undefined,
): AsyncGenerator<Uint8Array> {
  if (!announced) return yield* source;
  const hash = createHash(announced.algorithm);
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  const found = hash.digest('hex');
  if (found !== announced.digest) {
    throw new CheckFailedError(
      `The archive is not what the registry announced: its ${announced.algorithm} is ${found}, not ${announced.digest}.`,
    );
  }
}
