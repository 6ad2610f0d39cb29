import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readlinkSync, readSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { CheckFailedError, LocalError } from '../../errors.ts';
import { shownName } from '../archive/refusal.ts';

const pieceBytes = 1024 * 1024;

/**
 * Hash of a folder's files in the ecosystem's `h1:` form: the sha256 over sorted lines `HEX  path\n`, in base64, as Go's
 * dirhash.Hash1 has it. A `.git` at the top does not count. A link counts as the file it leads to; one to a folder, on
 * which Go's gives up, as the text of its target.
 * @throws {CheckFailedError} for a link that leads out of the folder or nowhere, or a name with a line end; {LocalError} for what cannot be read
 */
export function hashFolder(folder: string): string {
  try {
    const root = realpathSync(folder);
    const hashes = [...filesIn(root, '')].map((path) => ({ path, digest: digestOf(root, path) }));
    return hashLines(hashes);
  } catch (error) {
    if (error instanceof CheckFailedError) throw error;
    const { code = 'unknown fault', path = folder } = error as NodeJS.ErrnoException;
    throw new LocalError(`Cannot read ${shownName(path)} (${code}).`, { cause: error });
  }
}

/** The `h1:` hash of files whose hex digests are known. */
export function hashLines(files: readonly { path: string; digest: string }[]): string {
  const sum = createHash('sha256');
  const sorted = files.map((file) => ({ ...file, bytes: Buffer.from(file.path) }));
  // By bytes, as Go sorts; UTF-16 has another order.
  sorted.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  for (const { path, digest } of sorted) {
    if (path.includes('\n')) throw new CheckFailedError(`The name ${shownName(path)} has a line end in it.`);
    sum.update(`${digest}  ${path}\n`);
  }
  return `h1:${sum.digest('base64')}`;
}

function* filesIn(root: string, inside: string): Generator<string> {
  for (const entry of readdirSync(join(root, inside), { withFileTypes: true })) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (path === '.git') continue;
    if (entry.isDirectory()) yield* filesIn(root, path);
    else yield path;
  }
}

function digestOf(root: string, path: string): string {
  const full = join(root, path);
  const hash = createHash('sha256');
  const real = realPath(full, path);
  if (real !== full && !real.startsWith(root + sep)) {
    throw new CheckFailedError(`The link ${shownName(path)} leads out of ${root}.`);
  }
  const stat = statSync(real);
  if (stat.isDirectory()) return hash.update(readlinkSync(full)).digest('hex');
  if (!stat.isFile()) throw new CheckFailedError(`${shownName(path)} in ${root} is no file.`);
  return hashFile(hash, real).digest('hex');
}

function realPath(full: string, path: string): string {
  try {
    return realpathSync(full);
  } catch {
    throw new CheckFailedError(`The link ${shownName(path)} leads nowhere.`);
  }
}

function hashFile(hash: Hash, path: string): Hash {
  const piece = Buffer.allocUnsafe(pieceBytes);
  const file = openSync(path, 'r');
  try {
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) hash.update(piece.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return hash;
}
