import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildExecutable, executableOf } from './build.mjs';

const root = resolve(import.meta.dirname, '../..');
/** The paths that determine the bytes of an executable. */
const inputs = ['dist', 'completions', 'packaging/executable'];

/**
 * Returns the path of this machine's executable, for tests. It is compiled only if it is missing or was compiled from other files.
 * @throws {UnavailableError} if npm cannot fetch the compiler or the runtime
 */
export function currentExecutable() {
  const path = executableOf();
  const note = `${path}.inputs`;
  const digest = digestOf(inputs.flatMap(filesIn));
  if (isFrom(digest, path, note)) return path;
  buildExecutable();
  writeFileSync(note, digest);
  return path;
}

/** Returns whether the note has this digest, and the executable is still the one that the note describes. */
function isFrom(digest, path, note) {
  try {
    return readFileSync(note, 'utf8') === digest && statSync(path).mtimeMs <= statSync(note).mtimeMs;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return false;
  }
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))
    .sort();
}

function digestOf(files) {
  const all = createHash('sha256');
  for (const file of files)
    all.update(`${file}\n`).update(createHash('sha256').update(readFileSync(file)).digest('hex'));
  return all.digest('hex');
}
