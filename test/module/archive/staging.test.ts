import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CancelledError, CheckFailedError, LocalError, UsageError } from '../../../src/errors.ts';
import { extractArchive } from '../../../src/module/archive/extract.ts';
import { place } from '../../../src/module/archive/staging.ts';
import { arriving, contentOf, file, scratch, tarGz } from './tar-builder.ts';

const fillWith = (name: string) => async (temp: string) => {
  writeFileSync(join(temp, name), name);
  return temp;
};

/** A folder with one file in it, at `old` in a scratch folder. */
function occupied(): { parent: string; destination: string } {
  const parent = scratch();
  const destination = join(parent, 'old');
  mkdirSync(destination);
  writeFileSync(join(destination, 'kept'), 'kept');
  return { parent, destination };
}

describe('a folder gets its name only when it is complete', () => {
  test('it is built in a private temp folder beside the destination and moved', async () => {
    const parent = scratch();
    let seen: { beside: string[]; name: string; mode: number } | undefined;
    await place(join(parent, 'new'), {}, async (temp) => {
      const outer = dirname(temp);
      seen = { beside: readdirSync(parent), name: basename(outer), mode: statSync(outer).mode & 0o777 };
      return fillWith('f')(temp);
    });
    expect(seen).toEqual({
      beside: [seen?.name],
      name: expect.stringMatching(/^\.svc-[0-9a-f]{8}-\d+-[0-9a-f]{16}\.tmp$/),
      mode: 0o700,
    });
    expect(contentOf(parent)).toEqual({ new: '/', 'new/f': 'f' });
  });

  test.each([
    [0o022, 0o755],
    [0o077, 0o700],
  ])('under umask %o its mode is %o', async (umask, mode) => {
    const before = process.umask(umask);
    const destination = join(scratch(), 'new');
    await place(destination, {}, fillWith('f')).finally(() => process.umask(before));
    expect(statSync(destination).mode & 0o777).toBe(mode);
  });

  test('parents are made, and a folder inside the filled one can be chosen', async () => {
    const parent = scratch();
    await place(join(parent, 'a/b/new'), {}, async (temp) => {
      mkdirSync(join(temp, 'sub'));
      writeFileSync(join(temp, 'readme'), '');
      await fillWith('f')(join(temp, 'sub'));
      return join(temp, 'sub');
    });
    expect(contentOf(parent)).toEqual({ a: '/', 'a/b': '/', 'a/b/new': '/', 'a/b/new/f': 'f' });
  });

  test('an empty folder gives way', async () => {
    const destination = scratch();
    await place(destination, {}, fillWith('f'));
    expect(contentOf(destination)).toEqual({ f: 'f' });
  });

  test('an archive that refuses leaves nothing behind', async () => {
    const parent = scratch();
    const archive = tarGz(file('good'), file('../evil'));
    const placed = place(join(parent, 'new'), {}, async (temp) => {
      await extractArchive(arriving(archive), temp);
      return temp;
    });
    await expect(placed).rejects.toBeInstanceOf(CheckFailedError);
    expect(contentOf(parent)).toEqual({});
  });

  test('an abort leaves nothing behind, also when the filling is already done', async () => {
    const parent = scratch();
    const controller = new AbortController();
    const placed = place(join(parent, 'new'), { signal: controller.signal }, async (temp) => {
      controller.abort();
      return fillWith('f')(temp);
    });
    await expect(placed).rejects.toBeInstanceOf(CancelledError);
    expect(contentOf(parent)).toEqual({});
  });
});

describe('parents that were made for it', () => {
  const fails = () => Promise.reject(new CheckFailedError('No.'));

  test('go when it fails, and those that were there stay', async () => {
    const parent = scratch();
    mkdirSync(join(parent, 'mine'));
    await expect(place(join(parent, 'mine/a/b/new'), {}, fails)).rejects.toBeInstanceOf(CheckFailedError);
    expect(contentOf(parent)).toEqual({ mine: '/' });
  });

  test('stay as long as there is anything in them, and go with the last of several that fail', async () => {
    const parent = scratch();
    const first = place(join(parent, 'a/b/1'), {}, async (temp) => {
      await expect(place(join(parent, 'a/c/2'), {}, fails)).rejects.toBeInstanceOf(CheckFailedError);
      expect(readdirSync(join(parent, 'a'))).toEqual(['b']);
      return fillWith('f')(join(temp, 'never-made'));
    });
    await expect(first).rejects.toThrow('ENOENT');
    expect(contentOf(parent)).toEqual({});
  });

  test('stay with what somebody else put there', async () => {
    const parent = scratch();
    const placed = place(join(parent, 'a/b/new'), {}, async () => {
      writeFileSync(join(parent, 'a', 'theirs'), 'theirs');
      return fails();
    });
    await expect(placed).rejects.toBeInstanceOf(CheckFailedError);
    expect(contentOf(parent)).toEqual({ a: '/', 'a/theirs': 'theirs' });
  });
});

