import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { notification, siteMachine } from '../../commands/site-files.ts';

/** A record of format 1 with an entry of each kind, as the program wrote it before there was format 2. */
const fixture = () => readFile(join(import.meta.dirname, 'records/format-1.record'), 'utf8');
const recorded = '--record site.record.json';
const apply = `apply site.yaml --yes ${recorded}`;
const one = (name: string, token = '') =>
  notification(name, token && `, token: ${token}`).replace('network-*', 'network-production');
const hook = (name: string, token: string) => one(name, token).replace('slack', 'generic');
const secrets = [
  hook('versioned', '{ env: HOOK, version: 2 }'),
  hook('versionless', '{ env: HOOK }'),
  hook('cut', '{ env: HOOK, version: 2 }'),
  hook('cutless', '{ env: HOOK }'),
];
const document = [...secrets, one('plain'), one('begun-found'), one('changing').replace('slack', 'generic')].join('');

/** A machine with the record, and a service that has the notifications of the record. */
async function withRecord() {
  const me = await siteMachine();
  const path = join(me.home, 'site.record.json');
  const text = (await fixture()).replace('https://svc.example.com/api/v2', `${me.service.url}/api/v2`);
  await writeFile(path, text);
  await me.svc(
    'notification create -w network-production --name x --destination-type slack --url https://x.example.com',
  );
  const [row] = me.world.notifications.splice(0);
  const add = (name: string, id: string, destinationType: 'slack' | 'generic') =>
    me.world.notifications.push({ ...row!, id, name, destinationType, url: `https://chat.example.com/${name}` });
  for (const { id, kind, name, waiting = [] } of JSON.parse(text).entries) {
    if (kind !== 'notification' || id === null) continue;
    add(name, id, ['plain', 'begun-found'].includes(name) ? 'slack' : 'generic');
    for (const old of waiting) add(name, old, 'slack');
  }
  const entries = async () => JSON.parse(await readFile(path, 'utf8'));
  return { ...me, entries, path, text };
}

// trust: T-225
test('a record of format 1 is read without being rewritten: 0 means an unknown secret, and a number or null a sent one', async () => {
  const { path, svc, text, write } = await withRecord();
  await write(`notifications:\n${document}`);
  const plan = await svc(`diff site.yaml ${recorded} -o json`);
  const [cutless, ...others] = JSON.parse(plan.stdout);
  expect(others).toEqual([]);
  expect(cutless).toMatchObject({ action: 'update', name: 'cutless', changes: [{ from: { secret: 'unknown' } }] });
  const pruned = (await svc(`diff site.yaml --prune ${recorded}`)).stdout;
  // A thing that waited for its deletion, and a created thing that is not declared.
  expect(pruned.match(/^[-+~?] .*/gm)).toEqual(
    expect.arrayContaining([
      '- delete notification changing in network-production',
      '- delete notification partial in network-production',
    ]),
  );
  expect(await readFile(path, 'utf8')).toBe(text);
});

// trust: T-225
test('an apply rewrites a record of format 1 as format 2, with the state of each secret in words', async () => {
  const { entries, svc, world, write } = await withRecord();
  await write(`notifications:\n${document}`);
  expect(await svc(apply, { env: { HOOK: 'the-key-of-the-hook' } })).toMatchObject({
    code: 0,
    stdout: 'Applied 1 of 1 change.\n',
  });
  const record = await entries();
  expect(record['svc-site-record']).toBe(2);
  const sent = (name: string) => record.entries.find((entry: { name: string }) => entry.name === name).secrets.token;
  expect([sent('versioned'), sent('versionless'), sent('cutless')]).toEqual([
    { state: 'sent', version: 2 },
    { state: 'sent' },
    { state: 'sent' },
  ]);
  const changing = record.entries.filter(({ name }: { name: string }) => name === 'changing');
  expect(changing.map(({ replaced = false }) => replaced).sort()).toEqual([false, true]);
  expect(record.entries.find(({ name }: { name: string }) => name === 'begun-found')).toMatchObject({
    made: false,
    begun: expect.stringMatching(/^20/),
  });
  await write(`notifications:\n${one('plain')}`);
  expect(await svc(`${apply} --prune`)).toMatchObject({ code: 0 });
  expect(world.notifications.map(({ name }) => name).sort()).toEqual(['begun-found', 'found', 'plain']);
  expect((await entries()).entries.map(({ name }: { name: string }) => name)).not.toContain('builders');
});

// trust: T-225
test('a record of a later format is rejected and stays unchanged', async () => {
  const { path, svc, text, write } = await withRecord();
  const later = text.replace('"svc-site-record":1', '"svc-site-record":3');
  await writeFile(path, later);
  await write(`notifications:\n${document}`);
  expect(await svc(apply)).toExit(2, 'is not valid: svc-site-record.');
  expect(await readFile(path, 'utf8')).toBe(later);
});
