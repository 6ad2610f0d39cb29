import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { execa } from 'execa';
import { unpackTar } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import identity from '../../packaging/identity.json' with { type: 'json' };
import { release, standIns, targets, temporaryFolder, version } from './artifacts.ts';

let folder: string;
let remove: (() => Promise<void>) | undefined;
let out: string;
let printed: string;

const hasZip = !(await execa('zip', ['-v'], { reject: false })).failed;
if (!hasZip) console.warn('SKIPPED: zip is not installed, so the artifacts of a whole release are not tested.');

beforeAll(async () => {
  if (!hasZip) return;
  ({ folder, remove } = await temporaryFolder());
  const words = ['--executables', standIns(join(folder, 'executables')), '--out', join(folder, 'release'), '--check'];
  const { exitCode, stdout, stderr } = await release(words);
  expect(exitCode, stderr).toBe(0);
  printed = stdout;
  out = join(folder, `release/v${version}`);
  // npm packs and every archive is written: slow on a busy machine.
}, 180_000);
afterAll(() => remove?.());

const read = (name: string) => readFileSync(join(out, name));
const sha256 = (name: string) => createHash('sha256').update(read(name)).digest('hex');
const archive = (target: string) => `svc-${version}-${target}.${target.startsWith('windows-') ? 'zip' : 'tar.gz'}`;

describe.skipIf(!hasZip)('a release', () => {
  test('a release has every artifact', () => {
    expect(readdirSync(out).sort()).toEqual(
      [
        ...['NOTES.md', 'SHA256SUMS', 'install.sh', 'svc.cdx.json'],
        ...targets.map(archive),
        ...[`${identity.package}-${version}.tgz`, `${identity.package}.rb`, `${identity.package}.json`],
        ...['amd64', 'arm64'].map((architecture) => `${identity.package}_${version}_${architecture}.deb`),
      ].sort(),
    );
  });

  // trust: T-155
  test('a release has a checksum for each file', async () => {
    const { stdout } = await execa('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out });
    const names = stdout.split('\n').map((line) => line.replace(/: OK$/, ''));
    expect(names).toEqual(
      readdirSync(out)
        .filter((name) => name !== 'SHA256SUMS')
        .sort(),
    );
  });

  // trust: T-155
  test('a second build of a release has the same bytes', () => {
    expect(printed).toContain(`A second build has the same bytes: ${readdirSync(out).length} files.`);
  });

  test('the notes of a release are its changes in CHANGELOG.md', () => {
    const notes = read('NOTES.md').toString();
    expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(notes.trim());
    expect(notes).not.toMatch(/^## /m);
  });

  test('the archives of a release contain the program, completions, man pages and licences, owned by root and with one modification time', async () => {
    const entries = await unpackTar(gunzipSync(read(archive('linux-x64'))));
    const names = entries.map(({ header }) => header.name);
    expect(names).toEqual([...names].sort());
    expect(names).toEqual(
      expect.arrayContaining([
        ...['svc', 'LICENSE', 'THIRD-PARTY-LICENCES.txt', 'RUNTIME-LICENCES.txt'],
        ...readdirSync('completions').map((name) => `completions/${name}`),
        ...readdirSync('build/man').map((name) => `man/man${name.slice(-1)}/${name}`),
      ]),
    );
    const { header, data } = entries.find((entry) => entry.header.name === 'svc')!;
    expect(header).toMatchObject({ mode: 0o755, uid: 0, gid: 0, mtime: new Date(1_800_000_000_000) });
    expect(Buffer.from(data!).toString()).toContain(`echo svc ${version}`);
  });

  test('a release has a zip file for Windows with svc.exe', async () => {
    const { stdout } = await execa('unzip', ['-Z1', join(out, archive('windows-x64'))]);
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(['svc.exe', 'completions/svc.ps1', 'LICENSE']));
  });

  test('the SBOM of a release lists every bundled package with its checksum, and the runtime of each executable', () => {
    const sbom = JSON.parse(read('svc.cdx.json').toString());
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { component: { version } } });
    const licences = readFileSync('dist/THIRD-PARTY-LICENCES.txt', 'utf8');
    const bundled = [...licences.matchAll(/^={80}\n(\S+) (\S+) /gm)].map(([, name, number]) => `${name} ${number}`);
    type Component = { type: string; name: string; version: string; externalReferences: object[] };
    const components: Component[] = sbom.components;
    const libraries = components.filter(({ type }) => type === 'library');
    expect(libraries.map((each) => `${each.name} ${each.version}`)).toEqual([...new Set(bundled)]);
    const sha512 = expect.arrayContaining([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
    const located = { externalReferences: [expect.objectContaining({ hashes: sha512 })] };
    expect(components).toEqual(components.map(() => expect.objectContaining(located)));
    const runtimes = components.filter(({ type }) => type === 'platform');
    expect(runtimes.map(({ name }) => name)).toHaveLength(targets.length);
  });

  test('a release has a Homebrew formula and a Scoop manifest with the addresses and checksums of its archives', () => {
    const formula = read(`${identity.package}.rb`).toString();
    const places = [...formula.matchAll(/url "(.*)"\n\s+sha256 "(.*)"/g)].map(([, url, sum]) => [url, sum]);
    const expected = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].map((target) => [
      `${identity.downloads}/v${version}/${archive(target)}`,
      sha256(archive(target)),
    ]);
    expect(places).toEqual(expected);
    expect(formula).toContain(`homepage "${identity.homepage}"`);
    const manifest = JSON.parse(read(`${identity.package}.json`).toString());
    expect(manifest).toMatchObject({
      version,
      homepage: identity.homepage,
      architecture: {
        '64bit': {
          url: `${identity.downloads}/v${version}/${archive('windows-x64')}`,
          hash: sha256(archive('windows-x64')),
        },
      },
    });
  });

  test.each([
    [['--target', 'plan9-x64'], /^Error: Invalid value "plan9-x64" for --target\. Choose from: linux-x64, /],
    [['--level', '10'], /^Error: --level must be 0 to 9, not "10"\.$/],
    [['--only', 'deb'], /^Error: Invalid value "deb" for --only\. Choose from: npm\.$/],
    [['--tag', 'v99.0.0'], /^Error: --tag must be v\d+\.\d+\.\d+, not v99\.0\.0\.$/],
  ])('the release command rejects %j and builds nothing', async (words, message) => {
    const { exitCode, stdout, stderr } = await release(words);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
  });
});

