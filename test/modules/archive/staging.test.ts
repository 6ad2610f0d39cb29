import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CancelledError, CheckFailedError, LocalError, UsageError } from '../../../src/base/errors.ts';
import { ownerTag } from '../../../src/base/system/owner.ts';
import { dueFor } from '../../../src/base/system/recorded-folder.ts';
import { Temporaries } from '../../../src/base/system/temporaries.ts';
import { extractArchive } from '../../../src/modules/archive/extract.ts';
import { type PlaceOptions, place as placeWith } from '../../../src/modules/archive/staging.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { arriving, contentOf, file, tarGz } from './tar-builder.ts';

const fillWith = (name: string) => async (temp: string) => {
  writeFileSync(join(temp, name), name);
  return temp;
};

const place = (
  destination: string,
  options: Omit<PlaceOptions, 'temporaries'>,
  fill: (temp: string) => Promise<string>,
) => placeWith(destination, { ...options, temporaries: new Temporaries() }, fill);

const linux = process.platform === 'linux';

/** A group of this user other than the primary one; else the primary one, which tests without root share with no other user. */
function otherGroup(): number {
  if (process.getuid?.() === 0) return 65534;
  return process.getgroups?.().find((group) => group !== process.getgid?.()) ?? process.getgid?.() ?? 0;
}

/** A folder with one file in it, at `old` in a scratch folder. */
function occupied(): { parent: string; destination: string } {
  const parent = temporaryFolder();
  const destination = join(parent, 'old');
  mkdirSync(destination);
  writeFileSync(join(destination, 'kept'), 'kept');
  return { parent, destination };
}

describe('a folder gets its name only when it is complete', () => {
  // trust: T-27
  test('a folder is built in a private temporary folder beside the destination and then moved there', async () => {
    const parent = temporaryFolder();
    let seen: { beside: string[]; name: string; mode: number } | undefined;
    await place(join(parent, 'new'), {}, async (temp) => {
      const outer = dirname(temp);
      seen = { beside: readdirSync(parent), name: basename(outer), mode: statSync(outer).mode & 0o777 };
      return fillWith('f')(temp);
    });
    expect(seen).toEqual({
      beside: [seen?.name],
      name: expect.stringMatching(/^\.svc-[0-9a-f]{8}-\d+-[0-9a-f]{8}-[0-9a-f]{16}\.tmp$/),
      mode: 0o700,
    });
    expect(contentOf(parent)).toEqual({ 'new/': '', 'new/f': 'f' });
  });

  test.each([
    [0o022, 0o755],
    [0o077, 0o700],
  ])('the umask %o gives a new folder the mode %o (both decimal)', async (umask, mode) => {
    const before = process.umask(umask);
    const destination = join(temporaryFolder(), 'new');
    await place(destination, {}, fillWith('f')).finally(() => process.umask(before));
    expect(statSync(destination).mode & 0o777).toBe(mode);
  });

  test('missing parent folders are created, and a subfolder of the filled folder can become the result', async () => {
    const parent = temporaryFolder();
    await place(join(parent, 'a/b/new'), {}, async (temp) => {
      mkdirSync(join(temp, 'sub'));
      writeFileSync(join(temp, 'readme'), '');
      await fillWith('f')(join(temp, 'sub'));
      return join(temp, 'sub');
    });
    expect(contentOf(parent)).toEqual({ 'a/': '', 'a/b/': '', 'a/b/new/': '', 'a/b/new/f': 'f' });
  });

  test('an empty destination folder is replaced', async () => {
    const destination = temporaryFolder();
    await place(destination, {}, fillWith('f'));
    expect(contentOf(destination)).toEqual({ f: 'f' });
  });

  // trust: T-27
  test('an archive that is rejected leaves nothing behind', async () => {
    const parent = temporaryFolder();
    const archive = tarGz(file('good'), file('../evil'));
    const placed = place(join(parent, 'new'), {}, async (temp) => {
      await extractArchive(arriving(archive), temp);
      return temp;
    });
    await expect(placed).rejects.toBeInstanceOf(CheckFailedError);
    expect(contentOf(parent)).toEqual({});
  });

  // trust: T-27
  test('an abort leaves nothing behind, also when the filling is already done', async () => {
    const parent = temporaryFolder();
    const controller = new AbortController();
    const placed = place(join(parent, 'new'), { signal: controller.signal }, async (temp) => {
      controller.abort();
      return fillWith('f')(temp);
    });
    await expect(placed).rejects.toBeInstanceOf(CancelledError);
    expect(contentOf(parent)).toEqual({});
  });
});

