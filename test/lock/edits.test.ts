import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCalls } from '../../src/hcl/calls.ts';
import { diffOf, editedFiles, literalsIn, writeEdited } from '../../src/lock/edits.ts';
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
    writeEdited(editedFiles(edits), new Temporaries());
    const text = readFileSync(path, 'utf8');
    expect(text).toBe(pieces.map((piece, at) => piece + (at < versions.length ? `~> 7.${at}` : '')).join(''));
    expect(readCalls('main.tf', text).calls.map(({ version }) => version)).toEqual(
      versions.map((_, at) => `~> 7.${at}`),
    );
    return undefined;
  });
});

test('where another hand changed a file meanwhile, no file is written', () => {
  const folder = temporaryFolder();
  const text = (name: string) => `module "${name}" {\n  source = "x/y/z"\n  version = "1.0.0"\n}\n`;
  for (const name of ['a', 'b']) writeFileSync(join(folder, `${name}.tf`), text(name));
  const literals = literalsIn(folder, 'terraform');
  const edits = ['a', 'b'].flatMap((name) => literals.get(`${name} version`)?.('1.0.0', '2.0.0') ?? []);
  appendFileSync(join(folder, 'b.tf'), '# mine\n');
  const write = () => writeEdited(editedFiles(edits), new Temporaries());
  expect(write).toThrow('b.tf was changed meanwhile. Nothing was written.');
  expect(['a', 'b'].map((name) => readFileSync(join(folder, `${name}.tf`), 'utf8'))).toEqual([
    text('a'),
    `${text('b')}# mine\n`,
  ]);
});

test('a diff has no secret of a source', () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'main.tf'),
    'module "m" {\n  source = "git::https://oauth2:glpat-SECRET@h.test/m.git?ref=v1&sshkey=KEY"\n}\n',
  );
  const edit = literalsIn(folder, 'terraform').get('m source')?.('ref=v1', 'ref=v2');
  expect(diffOf(editedFiles([edit!]), folder)).toMatch(
    /^-.*\/\/\*\*\*@h\.test\/m\.git\?ref=v1&sshkey=\*\*\*"\n\+.*\*\*\*@.*ref=v2/m,
  );
});
