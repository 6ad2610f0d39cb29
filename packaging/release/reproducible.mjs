import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildRelease } from './build.mjs';

/** Builds the release again, in another folder, and returns the names of the files that differ. */
export async function differences(options, names) {
  const temporary = mkdtempSync(join(tmpdir(), 'svc-release-'));
  const folder = join(temporary, 'again');
  try {
    await buildRelease({ ...options, folder, staged: join(temporary, 'npm') });
    const all = [...new Set([...names, ...readdirSync(folder)])].sort();
    const read = (from, name) => {
      const found = readdirSync(from).includes(name);
      return found ? readFileSync(join(from, name)) : Buffer.from('missing');
    };
    return all.filter((name) => !read(folder, name).equals(read(options.folder, name)));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
