import { EventEmitter, once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CancelledError } from '../../../src/base/errors.ts';
import { locked } from '../../../src/base/system/lock.ts';
import { ownerTag, stateOf } from '../../../src/base/system/owner.ts';
import { Temporaries } from '../../../src/base/system/temporaries.ts';
import { openCache } from '../../../src/modules/cache/folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const opened = () => openCache(join(temporaryFolder(), 'cache'), new Temporaries());
const parts = () => ({ signal: new AbortController().signal, waiting() {}, warn() {} });
/** No process has a number this high: Linux ends at 4194304. */
const gone = `${ownerTag().split('-')[0]}-999999999-00000000`;

test('owners of one lock run one after another, and owners of different locks run at the same time', async () => {
  const cache = opened();
  const order: string[] = [];
  const other = new EventEmitter();
  const otherBegins = once(other, 'begins');
  const hold = (name: string, label: string, during: () => unknown) =>
    locked(cache, name, parts(), async () => {
      order.push(`${label} begins`);
      await during();
      order.push(`${label} ends`);
    });
  const first = hold('a', 'a1', () => otherBegins);
  const second = hold('a', 'a2', () => {});
  await hold('b', 'b', () => other.emit('begins'));
  await Promise.all([first, second]);
  const of = (name: string) => order.filter((line) => line.startsWith(name));
  expect([of('a'), of('b')]).toEqual([
    ['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'],
    ['b begins', 'b ends'],
  ]);
});

test('a lock file contains its owner from the moment it exists', async () => {
  const cache = opened();
  const held = await locked(cache, 'a', parts(), async () => readFileSync(join(cache.locks, 'a.lock'), 'utf8'));
  expect([held, readdirSync(cache.locks)]).toEqual([ownerTag(), []]);
});

test('a lock file that cannot be removed gives a warning', async () => {
  const cache = opened();
  const warnings: string[] = [];
  const path = join(cache.locks, 'a.lock');
  const done = locked(cache, 'a', { ...parts(), warn: (words) => warnings.push(words) }, async () => {
    rmSync(path);
    mkdirSync(path);
    return 'done';
  });
  expect([await done, warnings]).toEqual(['done', [expect.stringContaining(`Cannot remove the lock ${path} (E`)]]);
});

test('an error releases the lock', async () => {
  const cache = opened();
  await expect(locked(cache, 'a', parts(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await locked(cache, 'a', parts(), async (held) => held)).toBe('alone');
  expect(existsSync(join(cache.locks, 'a.lock'))).toBe(false);
});

test.each([
  ['of a process that is gone', gone, 0],
  ['without an owner, as a power cut leaves it', '', 0],
  ['without a heartbeat for minutes, whoever owns it', '00000000-1', 120_000],
])('ignores a lock %s', async (_, owner, ageMs) => {
  const cache = opened();
  const path = join(cache.locks, 'a.lock');
  writeFileSync(path, owner);
  const at = (Date.now() - ageMs) / 1000;
  utimesSync(path, at, at);
  let waited = false;
  const waiting = () => {
    waited = true;
  };
  expect(await locked(cache, 'a', { ...parts(), waiting }, async (held) => [held, waited])).toEqual(['alone', false]);
});

test('a lock of another machine is waited for with a single message, and a signal ends the wait', async () => {
  const cache = opened();
  writeFileSync(join(cache.locks, 'a.lock'), '00000000-1');
  const cancel = new AbortController();
  let told = 0;
  const waiting = () => {
    told += 1;
    setTimeout(() => cancel.abort(new CancelledError()), 100);
  };
  await expect(locked(cache, 'a', { ...parts(), signal: cancel.signal, waiting }, async () => 1)).rejects.toThrow(
    CancelledError,
  );
  expect([told, existsSync(join(cache.locks, 'a.lock'))]).toEqual([1, true]);
});

test('a lock that another process holds for too long is not taken over', async () => {
  const cache = opened();
  const path = join(cache.locks, 'a.lock');
  writeFileSync(path, '00000000-1');
  expect(await locked(cache, 'a', { ...parts(), longestWaitMs: 0 }, async (held) => held)).toBe('waited too long');
  expect(readFileSync(path, 'utf8')).toBe('00000000-1');
});

test('the owner of a lock is running, ended, or unknown if it is on another machine', () => {
  const tags = [ownerTag(), gone, '00000000-999999999', 'nonsense'];
  expect(tags.map(stateOf)).toEqual(['running', 'ended', 'unknown', 'unknown']);
});
