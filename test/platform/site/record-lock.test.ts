import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TryLaterError } from '../../../src/base/errors.ts';
import { withRecordLock } from '../../../src/commands/site/record-lock.ts';
import { notification, siteMachine } from '../../commands/site-files.ts';
import { machine } from '../../support/svc.ts';

const words = 'apply --yes --record site.record.json -f';

// trust: T-133
test('two applies with one record run one after the other, and the record contains the changes of both', async () => {
  const { home, svc, world, write } = await siteMachine();
  await write(`name: shared\nnotifications:\n${notification('one')}`, 'one.yaml');
  await write(`name: shared\nnotifications:\n${notification('two')}`, 'two.yaml');
  const ends = await Promise.all([svc(`${words} one.yaml`), svc(`${words} two.yaml`)]);
  expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  const waited = ends.filter(({ stderr }) => stderr.includes('Waiting for another svc apply, which uses the record'));
  expect(waited).toHaveLength(1);
  expect(world.notifications).toHaveLength(4);
  const { entries } = JSON.parse(await readFile(join(home, 'site.record.json'), 'utf8'));
  expect(entries.map(({ made, name }: { made: boolean; name: string }) => `${name} ${made}`).sort()).toEqual([
    'one true',
    'one true',
    'two true',
    'two true',
  ]);
  expect((await readdir(home)).filter((name) => /lock|tmp/.test(name))).toEqual([]);
});

// trust: T-133
test('an apply does not wait for a killed apply or for an apply with another record', async () => {
  const { home, svc, write } = await siteMachine();
  await write(`notifications:\n${notification('one')}`);
  const lock = join(home, 'site.record.json.lock');
  await writeFile(lock, '');
  expect(await svc(`${words} site.yaml`)).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Waiting') });
  await writeFile(lock, '00000000-1');
  const other = await svc('apply -f site.yaml --yes --record other.json');
  expect(other).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Waiting') });
  expect(await svc(`${words} site.yaml --dry-run`)).toMatchObject({ code: 0, stdout: 'No changes.\n' });
});

// trust: T-133
test('an apply that waited too long for the record ends without a change', async () => {
  const { env, home } = await machine();
  const path = join(home, 'site.record.json');
  await writeFile(`${path}.lock`, '00000000-1');
  const notes: string[] = [];
  const context = {
    host: { env, home, signal: new AbortController().signal },
    output: { note: notes.push.bind(notes), warn() {} },
  };
  const applying = withRecordLock(path, context as never, () => Promise.reject(new Error('applied')), 0);
  await expect(applying).rejects.toThrow(TryLaterError);
  await expect(applying).rejects.toThrow(`Another svc apply still uses the record ${path}.`);
});
