import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CancelledError } from '../../src/base/errors.ts';
import { ownerTag } from '../../src/base/system/owner.ts';
import { identityOf } from '../../src/base/system/recorded-folder.ts';
import { Temporaries } from '../../src/base/system/temporaries.ts';
import { type Machine, machineAt, sandbox, stateFolderOf } from '../support/svc.ts';

const label = 'module download acme/label/null@1.1.0 --force --json';

const mount = 'mount';
const canMount = process.getuid?.() === 0 && spawnSync(mount, ['--version']).status === 0;

async function watched() {
  const seen: string[] = [];
  const service = await sandbox({ onRequest: ({ target }) => seen.push(target) });
  const me = await machineAt(service);
  const download = async (words = label) => {
    seen.length = 0;
    const result = await me.svc(words);
    return { ...result, row: result.stdout === '' ? undefined : JSON.parse(result.stdout)[0] };
  };
  return { ...me, seen, download, cache: join(me.env.XDG_CACHE_HOME!, 'svc/modules') };
}

/** The files below a folder of the cache, as whole paths. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('the cache of module download', () => {
  test('a cached version is downloaded again without a request', async () => {
    const { cache, download, seen } = await watched();
    const first = await download();
    expect([first.row.cached, seen.length > 0]).toEqual([false, true]);
    const second = await download();
    expect([second.row, seen]).toEqual([{ ...first.row, cached: true, seconds: expect.any(Number) }, []]);
    expect((await stat(cache)).mode & 0o777).toBe(0o700);
    const [blob] = await filesIn(join(cache, 'blobs'));
    expect([blob, (await stat(blob!)).mode & 0o777]).toEqual([expect.stringContaining(first.row.sha256), 0o600]);
  });

  test('a constraint that a cached version meets costs only the request for the list of versions', async () => {
    const { download, seen } = await watched();
    await download('module download acme/network/cloud@1.1.0 --json');
    const { row } = await download('module download acme/network/cloud@<1.2 --force --json');
    expect([row.cached, row.version, seen.length]).toEqual([true, '1.1.0', 1]);
    expect(seen[0]).toContain('/versions');
  });

  test('a subfolder of a cached module needs no request', async () => {
    const { cwd, download, seen } = await watched();
    await download('module download acme/network/cloud@1.2.0 --json');
    const { row } = await download('module download acme/network/cloud//modules/subnet@1.2.0 --dir sub --json');
    expect([row.cached, seen]).toEqual([true, []]);
    expect(await readdir(join(cwd, 'sub'))).toContain('main.tf');
  });

  test.each([
    ['archives', 'blobs/sha256'],
    ['index', 'index'],
  ])('a download succeeds with a warning if it cannot write the %s of the cache', async (_, folder) => {
    const { cache, cwd, download } = await watched();
    const { row } = await download();
    const [name = ''] = await readdir(join(cache, folder));
    await rm(join(cache, 'blobs'), { recursive: true });
    await rm(join(cache, folder, name), { recursive: true, force: true });
    await mkdir(join(cache, folder), { recursive: true });
    await writeFile(join(cache, folder, name), 'in the way');
    const again = await download();
    expect(again).toMatchObject({ code: 0, row: { ...row, seconds: expect.any(Number) } });
    expect(again.stderr).toMatch(
      /^Warning: acme\/label\/null@1\.1\.0 was not cached\. Cannot write ".*" \(E\w+.*\)\.$/m,
    );
    expect(await readdir(join(cwd, 'acme/label/null/1.1.0'))).toContain('main.tf');
    expect(await readdir(join(cache, 'staging'))).toEqual([]);
  });

  test.skipIf(!canMount).each([0, 1, 2])(
    'a download succeeds with a warning if the disk of the cache has %i pages left (a small disk, mounted as root)',
    async (left) => {
      const { cache, cwd, download } = await watched();
      await mkdir(cache, { recursive: true });
      const disk = ['-t', 'tmpfs', '-o', 'size=256k,mode=700', 'none', cache];
      execFileSync(mount, disk);
      onTestFinished(() => void execFileSync(`u${mount}`, [cache]));
      await mkdir(join(cache, 'locks'));
      const rest = await statfs(cache);
      await writeFile(join(cache, 'locks/full'), Buffer.alloc((rest.bavail - left) * rest.bsize));
      const words = 'module download acme/label/null@1.1.0 acme/network/cloud@1.2.0 --json';
      const { code, stderr, stdout } = await download(`${words} --jobs 1`);
      expect([code, JSON.parse(stdout).length]).toEqual([0, 2]);
      expect(stderr).toMatch(
        /^Warning: acme\/.* was not cached\. Cannot write ".*" \(ENOSPC: no space left on the disk\)\.$/m,
      );
      expect(await readdir(join(cwd, 'acme/network/cloud/1.2.0'))).toContain('main.tf');
      expect([await readdir(join(cache, 'locks')), await readdir(join(cache, 'staging'))]).toEqual([['full'], []]);
    },
  );

  test('--no-cache neither reads the cache nor writes to it', async () => {
    const { cache, download, seen } = await watched();
    expect((await download(`${label} --no-cache`)).row.cached).toBe(false);
    expect(existsSync(cache)).toBe(false);
    await download();
    expect((await download(`${label} --no-cache`)).row.cached).toBe(false);
    expect(seen.some((target) => target.includes('archive'))).toBe(true);
  });

  // trust: T-35
  test.each([
    ['is truncated', (path: string) => truncate(path, 100)],
    ['holds something else', (path: string) => writeFile(path, 'something else')],
    [
      'has a byte that turned over',
      async (path: string) => {
        const bytes = await readFile(path);
        bytes[4]! ^= 1;
        await writeFile(path, bytes);
      },
    ],
  ])('a cached archive that %s is downloaded again with a warning, and rejected offline', async (_, harm) => {
    const { cache, cwd, download } = await watched();
    await download();
    const [blob] = await filesIn(join(cache, 'blobs'));
    await harm(blob!);
    const again = await download();
    expect([again.code, again.row.cached, again.stderr]).toEqual([0, false, expect.stringContaining('is corrupt')]);
    expect((await download()).row.cached).toBe(true);
    await harm(blob!);
    const offline = await download(`${label} --dir elsewhere --offline`);
    expect(offline).toExit(8, '--offline');
    expect(existsSync(join(cwd, 'elsewhere'))).toBe(false);
  });

  // trust: T-35
  test.each([
    ['is not JSON', () => '{"registry":'],
    ['is of another shape', () => '{"version":5}'],
    ['belongs to another module', (text: string) => text.replace('acme/label/null', 'acme/network/cloud')],
  ])('a cached index file that %s is removed with one warning and written again', async (_, harmed) => {
    const { cache, download } = await watched();
    await download();
    const [entry] = await filesIn(join(cache, 'index'));
    await writeFile(entry!, harmed(await readFile(entry!, 'utf8')));
    const again = await download();
    expect([again.code, again.row.cached]).toEqual([0, false]);
    expect(again.stderr.match(/^Warning: .*$/gm)).toEqual([
      expect.stringMatching(/index\/.*\.json (is|belongs) .*; it is ignored\.$/),
    ]);
    expect((await download()).stderr).not.toContain('Warning');
  });

  // trust: T-35
  test('a folder in place of an index file of the cache is replaced with one warning', async () => {
    const { cache, download } = await watched();
    await download();
    const [entry = ''] = await filesIn(join(cache, 'index'));
    await rm(entry);
    await mkdir(join(entry, 'in'), { recursive: true });
    const { code, stderr } = await download();
    const warning = `Warning: ${entry} is not a valid cache entry; it is ignored.`;
    expect([code, stderr.match(/^Warning: .*$/gm)]).toEqual([0, [warning]]);
    expect((await stat(entry)).isFile()).toBe(true);
    expect(await download()).toMatchObject({ row: { cached: true }, stderr: expect.not.stringContaining('Warning') });
  });

  // trust: T-35
  test('an invalid index file of the cache is not removed offline, and causes one warning', async () => {
    const { cache, download } = await watched();
    await download();
    const [entry = ''] = await filesIn(join(cache, 'index'));
    await writeFile(entry, 'bad');
    const { code, stderr } = await download(`${label} --offline`);
    expect([code, stderr.match(/^Warning: .*$/gm)]).toEqual([
      3,
      [`Warning: ${entry} is not a valid cache entry; it is ignored.`],
    ]);
    expect(await readFile(entry, 'utf8')).toBe('bad');
  });

  // trust: T-140
  test('the cache contains no secret of the location of an archive', async () => {
    const { cache, download } = await watched();
    await download();
    const [entry] = await filesIn(join(cache, 'index'));
    const { location } = JSON.parse(await readFile(entry!, 'utf8'));
    expect(location).not.toMatch(/[?&][^=]*=(?!\*\*\*)/);
  });

  // trust: T-36
  test('a cache that others can write is skipped with a warning', async () => {
    const { cache, download } = await watched();
    await download();
    await chmod(cache, 0o777);
    const again = await download();
    expect([again.code, again.row.cached, again.stderr]).toEqual([
      0,
      false,
      expect.stringContaining('can be written by others'),
    ]);
    expect((await download(`${label} --offline`)).code).toBe(2);
  });

  // trust: T-36
  test.each(['..', 'blobs', 'blobs/sha256', 'index', 'locks', 'staging'])(
    'a cache is skipped if others can write its folder %s, with a warning that names the folder',
    async (folder) => {
      const { cache, download } = await watched();
      await download();
      await chmod(join(cache, folder), 0o777);
      const again = await download();
      expect([again.code, again.row.cached]).toEqual([0, false]);
      expect(again.stderr).toContain(`${join(cache, folder)} can be written by others`);
    },
  );

  test('a cache in a folder that others can write is skipped, and nothing is created there', async () => {
    const { cwd, download, env } = await watched();
    env.XDG_CACHE_HOME = join(cwd, 'shared');
    await mkdir(env.XDG_CACHE_HOME);
    await chmod(env.XDG_CACHE_HOME, 0o777);
    expect(await download()).toExit(0, `${env.XDG_CACHE_HOME} can be written by others`);
    expect(await readdir(env.XDG_CACHE_HOME)).toEqual([]);
  });

  test.skipIf(process.getuid?.() !== 0)('a cache of another user is skipped (tested as root)', async () => {
    const { cache, download } = await watched();
    await download();
    await chown(join(cache, 'index'), 65534, 65534);
    const { code, stderr } = await download();
    expect([code, stderr]).toEqual([0, expect.stringContaining(`${cache}/index belongs to another user`)]);
    const { code: offline, stderr: hint } = await download(`${label} --offline`);
    expect([offline, hint]).toEqual([2, expect.stringContaining('Set XDG_CACHE_HOME to your own folder, or')]);
    expect(stderr + hint).not.toContain('Remove');
  });

  const fifo = (path: string) => void execFileSync('mkfifo', [path]);
  // trust: T-36
  test.skipIf(process.platform === 'win32').each([
    ['a pipe', fifo],
    ['a folder', (path: string) => mkdir(join(path, 'in'), { recursive: true })],
    ['a link', (path: string) => symlink('/dev/zero', path)],
    ['longer than it was', (path: string) => writeFile(path, Buffer.alloc(5000))],
  ])('a cached archive that is %s is downloaded again', async (_, make) => {
    const { cache, download, svc } = await watched();
    await download();
    const [blob = ''] = await filesIn(join(cache, 'blobs'));
    await rm(blob);
    await make(blob);
    expect(JSON.parse((await svc('module cache verify --dry-run --json')).stdout)).toMatchObject([
      { path: blob, why: expect.stringMatching(/^is not a regular file$|^its size is not \d+ bytes$/) },
    ]);
    const again = await download();
    expect([again.code, again.row.cached, again.stderr]).toEqual([0, false, expect.stringContaining('is corrupt')]);
    expect((await download()).row.cached).toBe(true);
  });

  test.skipIf(process.platform === 'win32').each(['index', 'lock'])(
    'a pipe in place of the %s of the cache is not opened',
    async (which) => {
      const { cache, download } = await watched();
      const [index = ''] = await download().then(() => filesIn(join(cache, 'index')));
      // The lock of this version, by the name that it gets.
      const names: string[] = [];
      const watching = watch(join(cache, 'locks'), (_event, name) => names.push(name ?? ''));
      await download(`${label} --no-cache`).then(() => rm(join(cache, 'blobs/sha256'), { recursive: true }));
      await download();
      watching.close();
      const lock = join(cache, 'locks', names.find((name) => /^[0-9a-f]{32}/.test(name))!);
      await rm(join(cache, 'blobs/sha256'), { recursive: true });
      const path = which === 'lock' ? lock : index;
      await rm(path, { force: true });
      fifo(path);
      if (which === 'lock') await utimes(path, 0, 0);
      expect(await download()).toMatchObject({ code: 0, row: { cached: false } });
    },
  );

  describe('an endless file in place of a cached archive', () => {
    /** A file with a hole that is read for minutes. */
    async function endless() {
      const me = await watched();
      await me.download();
      const [blob = ''] = await filesIn(join(me.cache, 'blobs'));
      await truncate(blob, 2 ** 38);
      return me;
    }
    /** A signal as Ctrl-C sends it. */
    function soon(): AbortSignal {
      const cancelled = new AbortController();
      setTimeout(() => cancelled.abort(new CancelledError()), 200);
      return cancelled.signal;
    }

    // trust: T-188
    test('a cached archive of the wrong size is rejected without reading it', async () => {
      const { download, svc } = await endless();
      const verified = await svc('module cache verify --dry-run --json');
      expect([verified.code, JSON.parse(verified.stdout)]).toMatchObject([
        8,
        [{ why: expect.stringMatching(/^its size is not \d+ bytes$/) }],
      ]);
      expect(await download()).toMatchObject({ code: 0, row: { cached: false } });
    });

    test('Ctrl-C ends module cache verify while it reads an endless file', async () => {
      const { cache, svc } = await endless();
      await rm(join(cache, 'index'), { recursive: true });
      expect(await svc('module cache verify', { signal: soon() })).toMatchObject({ code: 130 });
    });
  });

  test('a cache that cannot be created is skipped with a warning', async () => {
    const { download, env } = await watched();
    await mkdir(env.XDG_CACHE_HOME!, { recursive: true });
    await writeFile(join(env.XDG_CACHE_HOME!, 'svc'), 'a file');
    const { code, row, stderr } = await download();
    expect([code, row.cached, stderr]).toEqual([0, false, expect.stringContaining('Cannot use the cache')]);
  });

  test('module download removes what killed runs left in the cache', async () => {
    const { cache, download } = await watched();
    await download();
    await writeFile(join(cache, 'locks', `${'0'.repeat(32)}.lock`), `${ownerTag().split('-')[0]}-999999999-00000000`);
    expect((await download()).code).toBe(0);
    expect(await readdir(join(cache, 'locks'))).toEqual([]);
  });
});

