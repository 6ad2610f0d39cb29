import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ownFiles } from '../../../rolldown.config.mjs';
import { DryRun, LocalError } from '../../../src/base/errors.ts';
import { createStore } from '../../../src/cli/settings/store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { times } from '../../support/times.ts';

const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0;

/** The store as a program of its own, for processes that are killed, starved and raced. */
let programs: string;
beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'svc-durable-'));
  const bundle = await rolldown({
    input: { store: 'src/cli/settings/store.ts' },
    platform: 'node',
    logLevel: 'silent',
    plugins: [ownFiles()],
  });
  await bundle.write({ dir: programs, format: 'cjs', entryFileNames: '[name].cjs' });
  await bundle.close();
});
afterAll(() => rm(programs, { recursive: true, force: true }));

let base: string;
let folder: string;
let path: string;
beforeEach(() => {
  base = temporaryFolder();
  folder = join(base, 'config', 'svc');
  path = join(folder, 'config.json');
});

const add = (name: string) =>
  createStore(folder, { lists: join(base, 'lists') }).change((config) => {
    config.profiles[name] = { token: 'canary' };
  });
const names = () => Object.keys(createStore(folder).read().profiles);

/** The words of a process that writes in a loop, or once with `big` profiles. */
const program = (body: string) => [
  '-e',
  `const { createStore } = require(${JSON.stringify(join(programs, 'store.cjs'))});
   const store = createStore(${JSON.stringify(folder)}, { lists: ${JSON.stringify(join(base, 'lists'))} });
   (async () => { ${body} })().catch((error) => { console.error(error.message); process.exit(2); });`,
];

/** conf writes in another way in a snap. */
const surroundings: [name: string, env: Record<string, string>][] = [
  ['', {}],
  [', in a snap', { SNAP: '/snap/code/1' }],
];

describe('the config file survives', () => {
  // trust: T-114
  test.skipIf(process.platform === 'win32').each(surroundings)(
    'the config file survives a write that fails half-way because the file is too large%s',
    async (_, env) => {
      await add('kept');
      const before = await readFile(path, 'utf8');
      const many = program(`await store.change((config) => {
      for (let i = 0; i < 100; i++) config.profiles['p' + i] = { token: 'x'.repeat(100) };
    });`);
      const quoted = [process.execPath, ...many].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
      const starved = await execa('bash', ['-c', `ulimit -f 2; ${quoted}`], { reject: false, env });
      // The system reports it with an error, a limit with a signal.
      const words = `Cannot write the config file ${path} (EFBIG: the file is too large).`;
      expect([{ signal: 'SIGXFSZ' }, { stderr: words, exitCode: 2 }]).toContainEqual(
        starved.signal === 'SIGXFSZ'
          ? { signal: starved.signal }
          : { stderr: starved.stderr, exitCode: starved.exitCode },
      );
      expect(await readFile(path, 'utf8')).toBe(before);
      await add('after');
      expect(names()).toEqual(['kept', 'after']);
      expect(await readdir(folder)).toEqual(['config.json']);
    },
  );

  // trust: T-114
  test.skipIf(!canMount)(
    'the config file survives a full disk of its own (a small disk, mounted as root)',
    async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=700', 'none', folder]);
      onTestFinished(() => void execFileSync('umount', [folder]));
      await add('kept');
      const before = await readFile(path, 'utf8');
      const much = createStore(folder).change((config) => {
        for (let i = 0; i < 1000; i++) config.profiles[`p${i}`] = { token: 'x'.repeat(100) };
      });
      await expect(much).rejects.toThrow(`Cannot write the config file ${path} (ENOSPC: no space left on the disk).`);
      expect(await readFile(path, 'utf8')).toBe(before);
      expect(await readdir(folder)).toEqual(['config.json']);
      await add('after');
      expect(names()).toEqual(['kept', 'after']);
    },
  );

  test('the config file is replaced by a new file also in the terminal of a snap', async () => {
    await add('kept');
    const before = await lstat(path);
    await execa(process.execPath, program('await store.change((config) => { config.profiles.more = {}; })'), {
      env: { SNAP: '/snap/code/1' },
    });
    expect((await lstat(path)).ino).not.toBe(before.ino);
    expect(names()).toEqual(['kept', 'more']);
  });

  // trust: T-114
  test.each(surroundings)(
    'the config file survives a kill at any moment%s: it is whole, the next write succeeds, and nothing is left over',
    async (_, env) => {
      await add('kept');
      for (let round = 0; round < times(2, 60); round++) {
        const writer = spawn(
          process.execPath,
          program(
            `for (let i = 0; ; i++) await store.change((config) => { config.profiles.loop = { address: 'x'.repeat(i % 5000) }; });`,
          ),
          { stdio: 'ignore', env: { ...process.env, ...env } },
        );
        await new Promise((resolve) => setTimeout(resolve, 150 + (round % 6) * 23));
        writer.kill('SIGKILL');
        await new Promise((resolve) => writer.on('exit', resolve));
        expect(names()).toContain('kept');
      }
      await add('after');
      expect(names()).toContain('after');
      expect(await readdir(folder)).toEqual(['config.json']);
    },
  );

  // trust: T-114
  test('the next write after a killed process keeps the config file and removes the leftovers with their secrets', async () => {
    await add('kept');
    await writeFile(`${path}.tmp`, '{"profiles":{"old":{"token":"canary"}}}');
    await writeFile(`${path}.lock`, '');
    await add('after');
    expect(await readdir(folder)).toEqual(['config.json']);
    expect(names()).toEqual(['kept', 'after']);
  });
});