describe.skipIf(!hasZip)('the npm package', () => {
  const tarball = () => join(out, `${identity.package}-${version}.tgz`);

  // trust: T-154
  test('the npm package is smaller than 1.2 MB and has no dependencies and no scripts', async () => {
    expect(statSync(tarball()).size).toBeLessThan(1_200_000);
    const entries = await unpackTar(gunzipSync(readFileSync(tarball())));
    const body = entries.find(({ header }) => header.name === 'package/package.json')!.data!;
    const manifest = JSON.parse(Buffer.from(body).toString());
    expect(Object.keys(manifest).filter((key) => /scripts|dependencies|private/i.test(key))).toEqual([]);
    expect(manifest).toMatchObject({ name: identity.package, publishConfig: { access: 'public', provenance: true } });
    expect(manifest.man).toEqual(readdirSync('build/man').map((name) => `./build/man/${name}`));
  });

  test('the npm package installs the command and its man pages, and the command runs', async () => {
    const prefix = join(folder, 'prefix');
    const env = { HOME: folder, npm_config_cache: join(folder, 'npm-cache') };
    const words = ['install', '--global', '--offline', '--no-audit', '--no-fund', '--prefix', prefix, tarball()];
    await execa('npm', words, { env, cwd: folder });
    expect(await execa(join(prefix, 'bin/svc'), ['--version'], { env })).toMatchObject({ stdout: `svc ${version}` });
    const topics = await execa(join(prefix, 'bin/svc'), ['sandbox', 'routes', '--jq', '.[0].method'], { env });
    expect(topics.stdout).toBe('GET');
    const installed = ['man1', 'man7'].flatMap((section) => readdirSync(join(prefix, 'share/man', section)));
    expect(installed.sort()).toEqual(readdirSync('build/man').sort());
  });
});