describe('parent folders that svc creates', () => {
  const fails = () => Promise.reject(new CheckFailedError('No.'));

  test('created parents are removed if the work fails, and parents that existed before stay', async () => {
    const parent = temporaryFolder();
    mkdirSync(join(parent, 'mine'));
    await expect(place(join(parent, 'mine/a/b/new'), {}, fails)).rejects.toBeInstanceOf(CheckFailedError);
    expect(contentOf(parent)).toEqual({ 'mine/': '' });
  });

  test('parents created for several folders stay as long as one folder is in them, and are removed with the last failed one', async () => {
    const parent = temporaryFolder();
    const first = place(join(parent, 'a/b/1'), {}, async (temp) => {
      await expect(place(join(parent, 'a/c/2'), {}, fails)).rejects.toBeInstanceOf(CheckFailedError);
      expect(readdirSync(join(parent, 'a'))).toEqual(['b']);
      return fillWith('f')(join(temp, 'never-made'));
    });
    await expect(first).rejects.toThrow('ENOENT');
    expect(contentOf(parent)).toEqual({});
  });

  test('created parents stay if another user put a file in them', async () => {
    const parent = temporaryFolder();
    const placed = place(join(parent, 'a/b/new'), {}, async () => {
      writeFileSync(join(parent, 'a', 'theirs'), 'theirs');
      return fails();
    });
    await expect(placed).rejects.toBeInstanceOf(CheckFailedError);
    expect(contentOf(parent)).toEqual({ 'a/': '', 'a/theirs': 'theirs' });
  });
});

describe('an existing file or folder at the destination', () => {
  // trust: T-32
  test('a destination folder that is not empty is rejected without --force and stays unchanged', async () => {
    const { parent, destination } = occupied();
    const error = await place(destination, {}, fillWith('f')).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).hint).toContain('--force');
    expect(contentOf(parent)).toEqual({ 'old/': '', 'old/kept': 'kept' });
  });

  test('a destination folder that another process fills meanwhile stays unchanged', async () => {
    const parent = temporaryFolder();
    const placed = place(join(parent, 'new'), {}, async (temp) => {
      mkdirSync(join(parent, 'new'));
      writeFileSync(join(parent, 'new', 'theirs'), 'theirs');
      return fillWith('f')(temp);
    });
    await expect(placed).rejects.toBeInstanceOf(UsageError);
    expect(contentOf(parent)).toEqual({ 'new/': '', 'new/theirs': 'theirs' });
  });

  test('--force replaces the old folder as a whole', async () => {
    const { parent, destination } = occupied();
    await place(destination, { force: true }, fillWith('f'));
    expect(contentOf(parent)).toEqual({ 'old/': '', 'old/f': 'f' });
  });

  // trust: T-32
  test('--force keeps the old folder if building the new folder fails', async () => {
    const { parent, destination } = occupied();
    const fault = new CheckFailedError('No.');
    await expect(place(destination, { force: true }, () => Promise.reject(fault))).rejects.toBe(fault);
    expect(contentOf(parent)).toEqual({ 'old/': '', 'old/kept': 'kept' });
  });

  test('--force moves the old folder back if the new folder cannot be moved into its place', async () => {
    const { parent, destination } = occupied();
    const placed = place(destination, { force: true }, async (temp) => join(temp, 'never-made'));
    await expect(placed).rejects.toBeInstanceOf(LocalError);
    expect(contentOf(parent)).toEqual({ 'old/': '', 'old/kept': 'kept' });
  });

  test.each([false, true])('rejects a file at the destination (force: %s)', async (force) => {
    const path = join(temporaryFolder(), 'f');
    writeFileSync(path, 'mine');
    await expect(place(path, { force }, fillWith('f'))).rejects.toBeInstanceOf(UsageError);
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });

  // trust: T-32
  test.each([false, true])(
    'rejects a link at the destination, even a link to an empty folder (force: %s)',
    async (force) => {
      const parent = temporaryFolder();
      mkdirSync(join(parent, 'real'));
      symlinkSync('real', join(parent, 'l'));
      for (const path of ['l', 'l/']) {
        await expect(place(`${parent}/${path}`, { force }, fillWith('f'))).rejects.toBeInstanceOf(UsageError);
      }
      expect(contentOf(parent)).toEqual({ l: '-> real', 'real/': '' });
    },
  );

  // trust: T-32
  test.each(['.', '..', '/'])('rejects the current folder and its parents as destination: %s', async (path) => {
    await expect(place(path, { force: true }, fillWith('f'))).rejects.toThrow(/contains the current folder/);
  });

  test('a file in place of a parent folder is an error that names the file', async () => {
    const path = join(temporaryFolder(), 'f');
    writeFileSync(path, '');
    const error = await place(join(path, 'new'), {}, fillWith('f')).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LocalError);
    expect((error as Error).message).toContain(path);
  });
});

