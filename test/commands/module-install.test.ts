import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, call, publish, writeFiles } from '../support/configuration.ts';
import { linesOf } from '../support/output.ts';
import { type Machine, machine } from '../support/svc.ts';

const release = (name: string, files: Record<string, string>, version = '1.0.0') =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [`acme/${name}/null/${version}/${file}`, text]));
const two = {
  ...release('a', { 'main.tf': call('b', at('b/null')), 'lib/x.txt': 'x' }),
  ...release('b', { 'main.tf': 'output "o" { value = 1 }' }),
};
const modules = ({ home }: Machine, ...path: string[]) => join(home, '.terraform/modules', ...path);
const manifestOf = async (me: Machine) => JSON.parse(await readFile(modules(me, 'modules.json'), 'utf8')).Modules;
const saying = (text: string) => expect.stringContaining(text);

const emptyCache = (me: Machine) => rm(`${me.home}-cache`, { recursive: true, force: true });

/** A machine with a configuration that calls `a`, which calls `b`, both installed. */
async function installed(): Promise<Machine & { stop(): Promise<void> }> {
  const me = await machine();
  const service = await publish(me.home, two);
  await writeFiles(me.home, {
    'main.tf': call('a', at('a/null'), '1.0.0') + call('sub', './sub'),
    'sub/main.tf': call('b', at('b/null')),
  });
  await me.svc('module lock');
  expect(await me.svc('module install --frozen')).toExit(0, 'Installed 3 of 3 remote module calls');
  return { ...me, stop: () => service.close() };
}

