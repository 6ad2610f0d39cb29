import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CheckFailedError } from '../../errors.ts';

const glanceMs = 200;
/** Packed history may be larger than the files of one commit; still it has an end. */
const defaultMostBytes = 2 * 1024 ** 3;

export interface PackOptions {
  mostBytes?: number | undefined;
  onBytes?: ((receivedBytes: number) => void) | undefined;
  /** Told once it is too much. */
  refuse(error: CheckFailedError): void;
}

/** Watches what git receives, which git itself puts no limit on. */
export interface Packs {
  /** Bytes received so far. @throws {CheckFailedError} when it is too much */
  measure(): number;
  stop(): void;
}

/** Starts to watch the packs of a repository, finished ones and those that grow. */
export function watchPacks(repository: string, options: PackOptions): Packs {
  const { mostBytes = defaultMostBytes, onBytes, refuse } = options;
  const folder = join(repository, 'objects', 'pack');
  const measure = () => {
    const bytes = namesIn(folder)
      .filter((name) => /^tmp_pack_|\.pack$/.test(name))
      .reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);
    if (bytes <= mostBytes) return bytes;
    throw new CheckFailedError(
      `The repository is refused: it sends more than ${mostBytes.toLocaleString('en')} bytes.`,
    );
  };
  const glance = () => {
    try {
      onBytes?.(measure());
    } catch (error) {
      refuse(error as CheckFailedError);
    }
  };
  const timer = setInterval(glance, glanceMs);
  return { measure, stop: () => clearInterval(timer) };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Nothing was received yet.
    return [];
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
