import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCalls } from '../../src/hcl/calls.ts';
import { diffOf, inOrder, literalsIn, withEdits } from '../../src/lock/edits.ts';
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
    await withEdits(edits, { temporaries: new Temporaries(), warn() {} }, async () => undefined);
    const text = readFileSync(path, 'utf8');
    expect(text).toBe(pieces.map((piece, at) => piece + (at < versions.length ? `~> 7.${at}` : '')).join(''));
    expect(readCalls('main.tf', text).calls.map(({ version }) => version)).toEqual(
      versions.map((_, at) => `~> 7.${at}`),
    );
    return undefined;
  });
});

describe('a file that another hand changes', () => {
  const files = () => {
    const folder = temporaryFolder();
    for (const name of ['a', 'b'])
      writeFileSync(join(folder, `${name}.tf`), `module "${name}" {\n  source = "x/y/z"\n  version = "1.0.0"\n}\n`);
    const literals = literalsIn(folder, 'terraform');
    const edits = inOrder(['a', 'b'].flatMap((name) => literals.get(`${name} version`)?.('1.0.0', '2.0.0') ?? []));
    const read = () =>
      ['a', 'b'].map((name) => /version = (.*)/.exec(readFileSync(join(folder, `${name}.tf`), 'utf8'))?.[1]);
    return { edits, folder, read };
  };
  const warnings: string[] = [];
  const deps = { temporaries: new Temporaries(), warn: (message: string) => void warnings.push(message) };

  test('before the edits are written: nothing is', async () => {
    const { edits, folder, read } = files();
    appendFileSync(join(folder, 'b.tf'), '# mine\n');
    await expect(withEdits(edits, deps, async () => undefined)).rejects.toThrow(
      'b.tf was changed meanwhile. Nothing was written.',
    );
    expect(read()).toEqual(['"1.0.0"', '"1.0.0"']);
  });

  test('after that, and the action fails: it stays and is named, and the others are as they were', async () => {
    const { edits, folder, read } = files();
    const failing = async () => {
      appendFileSync(join(folder, 'a.tf'), '# mine\n');
      throw new Error('no lock');
    };
    await expect(withEdits(edits, deps, failing)).rejects.toThrow('no lock');
    expect(readFileSync(join(folder, 'a.tf'), 'utf8')).toMatch(/# mine\n$/);
    expect(read()).toEqual(['"2.0.0"', '"1.0.0"']);
    expect(warnings).toEqual([`${join(folder, 'a.tf')} was changed meanwhile, and keeps what was updated in it.`]);
  });
});

test('a diff has no secret of a source', () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'main.tf'),
    'module "m" {\n  source = "git::https://oauth2:glpat-SECRET@h.test/m.git?ref=v1&sshkey=KEY"\n}\n',
  );
  const edit = literalsIn(folder, 'terraform').get('m source')?.('ref=v1', 'ref=v2');
  expect(diffOf([edit!], folder)).toMatch(
    /^-.*\/\/\*\*\*@h\.test\/m\.git\?ref=v1&sshkey=\*\*\*"\n\+.*\*\*\*@.*ref=v2/m,
  );
});
