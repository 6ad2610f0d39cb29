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
 * Opens a folder without following a link at any part of its path, which is the real one. Undefined on systems other than Linux
 * and where /proc is not mounted.
 * @throws what the disk says; ENOTDIR where a part of the path is a link by now
 */
export function openFolder(real: string): OpenedFolder | undefined {
  if (platform() !== 'linux' || !existsSync('/proc/self/fd')) return undefined;
  const [, base = '/', rest = ''] = /^(\/proc\/self\/fd\/\d+)?(.*)$/s.exec(real) ?? [];
  // What this process has opened is a link, and the one that may be followed.
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
