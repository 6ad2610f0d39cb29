import { createHash } from 'node:crypto';
import { CheckFailedError } from '../errors.ts';
import type { Checksum } from './location.ts';

/**
 * Passes bytes through and checks their digest at the end.
 * @throws {CheckFailedError} when it differs, or when the digest is in a file, which is not read yet
 */
export async function* checked(
  source: AsyncIterable<Uint8Array>,
  checksum: Checksum | undefined,
): AsyncGenerator<Uint8Array> {
  if (!checksum) return yield* source;
  if ('file' in checksum) {
    throw new CheckFailedError(
      `The location names a file of checksums, which svc does not read: ${checksum.file.host}.`,
      {
        hint: 'The registry must put the digest itself into checksum=.',
      },
    );
  }
  const hash = createHash(checksum.algorithm);
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  const found = hash.digest('hex');
  if (found !== checksum.digest) {
    throw new CheckFailedError(
      `The archive is not what the registry announced: its ${checksum.algorithm} is ${found}, not ${checksum.digest}.`,
    );
  }
}
