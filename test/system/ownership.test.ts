import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sharedFolderOn } from '../../src/system/ownership.ts';

test.each(['plain', 'with \\ a backslash'])('a folder that others can write is found: %s', async (name) => {
  const parent = await mkdtemp(join(tmpdir(), 'svc-ownership-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, name);
  await mkdir(join(folder, 'inside'), { recursive: true });
  expect(sharedFolderOn(join(folder, 'inside'))).toBeUndefined();
  await chmod(folder, 0o777);
  expect(sharedFolderOn(join(folder, 'inside'))).toEqual({ folder, why: 'can be written by others' });
});
