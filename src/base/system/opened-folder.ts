import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { platform } from 'node:os';

/** Linux's O_PATH, which Node does not name: a folder may be opened that must not be listed. */
const pathOnly = 0o10000000;

/** An opened folder: its path refers to it even after a rename. */
export interface OpenedFolder {
  path: string;
  close(): void;
}

/**
 * Opens a folder by its real path, without following a link in any part of it. Returns undefined on systems other than Linux and
 * where /proc is not mounted.
 * @throws {Error} of the system: ENOTDIR if a part of the path has become a link
 */
export function openFolder(real: string): OpenedFolder | undefined {
  if (platform() !== 'linux' || !existsSync('/proc/self/fd')) return undefined;
  const [, base = '/', rest = ''] = /^(\/proc\/self\/fd\/\d+)?(.*)$/s.exec(real) ?? [];
  // Our own descriptor is a link, and the only one that is followed.
  let descriptor = open(`${base}/.`);
  for (const name of rest.split('/').filter(Boolean)) {
    const parent = descriptor;
    try {
      descriptor = open(`/proc/self/fd/${parent}/${name}`);
    } finally {
      closeSync(parent);
    }
  }
  return { path: `/proc/self/fd/${descriptor}`, close: () => closeSync(descriptor) };
}

function open(path: string): number {
  return openSync(path, pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW);
}
