import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** More than the tests need at once; containers often have 64 MB. */
const enough = 2 * 1024 ** 3;

/**
 * Puts the temporary folders of a run on a disk in memory, where there is a large one: half of the time of the suite is
 * writing and removing small files. A TMPDIR that is set stays.
 */
export function setup(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || !isUsable()) return undefined;
  const folder = mkdtempSync(join(memory, 'svc-tests-'));
  // As for /tmp: other users can reach its content.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Large enough, and one where the tests may run the scripts they write. */
function isUsable(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.includes(` ${memory} `));
    if (mount === undefined || mount.includes('noexec')) return false;
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= enough;
  } catch {
    return false;
  }
}