// Node's recursive mkdir never ends here; if that bug returns, this file does not end either.
test.skipIf(process.platform !== 'linux').each([
  ['/proc/new', '/proc/new'],
  ['/proc/a/b/new', '/proc/a/b'],
])('an error about a missing parent names the path that cannot be created: %s', async (destination, named) => {
  await expect(place(destination, {}, fillWith('f'))).rejects.toThrow(
    `Cannot write "${named}" (ENOENT: no such file or folder)`,
  );
});

describe('a parent folder in which another user can replace entries', () => {
  /** Creates a folder that all users can write, as CI systems do. */
  function shared(mode = 0o777): string {
    const folder = join(temporaryFolder(), 'shared');
    mkdirSync(folder);
    chmodSync(folder, mode);
    return folder;
  }
  /** Acts as another user: removes the temporary folder and puts another folder with a link in its place. */
  function swap(parent: string, elsewhere: string): void {
    for (const temp of readdirSync(parent).filter((name) => name.startsWith('.svc-'))) {
      renameSync(join(parent, temp), join(parent, 'taken'));
      mkdirSync(join(parent, temp));
      symlinkSync(elsewhere, join(parent, temp, 'tree'));
    }
  }

  // trust: T-33
  test.runIf(linux).each([
    ['everybody', 0o777],
    ['a group with others in it', 0o2775],
  ])(
    'does not follow a link that another user put in place of the temporary folder, in a folder that %s can write',
    async (_, mode) => {
      const [parent, elsewhere] = [shared(mode), temporaryFolder()];
      if (mode === 0o2775) {
        chownSync(parent, process.getuid?.() ?? 0, otherGroup());
        chmodSync(parent, mode);
      }
      await place(join(parent, 'new'), {}, async (temp) => {
        swap(parent, elsewhere);
        return fillWith('f')(temp);
      });
      expect(contentOf(elsewhere)).toEqual({});
      expect(contentOf(join(parent, 'new'))).toEqual({ f: 'f' });
    },
  );

  // trust: T-33
  test.runIf(linux)('a parent folder that another user swaps for a link is not followed', async () => {
    const [folder, elsewhere] = [shared(), temporaryFolder()];
    await place(join(folder, 'a/b/new'), {}, async (temp) => {
      renameSync(join(folder, 'a'), join(folder, 'taken'));
      mkdirSync(join(elsewhere, 'b'));
      symlinkSync(elsewhere, join(folder, 'a'));
      return fillWith('f')(temp);
    });
    expect(contentOf(elsewhere)).toEqual({ 'b/': '' });
    expect(contentOf(join(folder, 'taken/b/new'))).toEqual({ f: 'f' });
  });

  test.runIf(linux)('a link that was already in the destination path is followed', async () => {
    const [folder, real] = [shared(), temporaryFolder()];
    symlinkSync(real, join(folder, 'link'));
    await place(join(folder, 'link/a/new'), {}, fillWith('f'));
    expect(contentOf(real)).toEqual({ 'a/': '', 'a/new/': '', 'a/new/f': 'f' });
  });

  test.runIf(linux)(
    'a folder in a shared parent is built through the opened parent, and replaces the old folder with --force',
    async () => {
      const parent = shared();
      for (const name of ['f', 'g']) {
        await place(join(parent, 'new'), { force: true }, async (temp) => {
          expect(temp).toMatch(/^\/proc\/self\/fd\/\d+\/tree$/);
          return fillWith(name)(temp);
        });
        expect(contentOf(parent)).toEqual({ 'new/': '', [`new/${name}`]: name });
      }
    },
  );

  test.runIf(linux)('an error names the path of the parent folder, not its /proc path', async () => {
    const parent = shared();
    const placed = place(join(parent, 'new'), {}, async (temp) => join(temp, 'never-made'));
    const error = (await placed.catch((reason: unknown) => reason)) as Error;
    expect(error.message).toContain(`${parent}/`);
    expect(error.message).not.toContain('/proc/');
  });

  test('--allow-shared-parent builds the folder beside the destination', async () => {
    const parent = shared();
    await place(join(parent, 'new'), { allowSharedParent: true }, async (temp) => {
      expect(dirname(dirname(temp))).toBe(parent);
      return fillWith('f')(temp);
    });
    expect(contentOf(parent)).toEqual({ 'new/': '', 'new/f': 'f' });
  });

  test.runIf(linux)('a failure in a shared parent leaves nothing behind', async () => {
    const parent = shared();
    const fault = new CheckFailedError('No.');
    const placed = place(join(parent, 'a/b/new'), {}, async (temp) => {
      writeFileSync(`${temp}.zip`, 'half');
      throw fault;
    });
    await expect(placed).rejects.toBe(fault);
    expect(contentOf(parent)).toEqual({});
  });

  // trust: T-33
  test('a sticky parent such as /tmp counts as private, because only the owner of an entry can replace it', async () => {
    const parent = shared(0o1777);
    await place(join(parent, 'new'), {}, async (temp) => {
      expect(dirname(dirname(temp))).toBe(parent);
      return fillWith('f')(temp);
    });
  });
});

