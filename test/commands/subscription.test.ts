import { describe, expect, test } from 'vitest';
import { type Caller, machine, machineAt, sandbox, watchedMachine } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const hosted = async (caller: Caller = 'owner') => {
  const me = await watchedMachine(caller, { edition: 'hosted' });
  const id = me.service.info.subscription;
  const show = ['subscription', 'show', id, '--jq', '.attributes["rum-alert-threshold"]'];
  const threshold = async () => (await me.svc(show)).stdout.trim();
  return { ...me, id, threshold };
};

describe('subscription show', () => {
  test('subscription show prints the organization, the plan and the threshold', async () => {
    const { svc, id } = await hosted('user');
    const { code, stdout } = await svc(['subscription', 'show', id, '--no-color'], { tty: true });
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^id +${id}\\norganization +acme\\nfeature-set +fs-V6cHp3ZsLy8GqE1t\\n`));
  });

  test('subscription show without an id shows the subscription of the organization, whose id svc organization show also prints', async () => {
    const { svc, id } = await hosted('user');
    expect((await svc('subscription show --jq .id')).stdout).toBe(`${id}\n`);
    expect((await svc('organization show acme --columns name,subscription -o tsv')).stdout).toBe(`acme\t${id}\n`);
    const { code, stderr } = await svc('subscription show nope');
    expect([code, stderr]).toEqual([3, expect.stringContaining('which svc organization show shows.\n')]);
  });

  test('subscription show without an id exits with 3 if the organization names no subscription', async () => {
    const acme = { id: 'acme', type: 'organizations', attributes: { name: 'acme' } };
    const { url } = await tinyServer((_, response) => sendJson(response, { data: acme }));
    const { svc } = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token', SVC_ORGANIZATION: 'acme' });
    expect(await svc('subscription show')).toExit(3, 'The service names no subscription of acme.');
  });

  // spec: P-146
  test('subscription show exits with 3 for an unknown id and for the subscription of another user', async () => {
    const { svc } = await hosted('user');
    for (const id of ['sub-0123456789abcdef', 'sub-Y8kCp4EsWf6HuD1l']) {
      expect(await svc(['subscription', 'show', id])).toExit(
        3,
        `No subscription ${id}, or you can't see it with this token.`,
      );
    }
  });

  test('subscription show on the self-hosted edition says that only the hosted edition has subscriptions', async () => {
    const { svc } = await machineAt(await sandbox(), 'owner');
    expect(await svc('subscription show sub-0123456789abcdef')).toExit(3, 'on the hosted edition.');
  });
});

describe('subscription update', () => {
  test('subscription update sets the threshold and prints the new one', async () => {
    const { svc, threshold } = await hosted();
    expect(await svc('subscription update --rum-alert-threshold 500')).toMatchObject({
      code: 0,
      stderr: 'Set the alert threshold of acme to 500 billable resources.\n',
    });
    expect(await threshold()).toBe('500');
  });

  test.each(['--rum-alert-threshold 0', '--clear-rum-alert-threshold'])(
    'subscription update %s clears the threshold',
    async (flags) => {
      const { svc, threshold } = await hosted();
      await svc('subscription update --rum-alert-threshold 500');
      const { code, stderr } = await svc(`subscription update ${flags}`);
      expect({ code, stderr }).toEqual({ code: 0, stderr: 'Removed the alert threshold of acme.\n' });
      expect(await threshold()).toBe('null');
    },
  );

  test('subscription update warns about an attribute that the response omits, and --strict exits with 8', async () => {
    const { svc } = await hosted();
    const words = 'subscription update --rum-alert-threshold 0 --set seats:=5';
    const message = 'The service may have ignored seats, which the response omits.';
    const { code, stderr } = await svc(words);
    expect([code, stderr]).toEqual([0, `Removed the alert threshold of acme.\nWarning: ${message}\n`]);
    expect(await svc(`${words} --strict`)).toExit(8, message);
  });

  test.each([['-1'], ['1.5'], ['ten'], ['1e3'], [''], ['9007199254740993']])(
    'subscription update rejects the threshold "%s" before anything is sent',
    async (given) => {
      const { svc, requests } = await hosted();
      expect(await svc(['subscription', 'update', '--rum-alert-threshold', given])).toExit(2, '--rum-alert-threshold');
      expect(requests).toEqual([]);
    },
  );

  test('subscription update names the largest possible threshold for a larger one', async () => {
    const { svc } = await hosted();
    const { code, stderr } = await svc('subscription update --rum-alert-threshold 9007199254740993');
    expect([code, stderr]).toEqual([
      2,
      `Error: --rum-alert-threshold must be a whole number, 0 to 9007199254740991, not "9007199254740993".
Hint: To remove the threshold: --clear-rum-alert-threshold
`,
    ]);
  });

  test('subscription update without a terminal names the flag for a missing threshold or organization', async () => {
    const { svc } = await hosted();
    const bare = await svc('subscription update');
    expect(bare).toExit(2, '--rum-alert-threshold');
    const nowhere = await svc('subscription update --rum-alert-threshold 5', { env: { SVC_ORGANIZATION: undefined } });
    expect(nowhere).toExit(2, '--organization');
  });

  test('subscription update on a terminal prompts for the organization and the threshold, and prints the command without prompts', async () => {
    const { svc, threshold } = await hosted();
    const { code, stderr, asked } = await svc('subscription update', {
      tty: true,
      env: { SVC_ORGANIZATION: undefined },
      answers: ['acme', '250'],
    });
    expect(code).toBe(0);
    expect(asked).toEqual(['Organization', 'Alert threshold in billable resources (0: no alert)']);
    expect(stderr).toContain('svc subscription update --organization acme --rum-alert-threshold 250\n');
    expect(await threshold()).toBe('250');
  });

  test('subscription update with only --set sends the attribute unchanged', async () => {
    const { svc } = await hosted();
    const { stdout } = await svc('subscription update --set rum-alert-threshold:=7 --dry-run --json');
    expect(JSON.parse(stdout).body.data.attributes).toEqual({ 'rum-alert-threshold': 7 });
  });

  test('subscription update exits with 5 for an organization without a paid plan, and with 3 for a user who is not an owner', async () => {
    const siteAdmin = await hosted('site-admin');
    const unpaid = await siteAdmin.svc('subscription update --organization globex --rum-alert-threshold 5');
    expect(unpaid).toExit(5, 'Error: --rum-alert-threshold: ');
    const member = await hosted('user');
    expect(await member.svc('subscription update --rum-alert-threshold 5')).toMatchObject({ code: 3 });
  });
});
