import { createHash } from 'node:crypto';
import type { Client } from '../../api/client/client.ts';
import type { HttpAnswer } from '../../api/client/http.ts';
import { CheckFailedError, ProtocolError, RejectedError, type SvcError } from '../../base/errors.ts';
import { percentDecoded } from '../../base/origin.ts';
import { maskUrl } from '../../base/secrets.ts';
import { extractArchive } from '../archive/extract.ts';
import { PartialArchive, StartOver } from '../cache/partial.ts';
import { extentOf, noSlower, showReceived } from './download-speed.ts';
import { isAnonymous } from './locate.ts';
import { type ArchiveLocation, type Digest, readDigest } from './location.ts';
import { authorizationFor } from './object-store.ts';
import type { Receive } from './source.ts';

/** Downloads an archive, into the cache if there is one; a disk error of the cache is a warning. @throws {SvcError}; what `place` throws */
export const receiveArchive: Receive<ArchiveLocation> = async (located, source, deps, place) => {
  const { anonymous, from, location } = located;
  const { format: announced, subdir = '.' } = location;
  const { cache, disk, limits, minSpeed, signal, update, warn } = deps;
  const client = await deps.client();
  const digest = await announcedDigest(client, location, anonymous);
  const warnUncached = ({ message }: SvcError) => warn(`${source.name} was not cached. ${message}`);
  const partial = cache && new PartialArchive(cache, warnUncached);
  const authorization = await authorizationFor(location, deps);
  const headers = (url: URL) => ({ ...partial?.headers(), ...authorization(url) });
  const consume = (answer: HttpAnswer) =>
    place(async (temp) => {
      const received = noSlower(answer.body, minSpeed);
      const body = partial ? partial.receive(answer, received) : received;
      const onBytes = showReceived(source, deps, extentOf(answer));
      update(`Unpacking ${source.name}`);
      const extracted = await extractArchive(checked(body, digest), temp, { disk, limits, signal, onBytes });
      const { format, receivedBytes: bytes, sha256, unpacked } = extracted;
      // The format of the bytes counts. Servers add and remove gzip around a tar, so only zip instead of tar is noted.
      const isOther = (announced === 'zip') !== (format === 'zip');
      const note = `The registry announced a .${announced} archive, but it is a .${format}; it was unpacked as .${format}.`;
      const notes = [...(isOther ? [note] : []), ...extracted.notes];
      return { format, sha256, bytes, unpacked, notes, keep: () => partial?.finish(sha256) };
    });
  const attempt = () => client.fetch(location.url, { anonymous, headers, signal }, consume);
  try {
    const filled = await (partial ? onceMore(partial, attempt) : attempt());
    partial?.enter({ ...source.key, location: from, format: announced, subdir });
    return filled;
  } finally {
    partial?.end();
  }
};

/** Retries from the start if a resumed download results in a bad archive. */
async function onceMore<Result>(partial: PartialArchive, attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    const unusable =
      error instanceof StartOver ||
      (error instanceof RejectedError && error.status === 416) ||
      (error instanceof CheckFailedError && partial.isContinued);
    if (!unusable) throw error;
    partial.startOver();
    return await attempt().catch((secondError: unknown) => {
      if (!(secondError instanceof StartOver)) throw secondError;
      throw new ProtocolError('The server sent part of the archive although all of it was requested.');
    });
  }
}

const maxBytes = 1024 * 1024;

/** A line of a checksum file, which may have no file name. */
type Sum = Digest & { file: string | undefined };

/**
 * Returns the digest that a location announces for its archive. A checksum file is fetched by the same rules.
 * @throws {CheckFailedError} for a file without the archive, or with two digests of it; what the client throws
 */
async function announcedDigest(client: Client, { checksum, url }: ArchiveLocation, anonymous: boolean) {
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
    .flatMap((sumLine) => {
      const line = sumLine.trim();
      const [, type, bsdName, bsdHex = ''] = /^(\w+) \((.+)\) = ([0-9a-f]+)$/i.exec(line) ?? [];
      const [, hex = '', name] = /^([0-9a-f]+)(?:\s+\*?(\S.*))?$/i.exec(line) ?? [];
      const digest = bsdName === undefined ? readDigest(hex) : readDigest(bsdHex, type);
      return digest ? [{ ...digest, file: (bsdName ?? name)?.replace(/^(\.\/)+/, '') }] : [];
    });
}

/** Picks the line with the longest matching path, then the longest digest; else a line without a name. */
function sumOf(sums: Sum[], path: string, source: string): Digest {
  const matching = sums.filter(({ file }) => file !== undefined && `/${path}`.endsWith(`/${file}`));
  const weight = ({ digest, file = '' }: Sum) => file.length * 1000 + digest.length;
  const [best, ...otherSums] = (matching.length > 0 ? matching : sums.filter(({ file }) => file === undefined)).sort(
    (a, b) => weight(b) - weight(a),
  );
  const archive = JSON.stringify(path.slice(path.lastIndexOf('/') + 1));
  if (!best) throw new CheckFailedError(`The checksum file ${source} has no checksum for ${archive}.`);
  if (otherSums.some((sum) => weight(sum) === weight(best) && sum.digest !== best.digest))
    throw new CheckFailedError(`The checksum file ${source} has two different checksums for ${archive}.`);
  return best;
}

/** Passes bytes on. @throws {CheckFailedError} at their end if the digest differs */
async function* checked(source: AsyncIterable<Uint8Array>, announced: Digest | undefined): AsyncGenerator<Uint8Array> {
  if (!announced) return yield* source;
  const hash = createHash(announced.algorithm);
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  const [actualDigest, { algorithm, digest }] = [hash.digest('hex'), announced];
  const message = `The archive is not what the registry announced: its ${algorithm} is ${actualDigest}, not ${digest}.`;
  if (actualDigest !== digest) throw new CheckFailedError(message);
}