describe('temporary folders of killed runs', () => {
  const [machineDigits] = ownerTag().split('-');
  /** No process has a number this high: Linux ends at 4194304. */
  const gone = `${machineDigits}-999999999-00000000`;

  /** Folders of lists and for a test, after a process with this tag was killed while it had a temporary folder with half a tree. */
  function killed({
    owner = gone,
    act = (_made: string, _run: Temporaries, _parent: string): string | undefined => undefined,
  } = {}) {
    const [lists, parent] = [temporaryFolder(), temporaryFolder()];
    const run = new Temporaries(lists);
    const left = run.make(parent);
    mkdirSync(join(left, 'tree'));
    writeFileSync(join(left, 'tree/half'), 'half');
    const aside = act(left, run, parent) ?? '';
    disown(lists, owner);
    const [name = ''] = readdirSync(lists);
    return { aside, left, entry: join(lists, name), lists, parent, next: new Temporaries(lists) };
  }
  /** Gives the entries of this process to another. */
  function disown(lists: string, owner: string): void {
    for (const name of readdirSync(lists)) {
      renameSync(join(lists, name), join(lists, name.replace(ownerTag(), owner)));
    }
  }
  const putAside = (left: string, run: Temporaries, parent: string) => {
    mkdirSync(join(parent, 'old'));
    writeFileSync(join(parent, 'old/kept'), 'kept');
    return run.putAside(join(parent, 'old'), join(left, 'tree'));
  };

  // trust: T-28
  test.each([
    ['is deleted when its owner has ended', gone, false],
    ['is deleted when another process has the number of its owner', `${machineDigits}-${process.pid}-0123abcd`, false],
    ['stays if its owner may still run on another machine', '00000000-1-00000000', true],
  ])('a temporary folder %s', (_, owner, stays) => {
    const { entry, left, lists, next, parent } = killed({ owner });
    next.using(parent, () => {});
    expect([existsSync(left), readdirSync(lists)]).toEqual([stays, stays ? [basename(entry)] : []]);
  });

  // trust: T-28
  test('a temporary folder of a process with the same tag is deleted, because some systems do not report when a process started', () => {
    const { entry, left, lists, next } = killed();
    renameSync(entry, join(lists, `v3-${ownerTag()}-0123456789abcdef`));
    next.sweep();
    expect([existsSync(left), readdirSync(lists)]).toEqual([false, []]);
  });

  // trust: T-28
  test('a temporary folder stays while the process that created it runs', () => {
    const { left, next } = killed({ owner: `${machineDigits}-${process.ppid}-00000000` });
    next.sweep();
    expect(existsSync(left)).toBe(true);
  });

  // trust: T-29
  test('only the list names temporary folders to delete: a folder that is not in the list stays, whatever its name and age', () => {
    const { left, next, parent } = killed();
    const planted = join(parent, basename(left).replace(/.{8}\.tmp$/, '01234567.tmp'));
    mkdirSync(join(planted, 'previous/hook'), { recursive: true });
    utimesSync(planted, 0, 0);
    next.sweep();
    expect(contentOf(parent)).toEqual({
      [`${basename(planted)}/`]: '',
      [`${basename(planted)}/previous/`]: '',
      [`${basename(planted)}/previous/hook/`]: '',
    });
  });

  // trust: T-29
  test.each(['a folder', 'a link'])('a temporary folder stays if %s has taken its path', (what) => {
    const { left, next, parent } = killed();
    renameSync(left, join(parent, 'taken'));
    mkdirSync(join(parent, 'mine'));
    writeFileSync(join(parent, 'mine/file'), 'mine');
    if (what === 'a link') symlinkSync('mine', left);
    else renameSync(join(parent, 'mine'), left);
    next.sweep();
    expect(readFileSync(join(left, 'file'), 'utf8')).toBe('mine');
    expect(existsSync(join(parent, 'taken/tree/half'))).toBe(true);
  });

  // trust: T-28
  test('a temporary folder whose entry has no device and inode is deleted only if it is empty', () => {
    for (const isEmpty of [true, false]) {
      const { entry, left, next } = killed();
      const [first = ''] = readFileSync(entry, 'utf8').split('\n').filter(Boolean);
      writeFileSync(entry, `${first}\n{"path":"${left}","id`);
      if (isEmpty) rmSync(join(left, 'tree'), { recursive: true });
      next.sweep();
      expect([existsSync(left), existsSync(entry)]).toEqual([!isEmpty, false]);
    }
  });

  // trust: T-29
  test('a list of temporary folders that other users can write is ignored', () => {
    const { left, lists } = killed();
    chmodSync(lists, 0o777);
    const next = new Temporaries(lists);
    next.sweep();
    expect([existsSync(left), next.entries('ended')]).toEqual([true, []]);
  });

  // trust: T-30
  test('the next run restores a folder that a killed run moved aside', () => {
    const { next, parent } = killed({ act: putAside });
    next.sweep();
    expect(contentOf(parent)).toEqual({ 'old/': '', 'old/kept': 'kept' });
  });

  // trust: T-30
  test('the next run restores a folder that was moved aside even if lines of its list are incomplete', () => {
    const { lists, next, parent } = killed({ act: putAside });
    for (const name of readdirSync(lists)) {
      const text = readFileSync(join(lists, name), 'utf8');
      writeFileSync(join(lists, name), `${text.slice(0, 30)}${text}\n{"path":"/x","home":`);
    }
    next.sweep();
    expect([contentOf(parent), readdirSync(lists)]).toEqual([{ 'old/': '', 'old/kept': 'kept' }, []]);
  });

  test('an entry that was cut off before its folder was created is deleted', () => {
    const { entry, lists, next } = killed();
    writeFileSync(entry, '\n{"path":"/');
    next.sweep();
    expect(readdirSync(lists)).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'no folder is moved aside if the list cannot be written (on a full disk of one page, mounted as root)',
    () => {
      const [lists, parent] = [temporaryFolder(), temporaryFolder()];
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'nr_blocks=1,mode=700', 'none', lists]);
      onTestFinished(() => void execFileSync('umount', ['-l', lists]));
      const run = new Temporaries(lists);
      mkdirSync(join(parent, 'old'));
      const putAside = () => run.putAside(join(parent, 'old'), parent, '/a'.repeat(3000));
      expect(putAside).toThrow('Cannot write the list');
      expect([readdirSync(parent), readdirSync(lists)]).toEqual([['old'], []]);
    },
  );

  // trust: T-30
  test('a folder that was moved aside is deleted if the new folder is in its place', () => {
    const { left, lists, next, parent } = killed({ act: putAside });
    renameSync(join(left, 'tree'), join(parent, 'old'));
    next.sweep();
    expect([contentOf(parent), readdirSync(lists)]).toEqual([{ 'old/': '', 'old/half': 'half' }, []]);
  });

  // trust: T-30
  test('a folder that was moved aside stays while another folder has its path, and is restored afterwards', () => {
    const { aside, left, lists, next, parent } = killed({ act: putAside });
    mkdirSync(join(parent, 'old'));
    next.sweep();
    expect([readdirSync(aside), readdirSync(join(parent, 'old')), existsSync(left)]).toEqual([['kept'], [], false]);
    rmdirSync(join(parent, 'old'));
    next.sweep();
    expect([contentOf(parent), readdirSync(lists)]).toEqual([{ 'old/': '', 'old/kept': 'kept' }, []]);
  });

  // trust: T-30
  test('a folder that this run cannot move back stays, with its entry', () => {
    const [lists, parent] = [temporaryFolder(), temporaryFolder()];
    const run = new Temporaries(lists);
    const aside = putAside(parent, run, parent);
    writeFileSync(join(parent, 'old'), '');
    run.remove(aside);
    expect([readdirSync(aside), readdirSync(lists).length]).toEqual([['kept'], 1]);
  });

  // trust: T-29
  test.each(['a link', 'another folder'])(
    'a folder that was moved aside is not restored if %s has replaced its parent',
    (what) => {
      const [top, elsewhere] = [temporaryFolder(), temporaryFolder()];
      mkdirSync(join(top, 'a'));
      const { aside, next } = killed({ act: (left, run) => putAside(left, run, join(top, 'a')) });
      renameSync(join(top, 'a'), join(top, 'taken'));
      if (what === 'a link') symlinkSync(elsewhere, join(top, 'a'));
      else mkdirSync(join(top, 'a'));
      next.sweep();
      expect([contentOf(elsewhere), readdirSync(join(top, 'a'))]).toEqual([{}, []]);
      expect(readFileSync(join(top, 'taken', basename(aside), 'kept'), 'utf8')).toBe('kept');
    },
  );

  // trust: T-29
  test('a link in place of a folder that was moved aside is not moved', () => {
    const { aside, next, parent } = killed({ act: putAside });
    const secret = temporaryFolder();
    writeFileSync(join(secret, 'key'), 'a key');
    renameSync(aside, join(parent, 'taken'));
    symlinkSync(secret, aside);
    next.sweep();
    expect([existsSync(join(parent, 'old')), contentOf(secret)]).toEqual([false, { key: 'a key' }]);
  });

  // trust: T-30
  test('a folder that was moved aside stays if its inode has changed, as on some network disks', () => {
    const { aside, lists, next } = killed({ act: putAside });
    for (const name of readdirSync(lists)) {
      const text = readFileSync(join(lists, name), 'utf8');
      writeFileSync(join(lists, name), text.replaceAll(/"id":"(\d+) \d+"/g, '"id":"$1 1"'));
    }
    next.sweep();
    expect(readdirSync(aside)).toEqual(['kept']);
    expect(next.entries('ended').map(dueFor)).toEqual(['gone', 'unknown']);
  });

  // trust: T-28
  test('a folder is placed even if no list of leftovers can be written', async () => {
    const [file, parent] = [join(temporaryFolder(), 'file'), temporaryFolder()];
    writeFileSync(file, '');
    const temporaries = new Temporaries(join(file, 'lists'));
    await placeWith(join(parent, 'new'), { temporaries }, fillWith('f'));
    expect(contentOf(parent)).toEqual({ 'new/': '', 'new/f': 'f' });
  });
});