describe('module install', () => {
  test('module install puts each package where the stock tool looks for it, and leaves no other file', async () => {
    const me = await installed();
    expect((await readdir(modules(me))).sort()).toEqual(['a', 'a.b', 'modules.json', 'sub.b']);
    expect(await readFile(modules(me, 'a/lib/x.txt'), 'utf8')).toBe('x');
    expect(await manifestOf(me)).toEqual([
      { Key: '', Source: '', Dir: '.' },
      { Key: 'a', Source: at('a/null'), Version: '1.0.0', Dir: '.terraform/modules/a' },
      { Key: 'a.b', Source: at('b/null'), Version: '1.0.0', Dir: '.terraform/modules/a.b' },
      { Key: 'sub', Source: './sub', Dir: 'sub' },
      { Key: 'sub.b', Source: at('b/null'), Version: '1.0.0', Dir: '.terraform/modules/sub.b' },
    ]);
  });

  test('module install prints folders as paths from the current folder', async () => {
    const me = await installed();
    const dirsAt = async (cwd: string, dir: string, env = {}) => {
      const { stdout } = await me.svc(['module', 'install', dir, '-o', 'json'], { cwd, env });
      return JSON.parse(stdout).map((row: { dir: string }) => row.dir);
    };
    const [below, above] = [join(me.home, 'below'), join(me.home, '..')];
    await mkdir(below);
    const names = ['a', 'a.b', 'sub.b'];
    const name = basename(me.home);
    expect(await dirsAt(me.home, '.')).toEqual(names.map((each) => `.terraform/modules/${each}`));
    expect(await dirsAt(below, '..')).toEqual(names.map((each) => `../.terraform/modules/${each}`));
    expect(await dirsAt(above, name)).toEqual(names.map((each) => `${name}/.terraform/modules/${each}`));
    const data = join(me.home, 'data');
    expect(await dirsAt(below, '..', { TF_DATA_DIR: data })).toEqual(names.map((each) => `${data}/modules/${each}`));
  });

  test('module install and verify shorten hashes on 80 columns, but neither the source nor the folder, and end with one sentence', async () => {
    const me = await installed();
    const onTerminal = { tty: true, columns: 80 };
    await appendFile(modules(me, 'a.b/main.tf'), '# mine');
    const install = await me.svc('module install --no-color', onTerminal);
    expect(install.stdout).toMatch(/^MODULE +VERSION +STATE +HASH\na +1\.0\.0 +in place +h1:[^ ]{12}\n/);
    expect(install.stdout).toContain(`\n    ${at('a/null')} in .terraform/modules/a\n`);
    expect(linesOf(install.stderr)).toEqual(['Installed 1 of 3 remote module calls; the others are in place.']);
    const verify = await me.svc('module verify --offline --no-color', onTerminal);
    expect(verify.stdout).toMatch(/^MODULE +VERSION +FILES +ORIGIN +HASH\na +1\.0\.0 +ok +skipped +h1:[^ ]{12}\n/);
    expect(verify.stdout).toContain(`\n    ${at('a/null')}\n`);
    expect(linesOf(verify.stderr)).toEqual(['3 remote module calls match the lock.']);
    expect(`${install.stdout}${verify.stdout}`).not.toContain('…');
    const again = await me.svc('module install', onTerminal);
    expect(again).toMatchObject({
      stdout: '',
      stderr: saying('Installed 0 of 3 remote module calls; all are in place.'),
    });
    const columns = await me.svc('module install --columns module,h1', onTerminal);
    expect(columns.stdout).toMatch(/^\S*MODULE.* +.*H1/);
    expect((await me.svc('module verify --offline -o csv')).stdout).toMatch(
      /^module,version,installed,origin,locked,source\na,1\.0\.0,ok,not asked,h1:[^ ]{44},/,
    );
    const coloured = await me.svc('module verify --offline', { ...onTerminal, env: { FORCE_COLOR: '1' } });
    expect(coloured.stderr).toContain('\u001b[32m3 remote module calls match the lock.');
  });

  test('module install does not fetch a package that matches the lock, also offline, and fetches the others again', async () => {
    const me = await installed();
    await appendFile(modules(me, 'a.b/main.tf'), '# mine');
    await rm(modules(me, 'modules.json'));
    const { code, stderr, stdout } = await me.svc('module install -o json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).map(({ module, state }: { module: string; state: string }) => [module, state])).toEqual([
      ['a', 'in place'],
      ['a.b', 'installed'],
      ['sub.b', 'in place'],
    ]);
    expect(stderr).toBe('Installed 1 of 3 remote module calls; the others are in place.\n');
    expect(await readFile(modules(me, 'a.b/main.tf'), 'utf8')).not.toContain('# mine');
    await me.stop();
    expect(await me.svc('module install --offline')).toMatchObject({
      code: 0,
      stderr: 'Installed 0 of 3 remote module calls; all are in place.\n',
    });
    await rm(modules(me, 'sub.b'), { recursive: true });
    await emptyCache(me);
    const missing = await me.svc('module install --offline');
    expect(missing).toMatchObject({
      code: 6,
      stdout: '',
      stderr: saying('(module sub.b) is neither installed nor cached, and --offline forbids'),
    });
  });

  test('module install uses cached packages without a request, also offline', async () => {
    const me = await installed();
    await me.stop();
    for (const words of ['install', 'install --offline', 'install --frozen --jobs 1']) {
      await rm(modules(me), { recursive: true });
      expect(await me.svc(`module ${words}`)).toExit(0, 'Installed 3 of 3');
      expect(await readFile(modules(me, 'a/lib/x.txt'), 'utf8')).toBe('x');
    }
    await rm(modules(me), { recursive: true });
    expect(await me.svc('module install --dry-run --offline')).toMatchObject({ code: 0 });
    expect(existsSync(modules(me))).toBe(false);
    expect(await me.svc('module install --no-cache')).toMatchObject({ code: 6 });
  });

  test('--no-cache neither reads the cache nor writes to it', async () => {
    const me = await installed();
    await rm(modules(me), { recursive: true });
    await emptyCache(me);
    expect(await me.svc('module install --no-cache')).toMatchObject({ code: 0 });
    expect(existsSync(`${me.home}-cache`)).toBe(false);
  });

  test('module install replaces a package that has a link out of it, but not a file in place of the package', async () => {
    const me = await installed();
    await symlink('/etc/hostname', modules(me, 'a/x.tf'));
    expect(await me.svc('module install')).toExit(0, 'Installed 1 of 3');
    expect(existsSync(modules(me, 'a/x.tf'))).toBe(false);
    await rm(modules(me, 'a'), { recursive: true });
    await writeFile(modules(me, 'a'), 'mine');
    expect(await me.svc('module install')).toExit(2, 'is not a folder');
    expect(await readFile(modules(me, 'a'), 'utf8')).toBe('mine');
  });

  // trust: T-37
  test('module install replaces a link in place of a package, and does not change the target of the link', async () => {
    const me = await installed();
    const elsewhere = join(me.home, 'elsewhere');
    await cp(modules(me, 'a.b'), elsewhere, { recursive: true });
    await rm(modules(me, 'a.b'), { recursive: true });
    await symlink(elsewhere, modules(me, 'a.b'));
    expect(await me.svc('module verify')).toMatchObject({ code: 8 });
    expect(await me.svc('module install')).toExit(0, 'Installed 1 of 3 remote module calls');
    expect((await lstat(modules(me, 'a.b'))).isDirectory()).toBe(true);
    expect(await readdir(elsewhere)).toEqual(['main.tf']);
    expect(await me.svc('module verify')).toMatchObject({ code: 0 });
  });

  test('module install updates the lock first, except with --frozen or --offline', async () => {
    const me = await installed();
    await writeFiles(me.home, { 'more.tf': call('again', at('b/null')) });
    for (const flag of ['--frozen', '--offline']) {
      const { code, stderr } = await me.svc(`module install ${flag}`);
      expect([flag, code, stderr]).toEqual([
        flag,
        8,
        saying('again: modules.example.com/acme/b/null is not in the lock'),
      ]);
    }
    expect(existsSync(modules(me, 'again'))).toBe(false);
    expect(await me.svc('module install')).toExit(0, 'Updated the lock first.');
    expect(existsSync(modules(me, 'again/main.tf'))).toBe(true);
    await rm(join(me.home, 'svc.modules.lock.json'));
    expect(await me.svc('module install --frozen')).toExit(2, 'Create it with: svc module lock');
    expect(await me.svc('module install')).toExit(0, 'Created a lock first');
  });

  // trust: T-25
  test.each([
    ['sha256', /"sha256": "[0-9a-f]{64}"/g, `"sha256": "${'0'.repeat(64)}"`, `not ${'0'.repeat(64)}`],
    ['h1', /"h1": "h1:[^"]*"/g, `"h1": "h1:${'A'.repeat(43)}="`, `the lock has h1:${'A'.repeat(43)}=, the download`],
  ])(
    'module install rejects a download with another %s than the locked one and prints both',
    async (_, field, other, words) => {
      const me = await installed();
      const path = join(me.home, 'svc.modules.lock.json');
      await writeFile(path, (await readFile(path, 'utf8')).replace(field, other));
      await rm(modules(me), { recursive: true });
      expect(await me.svc('module install --frozen')).toMatchObject({ code: 8, stdout: '', stderr: saying(words) });
      expect(existsSync(modules(me))).toBe(false);
    },
  );

  // trust: T-230
  test('module install names a wrong hash in the lock for an unchanged archive, and the command that corrects the hash', async () => {
    const me = await installed();
    const path = join(me.home, 'svc.modules.lock.json');
    const before = await readFile(path, 'utf8');
    const { a } = JSON.parse(before).modules;
    await writeFile(path, before.replace(a.h1, `h1:${'A'.repeat(43)}=`));
    await rm(modules(me), { recursive: true });
    const { code, stderr } = await me.svc('module install --frozen');
    expect([code, stderr]).toEqual([
      8,
      saying('is the locked archive or commit, but its hash is not that of the lock'),
    ]);
    expect(stderr).toContain('or an older svc wrote it. Restore it from version control');
    const [, command = ''] = /or run: svc (.*)\n$/.exec(stderr) ?? [];
    expect(command).toBe('module lock --upgrade a');
    expect(await me.svc(command)).toMatchObject({ code: 0 });
    expect(await readFile(path, 'utf8')).toBe(before);
    expect(await me.svc('module install --frozen')).toMatchObject({ code: 0 });
  });

  test('module install --frozen finds a source that was changed by hand in the lock, because the calling package names another', async () => {
    const me = await installed();
    const path = join(me.home, 'svc.modules.lock.json');
    const lock = JSON.parse(await readFile(path, 'utf8'));
    lock.modules['a.b'].source = at('a/null');
    await writeFile(path, JSON.stringify(lock));
    expect(await me.svc('module install --frozen')).toExit(8, 'module b: the configuration has source');
  });

  test('a module call whose path is modules.json is rejected before anything is written, unless the call is local', async () => {
    const me = await machine();
    await publish(me.home, { ...two, ...release('m', { 'main.tf': call('json', at('b/null')) }) });
    await writeFiles(me.home, { 'main.tf': call('modules', at('m/null'), '1.0.0') });
    for (const words of ['lock', 'install']) {
      expect([words, await me.svc(`module ${words}`)]).toEqual([
        words,
        expect.objectContaining({
          code: 2,
          stdout: '',
          stderr: saying('main.tf:1: module json has the call path modules.json'),
        }),
      ]);
      expect(existsSync(modules(me))).toBe(false);
    }
    await writeFiles(me.home, {
      'main.tf': call('modules', './m'),
      'm/main.tf': call('json', './n'),
      'm/n/main.tf': '',
    });
    expect(await me.svc('module install')).toMatchObject({ code: 0 });
  });

  test('a folder in place of the manifest of the stock tool is an error', async () => {
    const me = await installed();
    await rm(modules(me, 'modules.json'));
    await mkdir(modules(me, 'modules.json'));
    expect(await me.svc('module install')).toExit(
      2,
      `Cannot write "${modules(me, 'modules.json')}" (EISDIR: it is a folder).`,
    );
  });

  test('module install --dry-run fetches and verifies, but installs nothing', async () => {
    const me = await installed();
    await rm(join(me.home, '.terraform'), { recursive: true });
    const { code, stderr, stdout } = await me.svc('module install --dry-run -o json');
    expect([code, stderr]).toEqual([0, 'Dry run: would install 3 of 3 remote module calls.\n']);
    expect(JSON.parse(stdout).map(({ state }: { state: string }) => state)).toEqual(Array(3).fill('to install'));
    expect(existsSync(join(me.home, '.terraform'))).toBe(false);
  });

  // trust: T-37
  test('module install writes below TF_DATA_DIR if that is set, and follows no link in place of .terraform', async () => {
    const me = await installed();
    expect(await me.svc('module install', { env: { TF_DATA_DIR: 'data' } })).toMatchObject({ code: 0 });
    const { Modules } = JSON.parse(await readFile(join(me.home, 'data/modules/modules.json'), 'utf8'));
    expect(Modules[1].Dir).toBe('data/modules/a');
    await rm(join(me.home, '.terraform'), { recursive: true });
    await mkdir(join(me.home, 'elsewhere'));
    await symlink('elsewhere', join(me.home, '.terraform'));
    expect(await me.svc('module install')).toExit(2, 'is a symbolic link');
    expect(await readdir(join(me.home, 'elsewhere'))).toEqual([]);
  });
});

