import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedFolderOn } from '../../../src/base/system/ownership.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test.each(['plain', 'with \\ a backslash'])('a folder that others can write is found: %s', async (name) => {
  const parent = temporaryFolder();
  const folder = join(parent, name);
  await mkdir(join(folder, 'inside'), { recursive: true });
  expect(sharedFolderOn(join(folder, 'inside'))).toBeUndefined();
  await chmod(folder, 0o777);
  expect(sharedFolderOn(join(folder, 'inside'))).toEqual({ folder, why: 'can be written by others' });
});
