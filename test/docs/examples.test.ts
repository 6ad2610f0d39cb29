import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf } from '../support/page-blocks.ts';
import { runPage } from '../support/page-run.ts';

const root = resolve(import.meta.dirname, '../..');
const guides = readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`);

describe('the examples of', () => {
  test.each(['README.md', ...guides])('%s run from the first to the last', async (path) => {
    const page = readFileSync(join(root, path), 'utf8');
    expect(blocksOf(page).some(({ language }) => language === 'sh')).toBe(true);
    await runPage(page);
  });
});