describe('module verify', () => {
  test('module verify passes after module install', async () => {
    const me = await installed();
    const { code, stderr, stdout } = await me.svc('module verify -o json');
    expect([code, stderr]).toEqual([0, '3 remote module calls match the lock.\n']);
    const [row] = JSON.parse(stdout);
    expect(row).toMatchObject({ module: 'a', installed: 'ok', origin: 'ok', locked: row.found, fetched: row.found });
    await me.stop();
    expect(await me.svc('module verify --offline')).toMatchObject({ code: 0 });
    expect(await me.svc('module verify')).toMatchObject({ code: 6 });
  });

  // trust: T-37
  test.each<[string, (me: Machine) => Promise<void>, RegExp]>([
    [
      'a changed file',
      (me) => appendFile(modules(me, 'a/main.tf'), '#'),
      /a does not match the lock: the lock has h1:\S+=, the installed files have h1:\S+=/,
    ],
    ['an added file', (me) => writeFile(modules(me, 'a.b/more.tf'), ''), /a\.b does not match the lock/],
    ['a missing module', (me) => rm(modules(me, 'sub.b'), { recursive: true }), /sub\.b is not installed/],
    [
      'a link that leads out',
      (me) => symlink('/etc/hostname', modules(me, 'a/x.tf')),
      /a: .*"x\.tf\\?" is a link that points to an absolute path/,
    ],
    [
      'a pipe that nothing writes to',
      async (me) => void execFileSync('mkfifo', [modules(me, 'a/lib/pipe')]),
      /a: .*"lib\/pipe\\?" is neither a file, a folder nor a link/,
    ],
    [
      'a file whose name is not UTF-8',
      (me) => writeFile(Buffer.concat([Buffer.from(modules(me, 'a/lib/caf')), Buffer.of(0xe9)]), ''),
      /a: .*"lib\/caf\ufffd\\?" has a name that is not UTF-8/,
    ],
    [
      'a folder whose name is not UTF-8',
      async (me) => void (await mkdir(Buffer.concat([Buffer.from(modules(me, 'a/caf')), Buffer.of(0xe9)]))),
      /a: .*"caf\ufffd\\?" has a name that is not UTF-8/,
    ],
    ['a missing manifest', (me) => rm(modules(me, 'modules.json')), /a is not installed/],
    ['a manifest that leads elsewhere', (me) => redirected(me, 'a'), /a: the stock tool's manifest points to another/],
    ['a manifest that leads a local call elsewhere', (me) => redirected(me, 'sub'), /sub: the stock tool's manifest/],
  ])('module verify finds %s', async (_, harm, words) => {
    const me = await installed();
    await harm(me);
    const { code, stderr, stdout } = await me.svc('module verify --offline -o json');
    expect([code, stderr]).toEqual([8, expect.stringMatching(words)]);
    expect(JSON.parse(stdout).length).toBeGreaterThanOrEqual(3);
    expect(await me.svc('module install')).toMatchObject({ code: 0 });
    expect(await me.svc('module verify --offline')).toMatchObject({ code: 0 });
    expect((await readdir(modules(me))).sort()).toEqual(['a', 'a.b', 'modules.json', 'sub.b']);
  });

  test('module verify exits with an error for an invalid manifest of the stock tool', async () => {
    const me = await installed();
    await writeFile(modules(me, 'modules.json'), '{"Modules":{}}');
    expect(await me.svc('module verify --offline')).toExit(2, 'is not a valid manifest');
  });

  test('module verify reports a version whose content changed at the registry, with both hashes', async () => {
    const me = await installed();
    const { modules: locked } = JSON.parse(await readFile(join(me.home, 'svc.modules.lock.json'), 'utf8'));
    await publish(me.home, { ...two, ...release('b', { 'main.tf': 'output "o" { value = 2 }' }) });
    const { code, stderr, stdout } = await me.svc('module verify -o json');
    const rows = JSON.parse(stdout);
    expect([code, rows[0].origin, rows[1]]).toEqual([
      8,
      'ok',
      expect.objectContaining({ module: 'a.b', installed: 'ok', origin: 'changed' }),
    ]);
    expect(stderr).toContain(
      `a.b changed without a new version: the lock has ${locked['a.b'].h1}, its source has ${rows[1].fetched}`,
    );
  });

  // trust: T-38
  test('module verify reports the same files in another archive, and module install names the command that accepts the archive', async () => {
    const me = await installed();
    const path = join(me.home, 'svc.modules.lock.json');
    const lock = JSON.parse(await readFile(path, 'utf8'));
    const { sha256 } = lock.modules.a;
    lock.modules.a.sha256 = '0'.repeat(64);
    await writeFile(path, JSON.stringify(lock));
    const verified = await me.svc('module verify -o json');
    expect(JSON.parse(verified.stdout)[0]).toMatchObject({ module: 'a', installed: 'ok', origin: 'repacked' });
    expect(verified).toExit(8, `a: its source has the same files in another archive, with sha256 ${sha256}`);
    await rm(modules(me), { recursive: true });
    const rejected = await me.svc('module install --frozen');
    expect(rejected).toExit(
      8,
      `has changed, but not its files: its sha256 is ${sha256}, not ${lock.modules.a.sha256}.`,
    );
    const [, hint] = /Hint: .*: svc (.*)/.exec(rejected.stderr) ?? [];
    expect(hint).toBe(`module lock --upgrade acme/a/null`);
    expect(await me.svc(String(hint))).toMatchObject({ code: 0 });
    expect(await me.svc('module install --frozen')).toMatchObject({ code: 0 });
    expect(await me.svc('module verify')).toMatchObject({ code: 0 });
  });

  test('module verify names the installed version if the lock now has another version', async () => {
    const me = await machine();
    await publish(me.home, { ...two, ...release('b', { 'main.tf': '# newer' }, '1.1.0') });
    await writeFiles(me.home, { 'main.tf': call('b', at('b/null'), '1.0.0') });
    expect(await me.svc('module install')).toExit(0);
    await writeFiles(me.home, { 'main.tf': call('b', at('b/null'), '~> 1.0') });
    await me.svc('module lock --upgrade');
    for (const flag of ['', ' --offline']) {
      const { code, stderr } = await me.svc(`module verify${flag}`);
      expect([code, linesOf(stderr)]).toEqual([
        8,
        [
          expect.stringMatching(
            /b does not match the lock: the lock has h1:.*, the installed files have h1:.*; the manifest names 1\.0\.0, not 1\.1\.0\.$/,
          ),
          saying('Install the locked modules with: svc module install'),
        ],
      ]);
    }
    const [row] = JSON.parse((await me.svc('module verify --offline -o json')).stdout);
    expect(row).toMatchObject({ module: 'b', version: '1.1.0', before: '1.0.0', installed: 'changed' });
    expect(await me.svc('module install')).toExit(0);
    expect(await me.svc('module verify')).toExit(0);
    await writeFiles(me.home, { 'main.tf': call('b', at('a/null'), '1.0.0') });
    await me.svc('module lock');
    expect(await me.svc('module verify --offline')).toExit(
      8,
      `; the manifest names ${at('b/null')}, not ${at('a/null')}`,
    );
  });

  test('module verify reports first that a call is not in the lock', async () => {
    const me = await installed();
    await writeFiles(me.home, { 'more.tf': call('again', at('b/null')) });
    expect(await me.svc('module verify --offline')).toExit(8, 'again:');
  });
});

async function redirected(me: Machine, key: string): Promise<void> {
  const entries = await manifestOf(me);
  const changed = entries.map((entry: { Key: string }) => (entry.Key === key ? { ...entry, Dir: 'elsewhere' } : entry));
  await writeFile(modules(me, 'modules.json'), JSON.stringify({ Modules: changed }));
}
