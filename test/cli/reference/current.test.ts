import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { manPages } from '../../../src/cli/reference/man.ts';
import { referenceFolder, referencePages } from '../../../src/cli/reference/markdown.ts';
import { allTopics } from '../../../src/cli/topics/index.ts';
import { wholeTree } from '../../support/tree.ts';

const root = resolve(import.meta.dirname, '../../..');
const tree = await wholeTree();
const files = referencePages(tree, await allTopics());
const regenerate = 'is not what the command tree says: run `npm run reference`';

test.each([...files])('%s is current', (path, text) => {
  const checkedIn = readdirSync(join(root, path, '..')).includes(path.split('/').at(-1)!)
    ? readFileSync(join(root, path), 'utf8')
    : undefined;
  // The texts are long: print only their first difference.
  const [there, wanted] = [checkedIn?.split('\n') ?? [], text.split('\n')];
  const line = wanted.findIndex((each, index) => each !== there[index]);
  expect(there[line], `${path} ${regenerate}`).toBe(wanted[line]);
  expect(checkedIn === text, `${path} ${regenerate}`).toBe(true);
});

test('the folder of the reference contains no other file', () => {
  const stale = readdirSync(join(root, referenceFolder)).filter((name) => !files.has(`${referenceFolder}/${name}`));
  expect(stale, `${referenceFolder} ${regenerate}`).toEqual([]);
});

test('package.json names the man pages, which npm installs', async () => {
  const { man } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const pages = [...manPages(tree, await allTopics()).keys()].map((name) => `./build/man/${name}`).sort();
  const missing = pages.filter((page) => !man.includes(page));
  expect(missing, 'Add these pages to `man` of package.json.').toEqual([]);
  expect(man).toEqual(pages);
});

test('man pages contain only ASCII, because every encoding of a reader contains it', async () => {
  const foreign = [...manPages(tree, await allTopics())].filter(([, text]) => /[^\x00-\x7f]/.test(text));
  expect(foreign.map(([path]) => path)).toEqual([]);
});
