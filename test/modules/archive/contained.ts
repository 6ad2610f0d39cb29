import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CheckFailedError } from '../../../src/base/errors.ts';
import { type Extracted, type ExtractOptions, extractArchive } from '../../../src/modules/archive/extract.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { arriving, contentOf, endOf } from './tar-builder.ts';

export interface Outcome {
  error: unknown;
  result: Extracted | undefined;
  tree: Record<string, string>;
  /** Everything that is not in the destination. */
  beside: string[];
  linksOut: string[];
}

/** Extracts two folders below a folder of its own and reports the result. */
export async function outcome(archive: Uint8Array, pieces = [50_000]): Promise<Outcome> {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'svc-archive-')));
  const destination = join(outside, 'in', 'here');
  mkdirSync(destination, { recursive: true });
  let result: Extracted | undefined;
  let error: unknown;
  try {
    result = await extractArchive(split(archive, pieces), destination, { limits: { totalBytes: 2 ** 22 } });
  } catch (reason) {
    error = reason;
  }
  const tree = contentOf(destination);
  const beside = Object.keys(contentOf(outside)).filter((path) => !path.startsWith('in/here/'));
  const linksOut = Object.keys(tree).filter(
    (path) => tree[path]?.startsWith('->') && !`${endOf(join(destination, path))}/`.startsWith(`${destination}/`),
  );
  rmSync(outside, { recursive: true });
  return { error, result, tree, beside, linksOut };
}

async function* split(bytes: Uint8Array, pieces: number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = pieces[turn % pieces.length]!;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

export function expectContained({ error, beside, linksOut }: Outcome): void {
  expect([undefined, CheckFailedError]).toContain((error as Error | undefined)?.constructor);
  expect(beside).toEqual(['in/']);
  expect(linksOut).toEqual([]);
}

/** Extracts two folders down, so that whatever escapes would show up beside the destination. */
export async function rejection(archive: Buffer, options?: ExtractOptions): Promise<string> {
  const outside = temporaryFolder();
  const destination = join(outside, 'in', 'here');
  mkdirSync(destination, { recursive: true });
  const error = await extractArchive(arriving(archive), destination, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CheckFailedError);
  const beside = Object.keys(contentOf(outside)).filter((path) => !path.startsWith('in/here/'));
  expect(beside).toEqual(['in/']);
  expect(Object.values(contentOf(destination)).filter((content) => content.startsWith('->'))).toEqual([]);
  expect((error as Error).message).not.toContain('\n');
  return (error as Error).message;
}
