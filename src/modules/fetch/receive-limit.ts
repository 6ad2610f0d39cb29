import { statSync } from 'node:fs';
import { join } from 'node:path';
import { CheckFailedError } from '../../base/errors.ts';
import { namesIn } from '../../base/system/files.ts';
import { grouped } from '../../base/text.ts';

const glanceMs = 200;
/** Git's own files beside a pack: its index, complete or being written, and its lock. */
const besidePack = /(\.(idx|rev|keep)|\/tmp_(idx|rev)_[^/]*)$/;
/** Packed history may be larger than the files of one commit. */
const defaultMostBytes = 2 * 1024 ** 3;

export interface ReceivedOptions {
  mostBytes?: number | undefined;
  /** Bytes received before from other repositories. */
  beforeBytes?: number;
  onBytes?: ((receivedBytes: number) => void) | undefined;
  reject(error: Error): void;
}

/** Watches the packs, growing packs and loose objects of a repository, since git has no limit. */
export function watchReceived(repository: string, options: ReceivedOptions) {
  const { beforeBytes = 0, mostBytes = defaultMostBytes, onBytes, reject } = options;
  const folder = join(repository, 'objects');
  /** Returns the bytes received so far, earlier ones included. @throws {CheckFailedError} over the limit */
  const measure = (): number => {
    // A complete pack has two names for a moment.
    const sizes = new Map<number, number>();
    for (const name of namesIn(folder, { recursive: true })) {
      const status = statSync(join(folder, name), { throwIfNoEntry: false });
      if (status?.isFile() && !besidePack.test(name)) sizes.set(status.ino, status.size);
    }
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, beforeBytes);
    if (bytes <= mostBytes) return bytes;
    throw new CheckFailedError(`The repository is rejected: it sends more than ${grouped(mostBytes)} bytes.`);
  };
  const glance = () => {
    try {
      const bytes = measure();
      onBytes?.(bytes);
    } catch (error) {
      reject(error as CheckFailedError);
    }
  };
  const timer = setInterval(glance, glanceMs);
  return { measure, stop: () => clearInterval(timer) };
}
