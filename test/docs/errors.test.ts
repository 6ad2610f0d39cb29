import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { errorTexts } from '../../docs/error-messages.mjs';
import { errorPage } from '../support/error-page.ts';
import { machine } from '../support/svc.ts';

const root = resolve(import.meta.dirname, '../..');
const written = readFileSync(join(root, 'docs/errors.md'), 'utf8');

test('docs/errors.md is current', () => {
  expect(written, 'docs/errors.md is not what the program says: run `npm run reference`').toBe(
    errorPage(errorTexts(join(root, 'src'))),
  );
});

describe('the table of docs/errors.md', () => {
  /** The rows of the page as patterns: a value in a message can be any text. */
  const rows = [...written.matchAll(/^\| (.*) \| [^|]* \| (.*) \| (\d+) \|$/gm)].map(([, message, , exit]) => ({
    pattern: patternOf(message!),
    exit: Number(exit),
  }));

  test.each([
    'whoami',
    'banner list --columns nothing',
    'banner create --title A --body B --for soon',
    'banner --nonsense',
    'banners',
    'module download acme/network',
    'module download acme/network/cloud --registry ftp://x',
    'module lock nowhere',
    'module verify',
    'team members',
    'webhook verify nothing.json',
    'webhook list --filter nonsense',
    'profile use nothing',
    'config set nonsense 1',
    'sandbox env --sandbox-url http://127.0.0.1:1',
  ])('docs/errors.md lists the error of svc %s with its exit code', async (line) => {
    const { svc } = await machine();
    const { code, stderr } = await svc(line);
    const [, message] = /^Error: (.*?)\n?(?:Hint: .*)?$/s.exec(stderr.trim()) ?? [];
    expect(message, stderr).toBeDefined();
    const matching = rows.filter(({ exit, pattern }) => exit === code && pattern.test(message!.trim()));
    expect(matching, message).not.toEqual([]);
  });
});

/** A pattern for a row, with at least two words of its own. */
function patternOf(row: string): RegExp {
  const text = row.replaceAll(/\\([\\`*_<>[\]|])/g, '$1');
  const [first = '', ...rest] = text.split(/<[^>]*>/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = [first, ...rest].join('.*');
  return new RegExp(`^${pattern}\\.?$`, 's');
}
