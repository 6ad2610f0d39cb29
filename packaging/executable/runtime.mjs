import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

const lock = JSON.parse(readFileSync(join(import.meta.dirname, 'package-lock.json'), 'utf8'));

/** The error if the npm registry did not deliver a package. A file with a wrong checksum is a plain Error instead. */
export class UnavailableError extends Error {}

/**
 * The path of a platform's runtime below `folder`, fetched from npm on first use. Its SHA-512 must be the locked one.
 * npm runs no script of a package that it only downloads.
 */
export function runtimeOf(name, folder) {
  const { version, integrity } = lock.packages[`node_modules/${name}`];
  const stored = join(folder, `${basename(name)}-${version}`);
  const program = join(stored, 'bin', name.includes('windows') ? 'bun.exe' : 'bun');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const temporary = mkdtempSync(join(folder, 'fetch-'));
  try {
    const archive = join(temporary, download(`${name}@${version}`, temporary));
    const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (found !== integrity)
      throw new Error(
        `${name}@${version} does not have the locked checksum: locked ${integrity}, downloaded ${found}.`,
      );
    execFileSync('tar', ['-xzf', archive, '-C', temporary]);
    rmSync(stored, { recursive: true, force: true });
    renameSync(join(temporary, 'package'), stored);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return program;
}

/** Returns the name of the archive that npm has put into `folder`. */
function download(spec, folder) {
  const words = ['pack', spec, '--pack-destination', folder, '--prefer-offline', '--ignore-scripts', '--json'];
  try {
    // npm is a script of the shell on Windows.
    const output = execFileSync('npm', words, { encoding: 'utf8', shell: process.platform === 'win32' });
    return JSON.parse(output)[0].filename;
  } catch (cause) {
    throw new UnavailableError(`npm cannot download ${spec}: ${cause.message}`, { cause });
  }
}
