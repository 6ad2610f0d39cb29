import { chownSync, existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { rolldown } from 'rolldown';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ownFiles } from '../../../rolldown.config.mjs';
import { LocalError } from '../../../src/base/errors.ts';
import { createStore, type Store } from '../../../src/cli/settings/store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { times } from '../../support/times.ts';

let base: string;
let folder: string;
let path: string;
let store: Store;
beforeEach(() => {
  base = temporaryFolder();
  folder = join(base, 'config', 'svc');
  path = join(folder, 'config.json');
  store = createStore(folder);
});

const addToken = (to: Store = store) =>
  to.change((config) => {
    config.profiles.home = { address: 'https://a.test/api/v2', token: 'canary' };
  });
const put = async (text: string) => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path, text);
};
const modeOf = async (place: string) => ((await lstat(place)).mode & 0o777).toString(8);

describe('the config file', () => {
  test('a missing config file reads as an empty configuration, and reading does not create it', () => {
    expect(store.read()).toEqual({ profiles: {} });
    expect(existsSync(folder)).toBe(false);
  });

  // trust: T-110
  test('the config file and its folder are private to their owner, whatever the umask', async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    await addToken();
    expect([await modeOf(path), await modeOf(folder)]).toEqual(['600', '700']);
  });

  // trust: T-110
  test('the next write makes a config file private that other users could read', async () => {
    await put('{"profiles":{}}');
    await chmod(path, 0o644);
    await addToken();
    expect(await modeOf(path)).toBe('600');
  });

  test('the config file is replaced by a new file, so a concurrent reader sees the whole old file or the whole new file', async () => {
    await addToken();
    const before = await lstat(path);
    await addToken();
    expect((await lstat(path)).ino).not.toBe(before.ino);
    expect(await readdir(folder)).toEqual(['config.json']);
  });

  // trust: T-115
  test('the config file keeps unknown keys at every level', async () => {
    await put('{"colour":"blue","profiles":{"other":{"token":"x","future":[1]}},"current":"other"}');
    await addToken();
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      colour: 'blue',
      current: 'other',
      profiles: { other: { token: 'x', future: [1] }, home: { address: 'https://a.test/api/v2', token: 'canary' } },
    });
  });

  test('the config file keeps the order of its keys, whichever program wrote it', async () => {
    await put('{"zebra":1,"profiles":{"other":{"token":"x","organization":"o"}},"ape":[2, 3],"current":"other"}');
    await store.change((config) => {
      config.profiles.other!.output = 'json';
    });
    expect(await readFile(path, 'utf8')).toBe(`{
  "zebra": 1,
  "profiles": {
    "other": {
      "token": "x",
      "organization": "o",
      "output": "json"
    }
  },
  "ape": [
    2,
    3
  ],
  "current": "other"
}
`);
  });

  test.each(['__proto__', 'constructor', 'toString', 'a.b', ''])(
    'the config file stores a profile named "%s" like any other',
    async (name) => {
      expect(store.read().profiles[name]).toBeUndefined();
      await store.change((config) => {
        config.profiles[name] = { token: 'canary' };
      });
      expect(createStore(folder).read().profiles[name]).toEqual({ token: 'canary' });
    },
  );

  test('the config file stays unchanged if an edit fails, and the next edit is not blocked by a lock', async () => {
    await addToken();
    const before = await readFile(path, 'utf8');
    const failing = store.change(() => {
      throw new LocalError('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await readFile(path, 'utf8')).toBe(before);
    await addToken();
  });
});

test.each([
  ['an empty file', '', {}],
  ['blanks and line ends', ' \n', {}],
  ['a byte-order mark', '\ufeff', {}],
  ['a byte-order mark before a config', '\ufeff{"profiles":{"home":{"token":"x"}}}', { home: { token: 'x' } }],
])('%s is accepted as a config file', async (_title, text, profiles) => {
  await put(text);
  expect(store.read()).toEqual({ profiles });
  await addToken();
  expect(Object.keys(JSON.parse(await readFile(path, 'utf8')).profiles)).toEqual(['home']);
});

describe('an unusable config file is named and left unchanged', () => {
  test.each([
    ['no JSON', 'token: x\n'],
    ['half-written', '{"profiles":{"home":{"token":"cana'],
    ['a list', '[]'],
    ['text', '"x"'],
    ['null', 'null'],
    ['a file whose profiles are a list', '{"profiles":[]}'],
    ['a file whose profile is text', '{"profiles":{"home":"x"}}'],
    ['a file whose profile is null', '{"profiles":{"home":null}}'],
    ['a file whose token is a number', '{"profiles":{"home":{"token":7}}}'],
    ['a file whose current profile is a number', '{"profiles":{},"current":7}'],
  ])('an unusable config file is named and left unchanged: %s', async (_title, text) => {
    await put(text);
    for (const attempt of [async () => store.read(), () => addToken()]) {
      const error = await attempt().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(LocalError);
      expect((error as LocalError).message).toContain(path);
      expect((error as LocalError).exit).toBe(2);
      expect(String((error as LocalError).message)).not.toContain('cana');
    }
    expect(await readFile(path, 'utf8')).toBe(text);
    expect(await readdir(folder)).toEqual(['config.json']);
  });

  test('a folder in place of the config file is named and left unchanged', async () => {
    await mkdir(path, { recursive: true });
    expect(() => store.read()).toThrow(`${path} is not a file`);
    await expect(addToken()).rejects.toThrow(LocalError);
  });

  test('a file in place of the folder of the config file is named and left unchanged', async () => {
    await mkdir(join(base, 'config'));
    await writeFile(folder, 'mine');
    await expect(addToken()).rejects.toThrow(LocalError);
    expect(await readFile(folder, 'utf8')).toBe('mine');
  });
});

describe('config files that another user could control are rejected', () => {
  // trust: T-113
  test('a symbolic link in place of the config file is rejected', async () => {
    const target = join(base, 'target.json');
    await writeFile(target, '{"profiles":{}}');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await symlink(target, path);
    expect(() => store.read()).toThrow(`${path} is a symbolic link`);
    await expect(addToken()).rejects.toThrow(LocalError);
    expect(await readFile(target, 'utf8')).toBe('{"profiles":{}}');
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
  });

  test('a dangling symbolic link in place of the config file is rejected, and its target is not created', async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await symlink(join(base, 'nowhere'), path);
    await expect(addToken()).rejects.toThrow('symbolic link');
    expect(existsSync(join(base, 'nowhere'))).toBe(false);
  });

  // trust: T-113
  test('a symbolic link in place of the folder of the config file is rejected', async () => {
    const target = join(base, 'target');
    await mkdir(target);
    await mkdir(join(base, 'config'));
    await symlink(target, folder);
    expect(() => store.read()).toThrow(`${folder} is a symbolic link`);
    await expect(addToken()).rejects.toThrow(LocalError);
    expect(await readdir(target)).toEqual([]);
  });

  // trust: T-113
  test.skipIf(process.getuid?.() !== 0)('a config file or folder of another user is rejected', async () => {
    await put('{"profiles":{}}');
    chownSync(path, 12345, 12345);
    expect(() => store.read()).toThrow(`${path} belongs to another user`);
    await expect(addToken()).rejects.toThrow(LocalError);
    chownSync(path, 0, 0);
    chownSync(folder, 12345, 12345);
    expect(() => store.read()).toThrow(`${folder} belongs to another user`);
    await expect(addToken()).rejects.toThrow(LocalError);
    expect(await readFile(path, 'utf8')).toBe('{"profiles":{}}');
  });
});

test('a write of the config file leaves no signal handler in the process', async () => {
  const counts = () => ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name));
  const before = counts();
  await addToken();
  expect(counts()).toEqual(before);
});

// trust: T-115
test('processes that write the config file at the same time lose no entry', async () => {
  const bundle = await rolldown({
    input: 'src/cli/settings/store.ts',
    platform: 'node',
    logLevel: 'silent',
    plugins: [ownFiles()],
  });
  await bundle.write({ dir: base, format: 'cjs', entryFileNames: 'store.cjs' });
  await bundle.close();
  const changes = times(8, 50);
  const writer = join(base, 'writer.cjs');
  await writeFile(
    writer,
    `const { createStore } = require('./store.cjs');
    const [folder, name] = process.argv.slice(2);
    (async () => {
      for (let i = 0; i < ${changes}; i++) await createStore(folder).change((config) => { config.profiles[name + i] = { token: name }; });
    })();`,
  );
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => execa(process.execPath, [writer, folder, name])));
  expect(Object.keys(store.read().profiles)).toHaveLength(4 * changes);
  expect(await readdir(folder)).toEqual(['config.json']);
});
