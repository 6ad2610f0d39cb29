import { expect, test } from 'vitest';
import { keepDelivery } from '../support/journal.ts';
import { machineAt, sandbox } from '../support/svc.ts';
import { verbs } from '../support/tree.ts';

/** The verbs that do not prompt for their first argument, by the reason. */
const unprompted: Readonly<Record<string, readonly string[]>> = {
  'a file or a folder, the current one by default': [
    ...['apply', 'diff', 'webhook sign', 'module mirror', 'module serve', 'module cache prune', 'module lock'],
    ...['module install', 'module verify', 'module outdated', 'module update', 'module tree', 'module sbom'],
    'module audit',
  ],
  'an address in a registry of any size': [
    ...['module show', 'module latest', 'module versions', 'module stats', 'module source', 'module diff'],
    ...['module download', 'module list'],
  ],
  'a text, a number or a path that only the user knows': [
    ...['api', 'module search', 'sandbox billable-resources', 'sandbox fail'],
  ],
  'the one in use by default': ['logout', 'open', 'organization show', 'subscription show', 'completion install'],
  'the API has no list': ['account hcp-organization'],
};

/** The flags that a verb requires besides its first argument. */
const others: Readonly<Record<string, string>> = {
  'sandbox run': ' --workspace network-production',
  'webhook replay': ' --to http://127.0.0.1:9/',
};

test('every verb prompts for its first argument on a terminal, except the verbs that this test lists with a reason', async () => {
  const service = await sandbox();
  const me = await machineAt(service, 'site-admin');
  await me.svc('profile create work');
  await me.svc('banner create --title T --body B --style info --audience all_users --yes');
  await keepDelivery(me, Buffer.from('{}'));
  const silent = Object.values(unprompted).flat();
  const all = [...(await verbs())].filter(([, { command }]) => command.registeredArguments.length > 0);
  expect(silent.filter((words) => all.every(([each]) => each !== words))).toEqual([]);
  for (const [words] of all) {
    if (silent.includes(words)) continue;
    // The first prompt has no answer, which ends the command.
    const { asked, stderr } = await me.svc(`${words}${others[words] ?? ''} --organization acme`, { tty: true });
    const isListed = asked.length === 1 || /No [a-zA-Z ]+ in acme\./.test(stderr);
    expect([words, isListed, stderr]).toEqual([words, true, expect.any(String)]);
  }
});

test('every update without flags on a terminal prompts for each value', async () => {
  const me = await machineAt(await sandbox(), 'site-admin');
  const idIn = async (words: string) => JSON.parse((await me.svc(`${words} --organization acme -o json`)).stdout).id;
  const mail = 'notification create -w network-production --destination-type email --name Mail --user nell';
  const things: Readonly<Record<string, string>> = {
    'banner update': await idIn('banner create --title T --body B --style info --audience all_users --yes'),
    'agent-pool update': await idIn('agent-pool create --name own'),
    'notification update': await idIn(mail),
    'oauth-client update': JSON.parse((await me.svc('oauth-client list --organization acme -o json')).stdout)[0].id,
  };
  const updates = [...(await verbs()).keys()].filter((words) => /^(?!module).* update$/.test(words));
  expect(updates).toEqual(expect.arrayContaining([...Object.keys(things), 'account update', 'subscription update']));
  for (const words of updates) {
    const { asked, stderr } = await me.svc([...words.split(' '), ...(things[words] ? [things[words]] : [])], {
      tty: true,
    });
    const isField = asked.length === 1 && !/^Update|^Which/.test(asked[0]!);
    expect([words, isField, asked, stderr]).toEqual([words, true, expect.any(Array), expect.any(String)]);
  }
});

test('account update without flags sends only what was changed, and prints the command without prompts', async () => {
  const me = await machineAt(await sandbox(), 'user');
  const emailOf = async () => JSON.parse((await me.svc('whoami --json')).stdout).attributes.email;
  const updated = await me.svc('account update', { tty: true, answers: ['una', await emailOf()] });
  expect(updated).toExit(0, /To repeat this without prompts: svc account update --username una\n/);
  const kept = await me.svc('account update', { tty: true, answers: ['una', await emailOf()] });
  expect(kept).toExit(0, 'No changes.\n');
});

test('config set and profile use on a terminal use the answers, and print the command without prompts', async () => {
  const me = await machineAt(await sandbox(), 'owner');
  const set = await me.svc('config set', { tty: true, answers: ['timeout', '30s'] });
  expect(set).toExit(0, /To repeat this without prompts: svc config set timeout 30s\n/);
  await me.svc('profile create work');
  const used = await me.svc('profile use', { tty: true, answers: ['work'] });
  expect(used).toExit(0, /To repeat this without prompts: svc profile use work\n/);
});

test('a command that only reads does not print a command without prompts', async () => {
  const me = await machineAt(await sandbox(), 'owner');
  const read = await me.svc('team members --organization acme', { tty: true, answers: ['platform'] });
  expect(read).toMatchObject({ code: 0, asked: ['Team'], stderr: expect.not.stringContaining('To repeat') });
});

test('notification update without flags prompts for each value and sends only what was changed', async () => {
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