describe('module download --offline', () => {
  const offline = async (me: Machine, words: string) =>
    me.svc(`module download ${words} --offline --force --json`, { env: { SVC_REGISTRY: me.env.SVC_REGISTRY } });

  test('module download --offline sends no request and chooses from the cached versions', async () => {
    const me = await watched();
    for (const version of ['1.0.0', '1.1.0']) await me.svc(`module download acme/network/cloud@${version}`);
    me.seen.length = 0;
    for (const [asked, chosen] of [
      ['acme/network/cloud', '1.1.0'],
      ['acme/network/cloud@<1.1', '1.0.0'],
      ['acme/network/cloud@1.0.0', '1.0.0'],
    ] as const) {
      const { stdout } = await offline(me, asked);
      expect(JSON.parse(stdout)).toMatchObject([{ version: chosen, cached: true }]);
    }
    expect(me.seen).toEqual([]);
  });

  test.each([
    ['acme/network/cloud@2.0.0', 'has no version 2.0.0. The newest available version is 1.2.0'],
    ['acme/label/null', 'No version of acme/label/null is cached'],
  ])(
    'module download --offline exits with 3 and the next command to type for %s, which is not cached',
    async (address, words) => {
      const me = await watched();
      await me.svc('module download acme/network/cloud@1.2.0');
      expect(await me.svc(`module download ${address} --offline`)).toExit(3, words, 'svc module cache list');
    },
  );
});

