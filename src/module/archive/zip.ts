import type { EntrySink } from './entry.ts';
import { type Budget, howToRaise } from './limits.ts';
import { rejectArchive, rejectEntry } from './rejection.ts';
import type { Spool } from './spool.ts';
import { decodeName } from './tar-text.ts';
import { unpackMember } from './zip-content.ts';
import { readDirectory, type ZipMember } from './zip-directory.ts';
import { findDirectory } from './zip-end.ts';
import { contentAt } from './zip-local.ts';

/**
 * Reads a zip file and passes its members on, in the order they lie in. The directory is the authority, local headers
 * must agree with it, and headers, contents and directory must fill the file without gap and overlap, so that no reader
 * can find another archive in it. Throws `CheckFailedError` for what is corrupt, ambiguous or unsupported.
 * @param breathe called between members, to let go of the thread now and then
 */
export async function readZip(
  spool: Spool,
  budget: Budget,
  sink: EntrySink,
  breathe: () => Promise<void> | undefined,
): Promise<void> {
  const directory = findDirectory(spool);
  const members = readDirectory(spool, directory, budget).sort((one, other) => one.at - other.at);
  if (members[0]?.at !== 0) rejectArchive('there is data before the first entry of the zip archive');
  let unpackedBytes = 0;
  for (const [index, member] of members.entries()) {
    await breathe();
    const at = contentAt(spool, member, members[index + 1]?.at ?? directory.at);
    const counted = (take: (bytes: Buffer) => void) =>
      unpackMember(spool, member, at, (bytes, readTo) => {
        unpackedBytes += bytes.length;
        budget.checkRatio(readTo, unpackedBytes);
        take(bytes);
      });
    if (member.kind === 'symlink') {
      const target = await targetOf(member, budget, counted);
      sink.begin({ ...member, bytes: 0, target });
    } else {
      sink.begin({ ...member, target: '' });
      await counted((bytes) => sink.write(bytes));
    }
    sink.end();
  }
}

/** A link's content is its target. */
async function targetOf(
  { name, bytes }: ZipMember,
  budget: Budget,
  unpack: (take: (bytes: Buffer) => void) => Promise<void>,
): Promise<string> {
  if (bytes > budget.limits.pathBytes) {
    rejectEntry(name, 'has a target that is too long', undefined, howToRaise('pathBytes'));
  }
  budget.spendBesides(bytes);
  const pieces: Buffer[] = [];
  await unpack((piece) => pieces.push(Buffer.from(piece)));
  return decodeName(Buffer.concat(pieces));
}
