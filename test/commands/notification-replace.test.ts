import { describe, expect, test } from 'vitest';
import { startReceiver } from '../sandbox/receiver.ts';
import { machineAt, sandboxWithState as sandbox } from '../support/svc.ts';

const uma = 'user-T6bMq1WzCf8JyA5n';
const production = ['-w', 'network-production'];
const create = ['notification', 'create', ...production, '--name', 'CI'];
const generic = [...create, '--destination-type', 'generic', '--url', 'https://hooks.example.com/svc'];
const slack = [...create, '--destination-type', 'slack', '--url', 'https://chat.example.com/svc'];

/** A sandbox with a configuration named CI, and the writes since. */
async function withOne(words: readonly string[] = [...generic, '--trigger', 'run:errored']) {
  const writes: string[] = [];
  const onRequest = ({ method, status }: { method: string; status: number }) => {
    if (method !== 'GET') writes.push(`${method} ${status}`);
  };
  const service = await sandbox({ onRequest });
  const me = await machineAt(service, 'owner');
  expect(await me.svc(words, { env: { T: 'the-first-token' } })).toMatchObject({ code: 0 });
  writes.length = 0;
  const live = () => service.state.world.notifications;
  return { ...me, fail: service.fail, live, writes, id: live()[0]!.id };
}

describe('notification create --if-not-exists', () => {
  test('notification create --if-not-exists creates the configuration only once', async () => {
    const { live, svc, writes } = await withOne([...generic, '--if-not-exists']);
    const { code, stderr, stdout } = await svc([...generic, '--if-not-exists', '--json']);
    expect([code, writes, live().length, JSON.parse(stdout).id]).toEqual([0, [], 1, live()[0]!.id]);
    expect(stderr).toBe(`Notification configuration CI already exists in network-production: ${live()[0]!.id}.\n`);
  });

  test('notification create --if-not-exists names the settings that differ, and does not change them', async () => {
    const { id, svc, writes } = await withOne();
    const words = [...create, '--destination-type', 'generic', '--url', 'https://other.example.com/'];
    const { code, stderr } = await svc([...words, '--enabled', '--if-not-exists']);
    expect([code, writes]).toEqual([0, []]);
    expect(stderr).toContain('It differs from the flags in triggers, enabled and url. To change it: --replace\n');
    expect((await svc(['notification', 'show', id, '--jq', '.attributes.enabled'])).stdout).toBe('false\n');
  });

  test('notification create --if-not-exists compares the users who receive the e-mail', async () => {
    const mail = [...create, '--destination-type', 'email', '--user'];
    const { svc } = await withOne([...mail, uma]);
    expect((await svc([...mail, uma, '--if-not-exists'])).stderr).not.toContain('differs');
    const { stderr } = await svc([...mail, 'user-K4sXv7QhLd2RgN9e', '--if-not-exists']);
    expect(stderr).toContain('It differs from the flags in users.');
  });

  test('notification create --if-not-exists on a terminal prompts for the values, then finds that the configuration exists', async () => {
    const { asked, code, stderr } = await withOne().then(({ svc }) =>
      svc([...production, '--if-not-exists'].toSpliced(0, 0, 'notification', 'create'), {
        tty: true,
        answers: ['generic', 'CI', 'https://hooks.example.com/svc', ['run:errored'], 'none', false, true],
      }),
    );
    expect([code, asked.at(0), asked.at(-1)]).toEqual([
      0,
      'Destination type',
      'Create this notification configuration?',
    ]);
    expect(stderr).toMatch(/CI already exists in network-production: nc-\w+\.\n/);
  });
});

