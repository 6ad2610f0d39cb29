import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import manifest from '../../package.json' with { type: 'json' };

export const { version } = manifest;

/** Every target of a release. */
export const targets = [
  ...['linux-x64', 'linux-arm64', 'linux-x64-musl', 'linux-arm64-musl'],
  ...['darwin-x64', 'darwin-arm64', 'windows-x64'],
];

/** A temporary folder, and a function that deletes it. */
export async function temporaryFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-packaging-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Small programs in place of the executables, which take seconds to compile: each prints its version. */
export function standIns(folder: string): string {
  mkdirSync(folder, { recursive: true });
  for (const target of targets) {
    const name = `svc-${target}${target.startsWith('windows-') ? '.exe' : ''}`;
    writeFileSync(join(folder, name), `#!/bin/sh\necho svc ${version}\n`);
  }
  return folder;
}

/** Runs packaging/release.mjs as a release does. */
export const release = (words: readonly string[], env: Record<string, string> = {}) =>
  execa(process.execPath, ['packaging/release.mjs', ...words], {
    reject: false,
    env: { SOURCE_DATE_EPOCH: '1800000000', ...env },
  });
