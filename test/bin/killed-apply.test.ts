import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import type { World } from '../../src/sandbox/world.ts';
import { startReceiver } from '../sandbox/receiver.ts';
import fc, { runs } from '../support/properties.ts';
import { type Machine, machineAt, sandboxWithState } from '../support/svc.ts';

const built = resolve(import.meta.dirname, '../../bin/svc.js');
const killAt = resolve(import.meta.dirname, '../../soak/kill-at.cjs');
const secrets = { PROVIDER_TOKEN: 'a-token-of-the-provider', HOOK: 'the-key-of-the-hook' };

const documentWith = (hook: string) => `version: 1
organization: acme
site:
  customization: { footer: Acme }
  banner: { title: Maintenance, body: Tonight, style: warning, audience: all_users }
agent-pools:
  - { name: builders, organization-scoped: false, allowed-workspaces: [network-production] }
oauth-clients:
  - name: ours
    service-provider: github
    http-url: https://github.com
    api-url: https://api.github.com
    agent-pool: builders
    key: the-key
    oauth-token-string: { env: PROVIDER_TOKEN, version: 1 }
    secret: { env: HOOK }
teams:
  platform: { users: [nell, olive], exact: true }
notifications:
  - { name: ci, workspaces: ["*"], destination-type: generic, url: "${hook}", enabled: true, token: { env: HOOK } }
  - { name: mail, workspaces: ["*"], destination-type: email, users: [nell] }
`;

/** The state that an apply leaves, without what each creation makes anew. */
function stateOf(world: World): unknown {
  const { agentPools, banners, customization, notifications, oauthClients, teams } = world;
  const byPlace = notifications.toSorted((a, b) => (a.workspace + a.name < b.workspace + b.name ? -1 : 1));
  const state = { agentPools, banners, customization, notifications: byPlace, oauthClients, teams };
  const text = JSON.stringify(state);
  const pool = agentPools[0]?.id ?? '';
  return JSON.parse(text.replaceAll(pool, 'pool'), (name, value) =>
    /^(id|uuid|since|deliveryResponses|tokens|(createdAt|updatedAt|published-at))$/.test(name) ? undefined : value,
  );
}

/** What the record knows: everything that an apply made, with its secrets. */
async function entriesOf(me: Machine, empty: string): Promise<unknown> {
  await writeFile(join(me.home, 'empty.yaml'), empty);
  const { stdout } = await me.svc('diff -f empty.yaml --prune -o json');
  return JSON.parse(stdout)
    .map(({ action, kind, name, workspace }: Record<string, unknown>) => `${action} ${kind} ${name} ${workspace}`)
    .sort();
}

test('a second apply ends in the same state, wherever the first one was killed', async () => {
  const requests: string[] = [];
  let onRequest = () => {};
  const service = await sandboxWithState({
    onRequest({ method, target }) {
      requests.push(`${method} ${target}`);
      onRequest();
    },
  });
  const { world } = service.state;
  const start = structuredClone(world);
  const me = await machineAt(service);
  await writeFile(join(me.home, 'site.yaml'), documentWith((await startReceiver()).url));
  const empty = 'version: 1\norganization: acme\n';
  const words = ['apply', '-f', 'site.yaml', '--yes'];
  const at = async (state: string) => ({ ...me, env: { ...me.env, XDG_STATE_HOME: join(me.home, state) } });

  const whole = await at('whole');
  expect(await me.svc(words, { env: { ...secrets, ...whole.env } })).toMatchObject({ code: 0 });
  const wanted = stateOf(world);
  const wantedRecord = await entriesOf({ ...me, svc: (typed) => me.svc(typed, { env: whole.env }) }, empty);
  const total = requests.length;
  let round = 0;

  const point = fc.oneof(
    fc.record({ request: fc.integer({ min: 1, max: total }), change: fc.constant('') }),
    fc.record({ request: fc.constant(0), change: fc.integer({ min: 1, max: 24 }).map((count) => `rename:${count}`) }),
  );
  await fc.assert(
    fc.asyncProperty(point, async ({ change, request }) => {
      Object.assign(world, structuredClone(start));
      round += 1;
      const { env } = await at(`round-${round}`);
      const variables = { ...env, ...secrets, ...(change === '' ? {} : { KILL_AT: change }) };
      const options = { cwd: me.cwd, env: variables, extendEnv: false, reject: false } as const;
      const child = execa(process.execPath, ['--require', killAt, built, ...words], options);
      let seen = 0;
      onRequest = () => {
        seen += 1;
        if (seen === request) child.kill('SIGKILL');
      };
      await child;
      onRequest = () => {};
      expect(await me.svc(words, { env: { ...secrets, ...env } })).toMatchObject({ code: 0 });
      expect(stateOf(world)).toEqual(wanted);
      expect(await entriesOf({ ...me, svc: (typed) => me.svc(typed, { env }) }, empty)).toEqual(wantedRecord);
      expect(await me.svc(words, { env: { ...secrets, ...env } })).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    }),
    { numRuns: runs(5) },
  );
});
