import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityFiles, readIdentity } from '../../packaging/identity.mjs';
import { temporaryFolder } from './artifacts.ts';

const identity: Record<string, string> = readIdentity();

/** Files that repeat addresses. */
const files = [
  ...['package.json', 'package-lock.json', 'packaging/identity.json', 'packaging/install.sh', 'docs/install.md'],
  ...['.github/workflows/release.yml', 'packaging/Dockerfile', 'packaging/gitlab-ci.yml', 'action.yml', 'docs/ci.md'],
].filter((path) => existsSync(path));
/** Addresses of the project. A service in an example has other hosts. */
const own =
  /[\w./:@+-]*(?:\b(?:git|downloads|registry)\.example\.com|\/\/example\.com\/svc)[\w./-]*[\w-]|\bexample\/tap[\w/]*/g;

let folder: string;
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ folder, remove } = await temporaryFolder());
});
afterAll(() => remove());

describe('the identity of the project', () => {
  test('every file that repeats the identity is current (otherwise run npm run identity)', () => {
    const stale = [...identityFiles()].filter(([path, text]) => readFileSync(path, 'utf8') !== text);
    expect(stale.map(([path]) => path)).toEqual([]);
  });

  test('no file contains an address of the project that the identity does not contain', () => {
    const addresses = Object.values(identity);
    const unknown = files.flatMap((path) =>
      (readFileSync(path, 'utf8').match(own) ?? [])
        .filter((found) => !addresses.some((address) => found.replace(/^git\+/, '').startsWith(address)))
        .map((found) => `${path}: ${found}`),
    );
    expect(unknown).toEqual([]);
  });

  test.each(['docs/install.md', 'docs/ci.md'])('%s names no other version than that of package.json', (page) => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const named = readFileSync(page, 'utf8').match(/(?<=[/@]v|[a-z][-_])\d+\.\d+\.\d+/g);
    expect(new Set(named)).toEqual(new Set([version]));
  });

  test('the installer contains the identity', () => {
    const script = new Map(identityFiles(undefined, { ...identity, downloads: 'https://new.test' })).get(
      'packaging/install.sh',
    );
    expect(script).toContain("downloads='https://new.test'");
  });
});

test('svc in a checkout that is not built names the command that builds svc', async () => {
  cpSync('bin', join(folder, 'bin'), { recursive: true });
  const { exitCode, stdout, stderr } = await execa(process.execPath, [join(folder, 'bin/svc.js'), '--version'], {
    reject: false,
  });
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toBe('Error: svc is not built. Build it with: npm ci && npm run build');
});