describe('module cache', () => {
  test('module cache path prints the folder for a shell', async () => {
    const { cache, svc } = await watched();
    expect(await svc('module cache path')).toMatchObject({ code: 0, stdout: `${cache}\n` });
  });

  test('module cache list prints every cached version', async () => {
    const { svc, env } = await watched();
    expect((await svc('module cache list -o table')).stderr).toContain('The cache is empty.');
    await svc('module download acme/network/cloud@1.2.0 acme/label/null@1.1.0');
    expect(JSON.parse((await svc('module cache list --json')).stdout)).toMatchObject([
      { module: 'acme/label/null', version: '1.1.0', registry: env.SVC_REGISTRY, bytes: expect.any(Number) },
      { module: 'acme/network/cloud', version: '1.2.0', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  // trust: T-35
  test('module cache verify hashes every file, removes damaged files and exits with 8', async () => {
    const { cache, svc } = await watched();
    await svc('module download acme/network/cloud@1.2.0 acme/label/null@1.1.0');
    expect(await svc('module cache verify -o table')).toExit(0, 'Checked 2');
    const [bad, good] = await filesIn(join(cache, 'blobs'));
    await writeFile(bad!, 'harmed');
    const rehearsed = await svc('module cache verify --dry-run --json');
    expect([rehearsed.code, JSON.parse(rehearsed.stdout)]).toEqual([8, [expect.objectContaining({ path: bad })]]);
    expect((await svc('module cache verify --json')).code).toBe(8);
    expect(await filesIn(join(cache, 'blobs'))).toEqual([good]);
    expect((await svc('module cache verify --json')).code).toBe(0);
  });

  // trust: T-30
  test('module cache prune lists and removes the leftovers of killed runs, but nothing of a running one', async () => {
    const me = await watched();
    const { cache, cwd, svc } = me;
    await svc('module download acme/label/null@1.1.0');
    const gone = `${ownerTag().split('-')[0]}-999999999-00000000`;
    const lists = join(stateFolderOf(me), 'temporary-folders');
    await mkdir(lists, { recursive: true, mode: 0o700 });
    const [running, ended] = [new Temporaries(lists), new Temporaries(lists)];
    const used = running.make(cwd);
    const [ofRunning = ''] = await readdir(lists);
    const [staged, besides] = [ended.make(join(cache, 'staging')), ended.make(cwd)];
    await mkdir(join(cwd, 'net/kept'), { recursive: true });
    await mkdir(join(cwd, 'other/kept'), { recursive: true });
    const [aside, undecided] = ['net', 'other'].map((name) => ended.putAside(join(cwd, name), besides));
    await mkdir(join(cwd, 'other'));
    for (const name of await readdir(lists)) {
      if (name === ofRunning) continue;
      await rename(join(lists, name), join(lists, name.replace(ownerTag(), gone)));
    }
    for (const [digit, owner] of [
      ['0', gone],
      ['1', ownerTag()],
    ]) {
      await writeFile(join(cache, 'locks', `${digit!.repeat(32)}.lock`), owner!);
    }
    const wanted = [
      [join(cache, 'locks', `${'0'.repeat(32)}.lock`), 'the lock of a run that has ended'],
      [staged, 'left by a run that has ended'],
      [besides, 'left by a run that has ended'],
      [aside, `left by a run that has ended; ${join(cwd, 'net')} is moved back`],
    ].sort();
    const pruned = async (words: string) =>
      (JSON.parse((await svc(`module cache prune --json ${words}`)).stdout) as { path: string; why: string }[])
        .map(({ path, why }) => [path, why])
        .sort();
    expect(await pruned('--dry-run')).toEqual(wanted);
    expect(await pruned('')).toEqual(wanted);
    expect(await pruned('')).toEqual([]);
    expect(await readdir(join(cwd, 'net'))).toEqual(['kept']);
    // Something else has its name, so only the user can decide.
    const mv = `Not removed: ${undecided}, which was ${join(cwd, 'other')} before a run that has ended. To get it back: mv ${undecided} ${join(cwd, 'other.before')}\n`;
    expect(await svc('module cache prune')).toExit(0, mv);
    await rename(undecided!, join(cwd, 'other.before'));
    expect(await readdir(join(cwd, 'other.before'))).toEqual(['kept']);
    // The folder of temporary files belongs to other tests, too.
    expect((await svc('module cache prune')).stderr).not.toContain(`Not removed: ${cwd}`);
    expect((await readdir(cwd)).filter((name) => name.startsWith('.svc-'))).toEqual([basename(used)]);
    expect((await readdir(lists)).filter((name) => name !== ofRunning)).toEqual([]);
    expect(await readdir(join(cache, 'locks'))).toEqual([`${'1'.repeat(32)}.lock`]);
    running.remove(used);
    expect(JSON.parse((await svc('module cache list --json')).stdout)).toHaveLength(1);
  });

  // trust: T-29
  test('module download and cache prune keep folders that an earlier version of svc recorded, and prune names them', async () => {
    const me = await watched();
    const { cwd, svc } = me;
    const lists = join(stateFolderOf(me), 'temporary-folders');
    await mkdir(lists, { recursive: true, mode: 0o700 });
    const [first, second] = [1, 2].map((digit) => join(cwd, `.svc-earlier-${digit}.tmp`));
    const entries = [];
    for (const path of [first!, second!]) {
      await mkdir(join(path, 'previous/kept'), { recursive: true });
      const [id, aside, parent] = [path, join(path, 'previous'), cwd].map(identityOf);
      entries.push(
        { path },
        { path, id },
        { path, id, aside: { id: aside, home: join(cwd, basename(path, '.tmp')), parent } },
      );
    }
    const list = join(lists, `${ownerTag().split('-')[0]}-999999999-00000000`);
    const text = entries.map((entry) => `\n${JSON.stringify(entry)}`).join('');
    await writeFile(list, text, { mode: 0o600 });
    expect(await svc(label)).toExit(0, '');
    const pruned = await svc('module cache prune', { cwd: '/' });
    for (const path of [first, second]) expect(pruned).toExit(0, `Not removed: ${path}.`);
    for (const path of [first, second]) expect(await readdir(join(path!, 'previous'))).toEqual(['kept']);
    expect(await readFile(list, 'utf8')).toBe(text);
  });

  // trust: T-29
  test('module cache prune never removes a folder that only has the name of a temporary folder, but prints the command that removes it', async () => {
    const { cwd, svc } = await watched();
    const planted = join(cwd, 'in fra/.svc-01234567-1-89abcdef-0123456789abcdef.tmp');
    await mkdir(planted, { recursive: true });
    await utimes(planted, 0, 0);
    expect(await svc(['module', 'cache', 'prune', 'in fra'])).toExit(0, `need nothing in it: rm -rf '${planted}'\n`);
    expect(existsSync(planted)).toBe(true);
  });

  test('module cache prune removes entries that were not used for a long time, and archives that no entry uses any more', async () => {
    const { cache, svc } = await watched();
    await svc('module download acme/network/cloud@1.2.0 acme/label/null@1.1.0');
    const long = new Date(Date.now() - 40 * 86_400_000);
    for (const path of await filesIn(cache)) await utimes(path, long, long);
    await svc('module download acme/label/null@1.1.0 --force');
    expect(JSON.parse((await svc('module cache prune --older-than 30d --dry-run --json')).stdout).length).toBe(2);
    expect((await filesIn(cache)).length).toBe(4);
    await svc('module cache prune --older-than 30d');
    expect(JSON.parse((await svc('module cache list --json')).stdout)).toMatchObject([{ module: 'acme/label/null' }]);
    expect((await filesIn(join(cache, 'blobs'))).length).toBe(1);
    expect((await svc('module cache prune -o table')).stderr).toContain('Nothing to remove');
    await svc('module cache prune --all');
    expect(await filesIn(cache)).toEqual([]);
  });
});
