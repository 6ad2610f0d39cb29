import { createHash } from 'node:crypto';
import type { Client } from '../../api/client/client.ts';
import { CheckFailedError } from '../../base/errors.ts';
import { percentDecoded } from '../../base/origin.ts';
import { maskUrl } from '../../base/secrets.ts';
import { isAnonymous } from './locate.ts';
import { type ArchiveLocation, type Digest, readDigest } from './location.ts';

const maxBytes = 1024 * 1024;

/** A line of a checksum file, which may have no file name. */
export type Sum = Digest & { file: string | undefined };

/**
 * Returns the digest that a location announces for its archive. A checksum file is fetched under the rules for the archive.
 * @throws {CheckFailedError} for a file without the archive, or with two digests of it; what the client throws
 */
export async function announcedDigest(
  client: Client,
  { checksum, url }: ArchiveLocation,
  { anonymous }: { anonymous: boolean },
): Promise<Digest | undefined> {
  if (!checksum || !('file' in checksum)) return checksum;
  const { file } = checksum;
  const options = { anonymous: isAnonymous(file, { by: url, credentials: !anonymous }), maxBytes };
  const { text } = await client.send('GET', file, undefined, { ...options, accept: 'text/plain, */*' });
  return sumOf(readSums(text), percentDecoded(url.pathname), maskUrl(file));
}

/** Reads `HASH  name`, `HASH *name`, `SHA256 (name) = HASH` and `HASH`; ignores other lines (docs/protocol/modules.md#checksums). */
export function readSums(text: string): Sum[] {
  return text
    .replace(/^\ufeff/, '')
    .split('\n')
    .flatMap((whole) => {
      const line = whole.trim();
      const [, type, bsdName, bsdHex = ''] = /^(\w+) \((.+)\) = ([0-9a-f]+)$/i.exec(line) ?? [];
      const [, hex = '', name] = /^([0-9a-f]+)(?:\s+\*?(\S.*))?$/i.exec(line) ?? [];
      const digest = bsdName === undefined ? readDigest(hex) : readDigest(bsdHex, type);
      return digest ? [{ ...digest, file: (bsdName ?? name)?.replace(/^(\.\/)+/, '') }] : [];
    });
}

/** Picks the longest matching path and its longest digest, else a line without a name. */
function sumOf(sums: Sum[], path: string, source: string): Digest {
  const matching = sums.filter(({ file }) => file !== undefined && `/${path}`.endsWith(`/${file}`));
  const weight = ({ digest, file = '' }: Sum) => file.length * 1000 + digest.length;
  const [best, ...others] = (matching.length > 0 ? matching : sums.filter(({ file }) => file === undefined)).sort(
    (a, b) => weight(b) - weight(a),
  );
  const archive = JSON.stringify(path.slice(path.lastIndexOf('/') + 1));
  if (!best) throw new CheckFailedError(`The checksum file ${source} has no checksum for ${archive}.`);
  if (others.some((other) => weight(other) === weight(best) && other.digest !== best.digest))
    throw new CheckFailedError(`The checksum file ${source} has two different checksums for ${archive}.`);
  return best;
}

/** Passes bytes through. @throws {CheckFailedError} at the end when their digest differs */
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
  const actual = hash.digest('hex');
  if (actual !== announced.digest) {
    throw new CheckFailedError(
      `The archive is not what the registry announced: its ${announced.algorithm} is ${actual}, not ${announced.digest}.`,
    );
  }
}
