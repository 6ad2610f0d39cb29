import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';

/** Returns a tar.gz whose bytes depend only on the files: they are sorted, have one time, and belong to root. */
export async function tarGz(files, epoch, level) {
  const header = (more) => ({ mtime: new Date(epoch * 1000), uid: 0, gid: 0, uname: 'root', gname: 'root', ...more });
  const entries = files.map(({ path, mode, body }) =>
    path.endsWith('/')
      ? { header: header({ name: path, mode, type: 'directory', size: 0 }) }
      : { header: header({ name: path, mode, type: 'file', size: body.length }), body },
  );
  return gzip(await packTar(entries), level);
}

/** Compresses with gzip, without a name and a time in its header. */
export function gzip(bytes, level = 9) {
  return gzipSync(bytes, { level });
}

/** Writes a zip with the system's `zip`, from a folder with one time for every file. */
export function zip(path, files, epoch) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-zip-'));
  try {
    for (const { path: name, mode, body } of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), body);
      chmodSync(join(folder, name), mode);
      utimesSync(join(folder, name), epoch, epoch);
    }
    rmSync(path, { force: true });
    // A zip has local times, so set TZ: the bytes must not depend on the machine. -X omits owners, -D omits folders.
    const words = ['-X', '-D', '-q', resolve(path), ...files.map(({ path: name }) => name)];
    execFileSync('zip', words, { cwd: folder, env: { PATH: process.env.PATH, TZ: 'UTC' } });
  } catch (cause) {
    if (cause.code !== 'ENOENT') throw cause;
    throw new Error('zip is not installed. Install it, or choose other targets than windows-x64 with --target.', {
      cause,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
