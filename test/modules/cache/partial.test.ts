import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readHeaders } from '../../../src/api/client/headers.ts';
import type { SvcError } from '../../../src/base/errors.ts';
import { Temporaries } from '../../../src/base/system/temporaries.ts';
import { hasBlob, openCache } from '../../../src/modules/cache/folder.ts';
import { PartialArchive } from '../../../src/modules/cache/partial.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const whole = { status: 200, headers: readHeaders([]) };
const digest = (digit: string) => digit.repeat(64);

/** Returns a cache, a function that begins to store an archive, and the warnings. */
function opened() {
  const cache = openCache(join(temporaryFolder(), 'cache'), new Temporaries());
  const faults: SvcError[] = [];
  const begin = async (...pieces: string[]) => {
    const archive = new PartialArchive(cache, (fault) => faults.push(fault));
    await receive(archive, ...pieces);
    return archive;
  };
  const stored = () => readdirSync(cache.staging).flatMap((name) => readdirSync(join(cache.staging, name)));
  return { begin, cache, faults, stored };
}

async function receive(archive: PartialArchive, ...pieces: string[]): Promise<void> {
  const body = (async function* () {
    for (const piece of pieces) yield Buffer.from(piece);
  })();
  for await (const _ of archive.receive(whole, body));
}

test('the archives of a run share a temporary folder, which goes with the last of them', async () => {
  const { begin, cache, faults } = opened();
  const [first, second] = [await begin('one'), await begin('two')];
  expect(readdirSync(cache.staging)).toHaveLength(1);
  first.finish(digest('1'));
  first.end();
  first.end();
  second.finish(digest('2'));
  expect(readdirSync(cache.staging)).toHaveLength(1);
  second.end();
  expect(readdirSync(cache.staging)).toEqual([]);
  expect([hasBlob(cache, digest('1')), hasBlob(cache, digest('2')), faults]).toEqual([true, true, []]);
});

test('an incomplete archive leaves nothing in the folder that others still use', async () => {
  const { begin, stored } = opened();
  const [cut, other] = [await begin('cut'), await begin('other')];
  expect(stored()).toHaveLength(2);
  cut.end();
  expect(stored()).toHaveLength(1);
  other.end();
  expect(stored()).toEqual([]);
});

test('an archive that starts over after it was stored is stored again', async () => {
  const { begin, cache, faults, stored } = opened();
  const [archive, other] = [await begin('first'), await begin('other')];
  archive.finish(digest('1'));
  archive.startOver();
  await receive(archive, 'sec');
  archive.startOver();
  await receive(archive, 'second');
  archive.finish(digest('2'));
  archive.end();
  expect([hasBlob(cache, digest('2')), faults, stored().length]).toEqual([true, [], 1]);
  other.end();
});

test('if the folder vanishes, its archives are not stored, but the next one is', async () => {
  const { begin, cache, faults } = opened();
  const lost = await begin('lost');
  rmSync(cache.archiveFolder!.path, { recursive: true });
  lost.finish(digest('1'));
  const next = await begin('next');
  next.finish(digest('2'));
  for (const archive of [lost, next]) archive.end();
  expect([hasBlob(cache, digest('1')), hasBlob(cache, digest('2')), faults.length]).toEqual([false, true, 1]);
  expect(readdirSync(cache.staging)).toEqual([]);
});
