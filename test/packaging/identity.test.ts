import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityFiles, readIdentity, updateIdentity } from '../../packaging/identity.mjs';
import { temporaryFolder } from './artifacts.ts';

const identity: Record<string, string> = readIdentity();

/** Files that repeat addresses. */
const files = [
  ...['package.json', 'package-lock.json', 'packaging/identity.json', 'packaging/install.sh', 'docs/install.md'],
  ...['.github/workflows/release.yml', 'packaging/Dockerfile', 'packaging/gitlab-ci.yml', 'action.yml', 'docs/ci.md'],
].filter((path) => existsSync(path));
/** Addresses of the project. Those of a service in an example are of other hosts. */
const own =
  /[\w./:@+-]*(?:\b(?:git|downloads|registry)\.example\.com|\/\/example\.com\/svc)[\w./-]*[\w-]|\bexample\/tap[\w/]*/g;

let folder: string;
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ folder, remove } = await temporaryFolder());
});
afterAll(() => remove());

describe('the identity of the project', () => {
  test('is in every file that repeats it; npm run identity writes them', () => {
    const stale = [...identityFiles()].filter(([path, text]) => readFileSync(path, 'utf8') !== text);
    expect(stale.map(([path]) => path)).toEqual([]);
  });

  test('is the only source of addresses', () => {
    const addresses = Object.values(identity);
    const unknown = files.flatMap((path) =>
      (readFileSync(path, 'utf8').match(own) ?? [])
        .filter((found) => !addresses.some((address) => found.replace(/^git\+/, '').startsWith(address)))
        .map((found) => `${path}: ${found}`),
    );
    expect(unknown).toEqual([]);
  });

  test('moves to a new home in one step', () => {
    for (const path of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      cpSync(path, join(folder, path));
    }
    const changes = Object.keys(identity).filter((key) => key !== 'command');
    updateIdentity(
      folder,
      changes.map((key) => `${key}=https://new.test/${key}`),
    );
    const left = files.flatMap((path) => readFileSync(join(folder, path), 'utf8').match(own) ?? []);
    expect(left).toEqual([]);
    const script = readFileSync(join(folder, 'packaging/install.sh'), 'utf8');
    expect(script).toContain("downloads='https://new.test/downloads'");
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect([manifest.homepage, manifest.bugs.url]).toEqual(['https://new.test/homepage', 'https://new.test/bugs']);
  });

  test('writes a new version to the pages and scripts that name it', () => {
    const path = join(folder, 'package.json');
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), version: '7.8.9' }));
    updateIdentity(folder, []);
    const [script, page] = ['packaging/install.sh', 'docs/install.md'].map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    );
    expect(script).toContain("\nversion='7.8.9'\n");
    expect(page).toMatch(/\/v7\.8\.9\/install\.sh/);
    expect(page!.match(/\d+\.\d+\.\d+/g)).toEqual(page!.match(/7\.8\.9/g));
  });

  test('has no other keys', () => {
    expect(() => updateIdentity(folder, ['repo=https://new.test'])).toThrow(/repo=.*must be KEY=VALUE with a key of/);
  });
});

test('a checkout that is not built names the command that builds it', async () => {
  cpSync('bin', join(folder, 'bin'), { recursive: true });
  const { exitCode, stdout, stderr } = await execa(process.execPath, [join(folder, 'bin/svc.js'), '--version'], {
    reject: false,
  });
  expect([exitCode, stdout]).toEqual([1, '']);
  expect(stderr).toBe('Error: svc is not built. Build it with: npm ci && npm run build');
});
