import { expect, test } from 'vitest';
import { machineAt, sandbox } from '../support/svc.ts';
import { verbs } from '../support/tree.ts';

/** The arguments that name something of which svc can list the choices. */
const things = /^(client|id|key|pool|profile|team|trigger|workspace)$/;

/** Verbs whose first argument names something that svc cannot list. */
const unlistable = [
  'account hcp-organization',
  'subscription show',
  'profile create',
  'webhook show',
  'webhook replay',
];

test('every verb on a terminal prompts for the thing that its first argument names', async () => {
  const service = await sandbox();
  const me = await machineAt(service, 'site-admin');
  await me.svc('profile create work');
  await me.svc('banner create --title T --body B --style info --audience all_users --yes');
  const tried: string[] = [];
  for (const [words, { command }] of await verbs()) {
    const [first] = command.registeredArguments;
    if (first === undefined || !things.test(first.name()) || unlistable.includes(words)) continue;
    // The first prompt has no answer, which ends the command.
    const flags = words.startsWith('sandbox') ? ' --workspace network-production' : '';
    const { asked, stderr } = await me.svc(`${words}${flags} --organization acme`, { tty: true });
    const isListed = asked.length === 1 || /No [a-zA-Z ]+ in acme\./.test(stderr);
    expect([words, isListed, stderr]).toEqual([words, true, expect.any(String)]);
    tried.push(words);
  }
  expect(tried).toEqual(
    expect.arrayContaining([
      ...['team add-user', 'team remove-user', 'team set', 'team members', 'notification update', 'profile use'],
      ...['profile delete', 'webhook trigger', 'sandbox run', 'config get', 'config set', 'config unset'],
    ]),
  );
});

test('config set and profile use on a terminal go on with the choice, and say how to repeat it', async () => {
  const me = await machineAt(await sandbox(), 'owner');
  const set = await me.svc('config set', { tty: true, answers: ['timeout', '30s'] });
  expect(set).toExit(0, /To repeat this without prompts: svc config set timeout 30s\n/);
  await me.svc('profile create work');
  const used = await me.svc('profile use', { tty: true, answers: ['work'] });
  expect(used).toExit(0, /To repeat this without prompts: svc profile use work\n/);
});

test('a command that only reads does not say how to repeat it without prompts', async () => {
  const me = await machineAt(await sandbox(), 'owner');
  const read = await me.svc('team members --organization acme', { tty: true, answers: ['platform'] });
  expect(read).toMatchObject({ code: 0, asked: ['Team'], stderr: expect.not.stringContaining('To repeat') });
});

test('notification update without flags walks through the values and sends what was changed', async () => {
  const me = await machineAt(await sandbox(), 'owner');
  const create =
    'notification create -w network-production --destination-type email --name Old --user nell --no-enabled';
  const made = await me.svc(`${create} --organization acme -o json`);
  const { id } = JSON.parse(made.stdout);
  const answers = ['New', ['run:errored'], false];
  const updated = await me.svc(`notification update ${id}`, { tty: true, answers });
  expect(updated).toExit(0, /To repeat this without prompts:\s.* --name New --trigger run:errored\n/);
  const { attributes } = JSON.parse((await me.svc(`notification show ${id} -o json`)).stdout);
  expect(attributes).toMatchObject({ name: 'New', triggers: ['run:errored'], enabled: false });
  const kept = await me.svc(`notification update ${id}`, { tty: true, answers });
  expect(kept).toExit(0, 'No changes.');
});
