import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCalls } from '../../src/hcl/calls.ts';
import { literalsIn, withEdits } from '../../src/lock/edits.ts';
import { Temporaries } from '../../src/system/temporaries.ts';
import { forAllAsync, runs } from '../support/properties.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { writtenFile } from '../support/written-calls.ts';

// trust: T-161
test('an edit changes its literal and no other byte, and the file has the new value', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'main.tf');
  await forAllAsync([writtenFile], runs(2000), async ({ pieces, versions }) => {
    writeFileSync(path, pieces.map((piece, at) => piece + (versions[at] ?? '')).join(''));
    const literals = literalsIn(folder, 'terraform');
    const edits = versions.flatMap((was, at) => literals.get(`m${at} version`)?.(was, `~> 7.${at}`) ?? []);
    await withEdits(edits, new Temporaries(), async () => undefined);
    const text = readFileSync(path, 'utf8');
    expect(text).toBe(pieces.map((piece, at) => piece + (at < versions.length ? `~> 7.${at}` : '')).join(''));
    expect(readCalls('main.tf', text).calls.map(({ version }) => version)).toEqual(
      versions.map((_, at) => `~> 7.${at}`),
    );
    return undefined;
  });
});