describe('notification create --replace', () => {
  test('notification create --replace creates a missing configuration, and updates it in the second run', async () => {
    const { live, svc, writes } = await withOne([...slack, '--replace']);
    expect(await svc([...slack, '--replace'])).toMatchObject({ code: 0 });
    expect([live().length, writes]).toEqual([1, ['PATCH 200']]);
  });

  test('notification create --replace sets every attribute without a flag to its default', async () => {
    const { id, live, svc, writes } = await withOne([...generic, '--trigger', 'all', '--token-env', 'T']);
    const receiver = await startReceiver();
    expect(live()[0]).toMatchObject({ token: 'the-first-token' });
    const words = [...create, '--destination-type', 'generic', '--url', receiver.url, '--enabled', '--replace'];
    const { code, stderr, stdout } = await svc([...words, '--json']);
    expect([code, writes, JSON.parse(stdout).id]).toEqual([0, ['PATCH 200'], id]);
    expect(stderr).toContain(`Updated notification configuration ${id}.\n`);
    expect(live()).toMatchObject([{ id, token: null, triggers: [], enabled: true, url: receiver.url }]);
    expect(
      await svc([...generic, '--trigger', 'run:created', '--token-env', 'T', '--replace'], { env: { T: 'new' } }),
    ).toMatchObject({ code: 0 });
    expect(live()).toMatchObject([{ id, token: 'new', triggers: ['run:created'], enabled: false }]);
  });

  test('notification create --replace exits with 8 and keeps the configuration if the new destination fails its verification', async () => {
    const { id, live, svc } = await withOne();
    const receiver = await startReceiver();
    receiver.answer = (response) => response.writeHead(500).end();
    for (const kind of ['generic', 'slack']) {
      const words = [...create, '--destination-type', kind, '--url', receiver.url, '--enabled', '--replace', '--yes'];
      expect(await svc(words)).toMatchObject({ code: 8, stdout: '' });
      expect(live()).toMatchObject([{ id, destinationType: 'generic', triggers: ['run:errored'] }]);
    }
  });

  test('notification create --replace prompts before it deletes a configuration of another destination type', async () => {
    const { id, live, svc, writes } = await withOne();
    const blind = await svc([...slack, '--replace']);
    expect([blind.code, writes]).toEqual([2, []]);
    expect(blind.stderr).toContain(
      `network-production: the destination type of ${id} cannot change from generic to slack. A new configuration is created, and ${id} is deleted.\n`,
    );
    const cancelled = await svc([...slack, '--replace'], { tty: true, answers: [false] });
    expect([cancelled.code, cancelled.asked, writes]).toEqual([130, [`Replace notification configuration ${id}?`], []]);
    expect(await svc([...slack, '--replace', '--yes'])).toMatchObject({ code: 0 });
    expect([live().length, live()[0]?.destinationType, writes]).toEqual([1, 'slack', ['POST 201', 'DELETE 204']]);
    expect(live()[0]?.id).not.toBe(id);
  });

  test('notification create --replace stores the token of the new configuration and names the old one if the old one cannot be deleted', async () => {
    const { fail, id, live, svc } = await withOne(slack);
    await fail({ method: 'DELETE', status: 403 });
    const run = await svc([...generic, '--replace', '--yes', '--generate-token']);
    const fresh = live().find((each) => each.id !== id)!;
    expect(run).toExit(4, `Created ${fresh.id}, but could not delete ${id}.`, `svc notification delete ${id} --yes`);
    expect((await svc(['webhook', 'sign', '/dev/null', '--notification', fresh.id])).code).toBe(0);
  });

  test('notification create --replace succeeds if another user has deleted the old configuration', async () => {
    const { fail, svc } = await withOne();
    await fail({ method: 'DELETE', status: 404 });
    expect(await svc([...slack, '--replace', '--yes'])).toMatchObject({ code: 0 });
  });

  test('notification create --replace --generate-token replaces the stored token', async () => {
    const { id, live, svc } = await withOne([...generic, '--generate-token']);
    const first = live()[0]?.token;
    expect((await svc([...generic, '--generate-token', '--replace'])).stderr).not.toContain('not signed');
    expect(live()[0]?.token).not.toBe(first);
    const wait = ['webhook', 'sign', '/dev/null', '--notification', id];
    expect((await svc(wait)).code).toBe(0);
    const removal = 'an existing one is removed, and deliveries will not be signed.\n';
    expect(await svc([...generic, '--replace', '--dry-run'])).toExit(0, removal);
    expect((await svc(wait)).code).toBe(0);
    const { stderr } = await svc([...generic, '--replace']);
    expect(stderr).toMatch(new RegExp(`${removal}[^]*Deleted the stored token of ${id}\\.\n`));
    expect((await svc(wait)).code).toBe(3);
  });

  test('notification create --replace --dry-run shows the request, with the default of each attribute without a flag', async () => {
    const { id, svc, writes } = await withOne();
    const { code, stdout } = await svc([...generic, '--replace', '--dry-run', '--json']);
    expect([code, writes, JSON.parse(stdout)]).toMatchObject([0, [], { method: 'PATCH' }]);
    expect(JSON.parse(stdout).url).toContain(id);
    expect(JSON.parse(stdout).body.data.attributes).toMatchObject({ triggers: [], token: null, enabled: false });
  });
});

test('notification create --replace --dry-run shows a creation and a deletion if the destination type differs', async () => {
  const { svc, writes } = await withOne();
  const { code, stdout } = await svc([...slack, '--replace', '--dry-run', '--jq', '.method']);
  expect([code, stdout, writes]).toEqual([0, 'POST\nDELETE\n', []]);
});

describe('--if-not-exists and --replace', () => {
  test('--if-not-exists and --replace exit with 8 and name both ids if two configurations have the name', async () => {
    const { live, svc, writes } = await withOne();
    await svc(generic);
    writes.length = 0;
    const [one, other] = live().map(({ id }) => id);
    for (const flag of ['--replace', '--if-not-exists']) {
      const { code, stderr, stdout } = await svc([...slack, flag, '--yes']);
      expect([code, stdout, writes]).toEqual([8, '', []]);
      expect(stderr).toContain(`Several configurations of network-production are named "CI": ${one} and ${other}.`);
    }
  });
});
