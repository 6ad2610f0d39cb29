import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { serviceParts } from '../../src/sandbox/handlers/index.ts';

const folder = resolve(import.meta.dirname, '../../docs/protocol');
const pages = readdirSync(folder).map((name) => readFileSync(resolve(folder, name), 'utf8'));
const spans = pages.flatMap((page) => [...page.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!));

const pathsOf = (dialect: string) =>
  serviceParts
    .filter(({ api }) => api === dialect)
    .flatMap(({ resources }) => resources.flatMap(({ table }) => Object.values(table).map(({ path }) => path)));
const platform = new Set(pathsOf('platform'));

test('every operation of the platform has its path on a page', () => {
  const written = spans.map((code) => code.replace(/^[A-Z]+ /, ''));
  expect([...platform].filter((path) => !written.includes(path))).toEqual([]);
});

test('every path of the registry is on a page', () => {
  const missing = pathsOf('registry').filter((path) => path !== '/' && !spans.includes(path.replace(/^\//, '')));
  expect(missing).toEqual([]);
});

test('a request on a page is an operation of the contract', () => {
  const requests = spans.map((code) => /^(?:GET|POST|PATCH|DELETE) (\/[^?…]+)/.exec(code)?.[1]);
  // Of newer public services, and of OCI registries.
  const foreign = ['/banners', '/v2/NAME/tags/list'];
  expect(requests.filter((path) => path !== undefined && !platform.has(path) && !foreign.includes(path))).toEqual([]);
});
