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
  test('tells whose it is, its plan and its threshold', async () => {
    const { svc, id } = await hosted('user');
    const { code, stdout } = await svc(['subscription', 'show', id, '--no-color'], { tty: true });
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^id +${id}\\norganization +acme\\nfeature-set +fs-V6cHp3ZsLy8GqE1t\\n`));
  });

  test('without an id shows that of the organization, whose id svc organization show names', async () => {
    const { svc, id } = await hosted('user');
    expect((await svc('subscription show --jq .id')).stdout).toBe(`${id}\n`);
    expect((await svc('organization show acme --columns name,subscription -o tsv')).stdout).toBe(`acme\t${id}\n`);
    const { code, stderr } = await svc('subscription show nope');
    expect([code, stderr]).toEqual([3, expect.stringContaining('which svc organization show shows.\n')]);
  });

  test('without an id is exit 3 where the organization names no subscription', async () => {
    const acme = { id: 'acme', type: 'organizations', attributes: { name: 'acme' } };
    const { url } = await tinyServer((_, response) => sendJson(response, { data: acme }));
    const { svc } = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token', SVC_ORGANIZATION: 'acme' });
    expect(await svc('subscription show')).toExit(3, 'The service names no subscription of acme.');
  });

  // spec: P-146
  test('of an unknown id, or of another user, is not found', async () => {
    const { svc } = await hosted('user');
    for (const id of ['sub-0123456789abcdef', 'sub-Y8kCp4EsWf6HuD1l']) {
      expect(await svc(['subscription', 'show', id])).toExit(
        3,
        `No subscription ${id}, or you can't see it with this token.`,
      );
    }
  });

  test('in the other edition says which edition has it', async () => {
    const { svc } = await machineAt(await sandbox(), 'owner');
    expect(await svc('subscription show sub-0123456789abcdef')).toExit(3, 'on the hosted edition.');
  });
});

describe('subscription update', () => {
  test('sets the threshold and says what follows from it', async () => {
    const { svc, threshold } = await hosted();
    expect(await svc('subscription update --rum-alert-threshold 500')).toMatchObject({
      code: 0,
      stderr: 'Set the alert threshold of acme to 500 billable resources.\n',
    });
    expect(await threshold()).toBe('500');
  });

  test.each(['--rum-alert-threshold 0', '--clear-rum-alert-threshold'])('with %s clears it', async (flags) => {
    const { svc, threshold } = await hosted();
    await svc('subscription update --rum-alert-threshold 500');
    const { code, stderr } = await svc(`subscription update ${flags}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Removed the alert threshold of acme.\n' });
    expect(await threshold()).toBe('null');
  });

  test('with an attribute that the response omits says so: a warning, with --strict exit 8', async () => {
    const { svc } = await hosted();
    const words = 'subscription update --rum-alert-threshold 0 --set seats:=5';
    const message = 'The service may have ignored seats, which the response omits.';
    const { code, stderr } = await svc(words);
    expect([code, stderr]).toEqual([0, `Removed the alert threshold of acme.\nWarning: ${message}\n`]);
    expect(await svc(`${words} --strict`)).toExit(8, message);
  });

  test.each([['-1'], ['1.5'], ['ten'], ['1e3'], [''], ['9007199254740993']])(
    'rejects the threshold "%s" before anything is sent',
    async (given) => {
      const { svc, requests } = await hosted();
      expect(await svc(['subscription', 'update', '--rum-alert-threshold', given])).toExit(2, '--rum-alert-threshold');
      expect(requests).toEqual([]);
    },
  );

  test('says the largest threshold for a larger one', async () => {
    const { svc } = await hosted();
    const { code, stderr } = await svc('subscription update --rum-alert-threshold 9007199254740993');
    expect([code, stderr]).toEqual([
      2,
      `Error: --rum-alert-threshold must be a whole number, 0 to 9007199254740991, not "9007199254740993".
Hint: To remove the threshold: --clear-rum-alert-threshold
`,
    ]);
  });

  test('without a terminal, a missing threshold or organization is a usage error that names the flag', async () => {
    const { svc } = await hosted();
    const bare = await svc('subscription update');
    expect(bare).toExit(2, '--rum-alert-threshold');
    const nowhere = await svc('subscription update --rum-alert-threshold 5', { env: { SVC_ORGANIZATION: undefined } });
    expect(nowhere).toExit(2, '--organization');
  });

  test('on a terminal asks for both, and prints the command without questions', async () => {
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

  test('sends --set alone as it is', async () => {
    const { svc } = await hosted();
    const { stdout } = await svc('subscription update --set rum-alert-threshold:=7 --dry-run --json');
    expect(JSON.parse(stdout).body.data.attributes).toEqual({ 'rum-alert-threshold': 7 });
  });

  test('tells what the service says: an organization without a paid plan, and a user who does not own it', async () => {
    const siteAdmin = await hosted('site-admin');
    const unpaid = await siteAdmin.svc('subscription update --organization globex --rum-alert-threshold 5');
    expect(unpaid).toExit(5, 'Error: --rum-alert-threshold: ');
    const member = await hosted('user');
    expect(await member.svc('subscription update --rum-alert-threshold 5')).toMatchObject({ code: 3 });
  });
});