test('the next write makes a config folder private that other users could read', async () => {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  await add('home');
  expect((await lstat(folder)).mode & 0o777).toBe(0o700);
});

test('a planted link with the name of the temporary file is removed and never followed', async () => {
  await add('home');
  const target = join(base, 'target');
  await symlink(target, `${path}.tmp`);
  await add('more');
  expect(existsSync(target)).toBe(false);
  expect(await readdir(folder)).toEqual(['config.json']);
});

// trust: T-113
test.skipIf(process.getuid?.() !== 0)(
  'a config folder is rejected if its parent belongs to another user, who could swap the folder',
  async () => {
    await add('home');
    chownSync(join(base, 'config'), 12345, 12345);
    expect(() => createStore(folder).read()).toThrow(`${join(base, 'config')} belongs to another user`);
    await expect(add('more')).rejects.toThrow(LocalError);
    chownSync(join(base, 'config'), 0, 0);
    expect(names()).toEqual(['home']);
  },
);

test('a link in place of the parent of the config folder is followed, because many users keep their settings elsewhere', async () => {
  await mkdir(join(base, 'dotfiles'));
  await symlink(join(base, 'dotfiles'), join(base, 'config'));
  await add('home');
  expect(names()).toEqual(['home']);
});

test('a dry run shows the file that would be written, masks its tokens and writes nothing', async () => {
  const rehearsed = createStore(folder, { dryRun: true }).change((config) => {
    config.profiles.home = { address: 'https://a.test/api/v2', token: 'canary' };
  });
  const error = await rehearsed.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DryRun);
  expect((error as DryRun).request).toEqual({
    method: 'WRITE',
    url: path,
    body: { profiles: { home: { address: 'https://a.test/api/v2', token: '***' } } },
  });
  expect(existsSync(folder)).toBe(false);
});

// Node's recursive mkdir never ends here; if that bug returns, this file does not end either.
test.skipIf(process.platform !== 'linux')(
  'a config folder that cannot be created is reported at once, with its path',
  async () => {
    const nowhere = createStore('/proc/nope/svc').change(() => {});
    await expect(nowhere).rejects.toThrow(LocalError);
    await expect(nowhere).rejects.toThrow('Cannot create the folder /proc/nope/svc (ENOENT: no such file or folder).');
  },
);

test('several missing folders are created, each for its owner only', async () => {
  const deep = join(base, 'a', 'b', 'svc');
  await createStore(deep).change(() => {});
  for (const made of [deep, join(base, 'a', 'b'), join(base, 'a')])
    expect((await lstat(made)).mode & 0o777).toBe(0o700);
});

const writeHome = async (line: string) => {
  await mkdir(folder, { recursive: true });
  await writeFile(path, `{"profiles":{"home":{${line}}}}`);
};

test.each(['"timeout": 30', '"timeout": "30s"', '"retries": 2'])('a profile with %s is valid', async (line) => {
  await writeHome(line);
  expect(names()).toEqual(['home']);
});

test.each(['"output": 7', '"ca-file": ["x"]', '"timeout": {}'])(
  'a profile with %s makes the config file invalid',
  async (line) => {
    await writeHome(line);
    expect(names).toThrow(path);
  },
);
