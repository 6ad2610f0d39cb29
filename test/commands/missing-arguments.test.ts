import { expect, test } from 'vitest';
import { keepDelivery } from '../support/journal.ts';
import { type Machine, machineAt, sandbox } from '../support/svc.ts';
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

/** An update of one thing: what it prompts for, with the answers, and the attributes that the service then has. */
interface Walk {
  isHosted?: true;
  id?: (me: Machine) => Promise<string>;
  prompts: Readonly<Record<string, string | boolean | string[]>>;
  sent: Readonly<Record<string, unknown>>;
}

const idIn = async (me: Machine, words: string) => [JSON.parse((await me.svc(`${words} -o json`)).stdout)].flat()[0].id;
const generic =
  'notification create -w network-production --destination-type generic --name CI --url http://127.0.0.1:9/';

const customizationTexts = {
  'support-email-address': 'help@acme.example',
  'support-url-address': 'https://acme.example/help',
  'internal-support-url': 'https://acme.example/support',
  'internal-documentation-url': 'https://acme.example/documentation',
  'internal-tutorials-url': 'https://acme.example/tutorials',
  'login-help': 'Login',
  footer: 'Footer',
  error: 'Error',
  'new-user': 'New',
};

const walks: Readonly<Record<string, Walk>> = {
  'account update': {
    prompts: { 'User name': 'una', 'E-mail address': 'una@acme.example' },
    sent: { username: 'una', email: 'una@acme.example' },
  },
  'agent-pool update': {
    id: (me) => idIn(me, 'agent-pool create --name own'),
    prompts: { Name: 'other', 'Every workspace of the organization may use it': false },
    sent: { name: 'other', 'organization-scoped': false },
  },
  'banner update': {
    id: (me) => idIn(me, 'banner create --title T --body B --style info --audience all_users --yes'),
    prompts: {
      Title: 'Title',
      Text: 'Text',
      Style: 'warning',
      Audience: 'authenticated_only',
      'Expires: 2h or 2026-12-24T18:00Z (empty: never)': '2099-12-24T18:00Z',
    },
    sent: {
      title: 'Title',
      body: 'Text',
      style: 'warning',
      audience: 'authenticated_only',
      'scheduled-expire-at': '2099-12-24T18:00:00.000Z',
    },
  },
  'customization update': { prompts: customizationTexts, sent: customizationTexts },
  'notification update': {
    id: (me) => idIn(me, generic),
    prompts: { Name: 'New', URL: 'http://127.0.0.1:8/', 'Send when': ['run:errored'], Enabled: false },
    sent: { name: 'New', url: 'http://127.0.0.1:8/', triggers: ['run:errored'], enabled: false },
  },
  'oauth-client update': {
    id: (me) => idIn(me, 'oauth-client list'),
    prompts: {
      Name: 'Ours',
      'Service provider': 'GitHub Enterprise',
      'Homepage of the provider': 'https://git.acme.example',
      'Base URL of its API': 'https://git.acme.example/api',
      'OAuth client key': 'key',
      'New OAuth client secret (empty: unchanged)': 'secret',
    },
    sent: {
      name: 'Ours',
      'service-provider': 'github_enterprise',
      'http-url': 'https://git.acme.example',
      'api-url': 'https://git.acme.example/api',
      key: 'key',
    },
  },
  'subscription update': {
    isHosted: true,
    prompts: { 'Alert threshold in billable resources (0: no alert)': '12' },
    sent: { 'rum-alert-threshold': 12 },
  },
};

test('every update is in the table of walks', async () => {
  const updates = [...(await verbs()).keys()].filter((words) => /^(?!module).* update$/.test(words));
  expect(updates.toSorted()).toEqual(Object.keys(walks));
});

test.each(Object.entries(walks))(
  '%s without flags prompts for each field and sends the answers',
  async (words, walk) => {
    const me = walk.isHosted
      ? await machineAt(await sandbox({ edition: 'hosted' }), 'owner')
      : await machineAt(await sandbox(), 'site-admin');
    const line = [...words.split(' '), ...(walk.id ? [await walk.id(me)] : []), '--yes'];
    const updated = await me.svc([...line, '-o', 'json'], { tty: true, answers: Object.values(walk.prompts) });
    expect(updated).toExit(0);
    expect(updated.asked).toEqual(Object.keys(walk.prompts));
    expect(JSON.parse(updated.stdout).attributes).toMatchObject(walk.sent);
  },
);

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

test.each([
  ['webhook wait', '--until, --token-file'],
  ['webhook wait --create', '--until, --workspace'],
  ['webhook wait --allow-unsigned', '--until'],
  ['webhook wait --subscribe nats://127.0.0.1:9', '--until'],
  ['subscription update', '--organization, --rum-alert-threshold'],
  ['oauth-client create', '--organization, --service-provider, --http-url, --api-url, --oauth-token-string-file'],
  ['notification create --url http://127.0.0.1:9/', '--workspace, --destination-type, --name'],
])('svc %s without a terminal names all missing flags at once: %s', async (words, flags) => {
  const me = await machineAt(await sandbox(), 'site-admin');
  const { code, stderr } = await me.svc(words, { env: { SVC_ORGANIZATION: undefined } });
  const [, named] =
    /^Error: Missing required flags?: (.*?)(?: \(not prompting: stdin is not a terminal\))?\.\n/.exec(stderr) ?? [];
  expect([code, named]).toEqual([2, flags]);
});
