import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Temporaries } from '../../../src/base/system/temporaries.ts';
import { readCalls } from '../../../src/modules/hcl/calls.ts';
import { stringOf } from '../../../src/modules/hcl/values.ts';
import { diffOf, editedFiles, literalsIn, writeEdited } from '../../../src/modules/lock/edits.ts';
import { git } from '../../support/git-repository.ts';
import { forAllAsync, runs } from '../../support/properties.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { writtenFile } from '../../support/written-calls.ts';

// trust: T-161
test('an edit changes its literal and no other byte, and the file has the new value', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'main.tf');
  await forAllAsync([writtenFile], runs(2000), async ({ pieces, versions }) => {
    writeFileSync(path, pieces.map((piece, at) => piece + (versions[at] ?? '')).join(''));
    const literals = literalsIn(folder, 'terraform');
    const edits = versions.flatMap((was, at) => literals.get(`m${at} version`)?.(was, `~> 7.${at}`) ?? []);
    writeEdited(editedFiles(edits), new Temporaries(), () => {});
    const text = readFileSync(path, 'utf8');
    expect(text).toBe(pieces.map((piece, at) => piece + (at < versions.length ? `~> 7.${at}` : '')).join(''));
    const read = readCalls('main.tf', text).calls.map(({ attributes }) => stringOf(attributes.get('version')));
    expect(read).toEqual(versions.map((_, at) => `~> 7.${at}`));
    return undefined;
  });
});

describe('writing two edited files', () => {
  const text = (name: string) => `module "${name}" {\n  source = "x/y/z"\n  version = "1.0.0"\n}\n`;
  const files = () => {
    const folder = temporaryFolder();
    for (const name of ['a', 'b']) writeFileSync(join(folder, `${name}.tf`), text(name));
    const literals = literalsIn(folder, 'terraform');
    const edits = ['a', 'b'].flatMap((name) => literals.get(`${name} version`)?.('1.0.0', '2.0.0') ?? []);
    const read = () => ['a', 'b'].map((name) => readFileSync(join(folder, `${name}.tf`), 'utf8'));
    return { edited: editedFiles(edits), folder, read };
  };

  test('writes neither of two files if another program changed one of them meanwhile', () => {
    const { edited, folder, read } = files();
    appendFileSync(join(folder, 'b.tf'), '# mine\n');
    expect(() => writeEdited(edited, new Temporaries(), () => {})).toThrow('b.tf was changed meanwhile.');
    expect(read()).toEqual([text('a'), `${text('b')}# mine\n`]);
  });

  // trust: T-163
  test('restores the first file if the second file cannot be written', () => {
    const { edited, read } = files();
    class FullDisk extends Temporaries {
      private nth = 0;
      override using<Result>(parent: string, act: (folder: string) => Result): Result {
        this.nth += 1;
        if (this.nth === 2) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        return super.using(parent, act);
      }
    }
    expect(() => writeEdited(edited, new FullDisk(), () => {})).toThrow('no space left on the disk');
    expect(read()).toEqual([text('a'), text('b')]);
  });
});

// trust: T-211
test.each([
  [
    'git::https://oauth2:glpat-SECRET@h.test/m.git?ref=v1&sshkey=KEY',
    /\/\/\*\*\*@h\.test\/m\.git\?ref=v1&sshkey=\*\*\*"/,
  ],
  ['git::https://glpat-SECRET@h.test/m.git?ref=v1', /git::https:\/\/\*\*\*@h\.test\/m\.git\?ref=v1"/],
  ['git::ssh://git:SECRET@h.test/m.git?ref=v1', /git::ssh:\/\/\*\*\*@h\.test\/m\.git\?ref=v1"/],
])(
  'a diff masks the secret of the source %s, and a message names the line that cannot be applied',
  (source, masked) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'main.tf'), `module "m" {\n  source = "${source}"\n}\n`);
    const edit = literalsIn(folder, 'terraform').get('m source')?.('ref=v1', 'ref=v2');
    const said: string[] = [];
    const [was = '', is = ''] = diffOf(editedFiles([edit!]), folder, (message) => said.push(message))
      .split('\n')
      .slice(3);
    expect([was, is.replace('v2', 'v1')]).toEqual([expect.stringMatching(masked), was.replace('-', '+')]);
    expect(said).toEqual(['main.tf:2: this line of the diff cannot be applied: it has a secret, which is masked.']);
  },
);

test.each(['git::ssh://git@h.test/m.git', 'git@h.test:m.git', 'git::ssh://ORG-1@h.test:22/m.git'])(
  'a diff of the source %s can be applied',
  (source) => {
    const folder = temporaryFolder();
    const text = `module "m" {\n  source = "${source}?ref=v1"\n}\n`;
    writeFileSync(join(folder, 'main.tf'), text);
    const edit = literalsIn(folder, 'terraform').get('m source')?.('ref=v1', 'ref=v2');
    const rejected = () => expect.unreachable();
    writeFileSync(join(folder, 'diff'), diffOf(editedFiles([edit!]), folder, rejected));
    execFileSync(git, ['apply', '--unidiff-zero', 'diff'], { cwd: folder });
    expect(readFileSync(join(folder, 'main.tf'), 'utf8')).toBe(text.replace('v1', 'v2'));
  },
);

test('a diff names the call of each line, whatever the text before it looks like', () => {
  const folder = temporaryFolder();
  const notes = '  notes = <<EOT\nmodule "other" {\nEOT\n';
  const text = ['m', 'n'].map((name) => `module "${name}" {\n${notes}  version = "1.0.0"\n}\n`).join('');
  writeFileSync(join(folder, 'main.tf'), text);
  const literals = literalsIn(folder, 'terraform');
  const edits = ['n', 'm'].map((name) => literals.get(`${name} version`)!('1.0.0', '2.0.0')!);
  expect(diffOf(editedFiles(edits), folder, () => {}).match(/@@.*/g)).toEqual([
    '@@ -5 +5 @@ module "m"',
    '@@ -11 +11 @@ module "n"',
  ]);
});
