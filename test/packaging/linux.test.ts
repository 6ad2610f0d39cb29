import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownTarget } from '../../packaging/executable/targets.mjs';
import identity from '../../packaging/identity.json' with { type: 'json' };
import { executable } from '../support/executable.ts';
import { sandbox } from '../support/svc.ts';
import { tinyServer } from '../support/tiny-server.ts';
import { release, temporaryFolder, version } from './artifacts.ts';

// The executable under test, from its artifacts alone. Packing it takes a second, so it is done once.
const { folder, remove } = await temporaryFolder();
const path = ownTarget() === 'linux-x64' ? executable : undefined;
const built = path === undefined ? undefined : await packed(path);

function packed(compiled: string) {
  const executables = join(folder, 'executables');
  mkdirSync(executables);
  copyFileSync(compiled, join(executables, 'svc-linux-x64'));
  const out = join(folder, 'release');
  return release(['--target', 'linux-x64', '--executables', executables, '--level', '0', '--out', out]);
}

afterAll(() => remove());

const artifacts = join(folder, `release/v${version}`);
const hasDpkg = process.getuid?.() === 0 && !(await execa('dpkg', ['--version'], { reject: false })).failed;
if (!hasDpkg) console.warn('SKIPPED: the Debian package is not installed, which requires dpkg and root.');

describe.runIf(path)('the executable for Linux', () => {
  const run = (program: string, words: string[], env: Record<string, string> = {}) =>
    execa(program, words, { extendEnv: false, reject: false, env: { HOME: folder, PATH: '/usr/bin:/bin', ...env } });

  /** Expects of each installation: version, help, a file beside the bundle, WebAssembly, and a request. */
  const works = async (program: string) => {
    expect(await run(program, ['--version'])).toMatchObject({ exitCode: 0, stdout: `svc ${version}`, stderr: '' });
    expect((await run(program, ['completion', 'bash'])).stdout).toBe(
      readFileSync('completions/svc.bash', 'utf8').trimEnd(),
    );
    const { info } = await sandbox();
    const env = { SVC_ADDRESS: info.address, SVC_TOKEN: info.tokens['site-admin'] };
    expect(await run(program, ['whoami', '-o', 'json', '--jq', '.attributes.username'], env)).toMatchObject({
      exitCode: 0,
      stdout: 'sol',
    });
  };

  beforeAll(() => expect(built?.exitCode, built?.stderr).toBe(0));

  test('the executable for Linux runs after install.sh', async () => {
    const { url } = await tinyServer(
      ({ url: path = '' }, response) => void response.end(readFileSync(join(folder, 'release', path))),
    );
    const words = [join(artifacts, 'install.sh'), '--base', url, '--dir', join(folder, 'bin'), '--target', 'linux-x64'];
    expect(await run('sh', words)).toMatchObject({ exitCode: 0, stderr: '' });
    await works(join(folder, 'bin/svc'));
  });

  test.skipIf(!hasDpkg)(
    'the executable for Linux runs after an installation by dpkg, and dpkg removes every file again',
    async () => {
      const root = join(folder, 'root');
      const database = join(root, 'var/lib/dpkg');
      for (const name of ['info', 'updates', 'triggers']) mkdirSync(join(database, name), { recursive: true });
      writeFileSync(join(database, 'status'), '');
      const files = () =>
        readdirSync(root, { recursive: true, encoding: 'utf8' })
          .filter((path) => !path.startsWith('var') && !statSync(join(root, path)).isDirectory())
          .sort();
      // The packages that it depends on are outside this folder.
      const dpkg = (...words: string[]) => execa('dpkg', ['--root', root, '--force-depends', ...words]);

      await dpkg('--install', join(artifacts, `${identity.package}_${version}_amd64.deb`));
      expect(files()).toEqual(
        expect.arrayContaining([
          ...['usr/bin/svc', 'usr/share/bash-completion/completions/svc', 'usr/share/zsh/vendor-completions/_svc'],
          ...['usr/share/fish/vendor_completions.d/svc.fish', `usr/share/doc/${identity.package}/copyright`],
          ...readdirSync('build/man').map((name) => `usr/share/man/man${name.slice(-1)}/${name}.gz`),
        ]),
      );
      const page = readFileSync(join(root, 'usr/share/man/man1/svc.1.gz'));
      expect(gunzipSync(page).toString()).toBe(readFileSync('build/man/svc.1', 'utf8'));
      // Bytes 4 to 8 of a gzip file are its time; the flag of byte 3 would announce a name.
      expect([page.readUInt32LE(4), page[3]]).toEqual([0, 0]);
      expect((await dpkg('--verify', identity.package)).stdout).toBe('');
      await works(join(root, 'usr/bin/svc'));

      await dpkg('--purge', identity.package);
      expect(files()).toEqual([]);
    },
  );

  test('the Debian package states the version of glibc that it requires', async () => {
    const deb = join(artifacts, `${identity.package}_${version}_amd64.deb`);
    const { stdout } = await execa('bash', ['-c', 'ar p "$1" control.tar.gz | tar -xzO ./control', 'bash', deb]);
    expect(stdout).toMatch(/^Depends: libc6 \(>= 2\.\d+\)$/m);
    expect(stdout).toContain(`\nVersion: ${version}\n`);
  });
});
