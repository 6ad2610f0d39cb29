import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchReceived } from '../../../src/modules/fetch/commit.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('bytes that git stores twice count once, and the indexes that git creates do not count', () => {
  const repository = temporaryFolder();
  const packs = join(repository, 'objects', 'pack');
  mkdirSync(packs, { recursive: true });
  writeFileSync(join(packs, 'tmp_pack_a'), 'x'.repeat(50));
  linkSync(join(packs, 'tmp_pack_a'), join(packs, 'pack-1.pack'));
  for (const index of ['pack-1.idx', 'pack-1.keep', 'tmp_idx_b', 'tmp_rev_c'])
    writeFileSync(join(packs, index), 'x'.repeat(1000));
  const { measure, stop } = watchReceived(repository, { beforeBytes: 7, reject() {} });
  stop();
  expect(measure()).toBe(57);
});
