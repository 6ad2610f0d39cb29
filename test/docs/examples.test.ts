import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf } from '../support/page-blocks.ts';
import { notRun, runPage } from '../support/page-run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const guides = readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`);

test('README.md says how to run the demo and all tests from a checkout', () => {
  const page = readFileSync(join(root, 'README.md'), 'utf8');
  const [, section = ''] = /^## From a checkout\n(.*?)^## /ms.exec(page) ?? [];
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(section).toContain('`npm ci && npm run demo`');
  expect(section).toContain('`npm cit`');
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['demo', 'test']));
});

test('npm pack prints only the name of the package: the README causes no warning', () => {
  // npm reads every file of a package; the settings and the description are what decides its output.
  const folder = temporaryFolder();
  for (const name of ['package.json', '.npmrc', 'README.md']) copyFileSync(join(root, name), join(folder, name));
  const { stderr, stdout } = spawnSync('npm', ['pack', '--dry-run', '--ignore-scripts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout + stderr).toMatch(/^svcctl-[\d.]+\.tgz\n$/);
});

test('all code blocks of the guides except two are run by the tests', () => {
  const infos = guides.flatMap((path) => blocksOf(readFileSync(join(root, path), 'utf8')).map(({ info }) => info));
  expect(infos.filter((info) => notRun.some((word) => info.split(' ').includes(word)))).toHaveLength(2);
});

describe('the examples of a page', () => {
  test.each(['README.md', ...guides])('the examples of %s run, from the first to the last', async (path) => {
    const page = readFileSync(join(root, path), 'utf8');
    expect(blocksOf(page).some(({ language }) => language === 'sh')).toBe(true);
    await runPage(page);
  });
});
