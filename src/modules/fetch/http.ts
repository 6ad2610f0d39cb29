import type { HttpAnswer } from '../../api/client/http.ts';
import { CheckFailedError, ProtocolError, RejectedError, type SvcError } from '../../base/errors.ts';
import { extractArchive } from '../archive/extract.ts';
import { PartialArchive, StartOver } from '../cache/partial.ts';
import { announcedDigest, checked } from './checksum.ts';
import { extentOf, noSlower, showReceived } from './download-speed.ts';
import type { ArchiveLocation } from './location.ts';
import { authorizationFor } from './object-store.ts';
import type { Receive } from './source.ts';

/** Downloads an archive, into the cache if there is one; a disk error of the cache is a warning. @throws {SvcError}; what `place` throws */
export const receiveArchive: Receive<ArchiveLocation> = async (located, source, deps, place) => {
  const { anonymous, from, location } = located;
  const { cache, disk, limits, minSpeed, signal, update, warn } = deps;
  const client = await deps.client();
  const digest = await announcedDigest(client, location, located);
  const lost = ({ message }: SvcError) => warn(`${source.name} was not cached. ${message}`);
  const partial = cache && new PartialArchive(cache, lost);
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
      const announced = location.format;
      // The bytes decide. Servers add and remove gzip around a tar, so that is not worth a note.
      const isOther = (announced === 'zip') !== (format === 'zip');
      const note = `The registry announced a .${announced} archive, but it is a .${format}; it was unpacked as .${format}.`;
      const notes = [...(isOther ? [note] : []), ...extracted.notes];
      return { format, sha256, bytes, unpacked, notes, keep: () => partial?.finish(sha256) };
    });
  const attempt = () => client.fetch(location.url, { anonymous, headers, signal }, consume);
  try {
    const filled = await (partial ? onceMore(partial, attempt) : attempt());
    const { format, subdir = '.' } = location;
    partial?.enter({ ...source.key, location: from, format, subdir });
    return filled;
  } finally {
    partial?.end();
  }
};

/** Tries again from the start if an archive is bad and its download was resumed. */
async function onceMore<Result>(partial: PartialArchive, attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    const unusable =
      error instanceof StartOver ||
      (error instanceof RejectedError && error.status === 416) ||
      (error instanceof CheckFailedError && partial.continued);
    if (!unusable) throw error;
    partial.startOver();
    return await attempt().catch((again: unknown) => {
      if (!(again instanceof StartOver)) throw again;
      throw new ProtocolError('The server sent part of the archive although all of it was requested.');
    });
  }
}
