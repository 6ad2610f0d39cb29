import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { nextChecks } from '../../src/webhooks/inspector/page/causes.mjs';
import { signaturePage } from '../support/signature-page.ts';

const root = resolve(import.meta.dirname, '../..');
const page = signaturePage(root);

test('docs/signatures.md is current', () => {
  const written = readFileSync(resolve(root, 'docs/signatures.md'), 'utf8');
  expect(written, 'docs/signatures.md is not what the program says: run `npm run reference`').toBe(page);
});

test('docs/signatures.md lists each cause once, with the message of svc and the next thing to check', () => {
  const causes = Object.keys(nextChecks);
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| (.*) \|$/gm)];
  expect(rows.map(([, cause]) => cause)).toEqual(causes);
  const unexplained = causes
    .slice(0, causes.indexOf('method'))
    .filter((_, at) => rows[at]![2]!.split(' | ').length < 2);
  expect(unexplained).toEqual([]);
  expect(page).toContain('The signature is made with SHA-256 instead of SHA-512. | Sign with HMAC-SHA512');
});