describe('what is in the way', () => {
  test('a folder that is not empty needs --force and stays as it was', async () => {
    const { parent, destination } = occupied();
    const error = await place(destination, {}, fillWith('f')).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).hint).toContain('--force');
    expect(contentOf(parent)).toEqual({ old: '/', 'old/kept': 'kept' });
  });

  test('a folder that another process fills in the meantime stays as that one left it', async () => {
    const parent = scratch();
    const placed = place(join(parent, 'new'), {}, async (temp) => {
      mkdirSync(join(parent, 'new'));
      writeFileSync(join(parent, 'new', 'theirs'), 'theirs');
      return fillWith('f')(temp);
    });
    await expect(placed).rejects.toBeInstanceOf(UsageError);
    expect(contentOf(parent)).toEqual({ new: '/', 'new/theirs': 'theirs' });
  });

  test('with force the old folder is replaced whole', async () => {
    const { parent, destination } = occupied();
    await place(destination, { force: true }, fillWith('f'));
    expect(contentOf(parent)).toEqual({ old: '/', 'old/f': 'f' });
  });

  test('with force and a fault the old folder stays', async () => {
    const { parent, destination } = occupied();
    const fault = new CheckFailedError('No.');
    await expect(place(destination, { force: true }, () => Promise.reject(fault))).rejects.toBe(fault);
    expect(contentOf(parent)).toEqual({ old: '/', 'old/kept': 'kept' });
  });

  test('the old folder comes back when the new one cannot take its place', async () => {
    const { parent, destination } = occupied();
    const placed = place(destination, { force: true }, async (temp) => join(temp, 'never-made'));
    await expect(placed).rejects.toBeInstanceOf(LocalError);
    expect(contentOf(parent)).toEqual({ old: '/', 'old/kept': 'kept' });
  });

  test.each([false, true])('a file refuses (force: %s)', async (force) => {
    const path = join(scratch(), 'f');
    writeFileSync(path, 'mine');
    await expect(place(path, { force }, fillWith('f'))).rejects.toBeInstanceOf(UsageError);
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });

  test.each([false, true])('a link refuses, also to an empty folder (force: %s)', async (force) => {
    const parent = scratch();
    mkdirSync(join(parent, 'real'));
    symlinkSync('real', join(parent, 'l'));
    for (const path of ['l', 'l/']) {
      await expect(place(`${parent}/${path}`, { force }, fillWith('f'))).rejects.toBeInstanceOf(UsageError);
    }
    expect(contentOf(parent)).toEqual({ l: '-> real', real: '/' });
  });

  test.each(['.', '..', '/'])('the current folder and what holds it refuse: %s', async (path) => {
    await expect(place(path, { force: true }, fillWith('f'))).rejects.toThrow(/current folder or holds it/);
  });

  test('a parent that is a file is the disk’s fault, naming it', async () => {
    const path = join(scratch(), 'f');
    writeFileSync(path, '');
    const error = await place(join(path, 'new'), {}, fillWith('f')).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LocalError);
    expect((error as Error).message).toContain(path);
  });
});

// Node's recursive mkdir never ends here; where that comes back, this file does not end either.
test.skipIf(process.platform !== 'linux').each([
  ['/proc/new', '/proc/new'],
  ['/proc/a/b/new', '/proc/a/b'],
])('where nothing can be made, %s is named by its own name', async (destination, named) => {
  await expect(place(destination, {}, fillWith('f'))).rejects.toThrow(`Could not write "${named}": ENOENT`);
});

describe('temp folders of runs that were killed', () => {
  const name = (digit: string) => `.svc-${digit.repeat(16)}.tmp`;
  const twoHoursAgo = Date.now() / 1000 - 7200;

  test('are swept when they are older than an hour; all else stays', async () => {
    const parent = scratch();
    for (const folder of [name('a'), name('b'), '.svc-mine.tmp', name('c')])
      mkdirSync(join(parent, folder, 'tree'), { recursive: true });
    writeFileSync(join(parent, name('d')), 'a file');
    symlinkSync(name('b'), join(parent, name('e')));
    for (const old of [name('a'), '.svc-mine.tmp', name('d')]) utimesSync(join(parent, old), twoHoursAgo, twoHoursAgo);
    await place(join(parent, 'new'), {}, fillWith('f'));
    expect(readdirSync(parent).sort()).toEqual(
      [name('b'), name('c'), name('d'), name('e'), '.svc-mine.tmp', 'new'].sort(),
    );
  });

  test('stay when they hold an old folder put aside in the middle of a swap', async () => {
    const { parent, destination } = occupied();
    const temp = join(parent, name('a'));
    mkdirSync(temp);
    renameSync(destination, join(temp, 'previous'));
    utimesSync(temp, twoHoursAgo, twoHoursAgo);
    await place(join(parent, 'new'), {}, fillWith('f'));
    expect(existsSync(join(temp, 'previous', 'kept'))).toBe(true);
  });
});
