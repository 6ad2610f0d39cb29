import { cp, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import type { World } from '../../src/sandbox/world.ts';
import { startReceiver } from '../sandbox/receiver.ts';
import fc, { forAllAsync, runs } from '../support/properties.ts';
import { type Machine, machineAt, sandboxWithState } from '../support/svc.ts';

const built = resolve(import.meta.dirname, '../../bin/svc.js');
const killAt = resolve(import.meta.dirname, '../../soak/kill-at.cjs');
const secrets = { PROVIDER_TOKEN: 'a-token-of-the-provider', HOOK: 'the-key-of-the-hook', NEXT: 'the-next-key' };

const documentWith = (hook: string) => `version: 1
name: acme
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

/** Returns the state that an apply leaves, without the ids and times of creations. */
function stateOf(world: World): unknown {
  const { agentPools, banners, customization, notifications, oauthClients, teams } = world;
  const byPlace = notifications.toSorted((a, b) => (a.workspace + a.name < b.workspace + b.name ? -1 : 1));
  const state = { agentPools, banners, customization, notifications: byPlace, oauthClients, teams };
  const text = JSON.stringify(state);
  const pool = agentPools[0]?.id ?? 'no pool';
  return JSON.parse(text.replaceAll(pool, 'pool'), (name, value) =>
    /^(id|uuid|since|deliveryResponses|tokens|(createdAt|updatedAt|published-at))$/.test(name) ? undefined : value,
  );
}

/** Returns the entries of the record: all that an apply created, or began to create without knowing the outcome. */
async function entriesOf(me: Machine, empty: string): Promise<unknown> {
  await writeFile(join(me.home, 'empty.yaml'), empty);
  const { stdout } = await me.svc('diff -f empty.yaml --prune');
  return [...stdout.matchAll(/^(?:- delete|not pruned:) (.*?)(?: \(.*)?$/gm)].map(([, name]) => name).sort();
}

/** The point of a kill: when the service gets a request, before a change to the file system, or in the middle of a write. */
const point = (requests: number) =>
  fc.oneof(
    fc.integer({ min: 1, max: requests }).map((request) => ({ request, env: {} })),
    fc.integer({ min: 1, max: 12 }).map((count) => ({ request: 0, env: { KILL_AT: `rename:${count}` } })),
    fc.integer({ min: 1, max: 60 }).map((count) => ({ request: 0, env: { KILL_AT: String(count) } })),
    fc
      .integer({ min: 1, max: 40 })
      .map((count) => ({ request: 0, env: { KILL_AT: `write:${count}`, KILL_TORN: '1' } })),
  );

/** A sandbox and its machine, and a check that kills an apply at random points and repeats it. */
async function killing() {
  const requests: string[] = [];
  let onRequest = () => {};
  const service = await sandboxWithState({
    onRequest({ method, target }) {
      requests.push(`${method} ${target}`);
      onRequest();
    },
  });
  const { world } = service.state;
  const me = await machineAt(service);
  const hook = (await startReceiver()).url;
  const empty = 'version: 1\nname: acme\norganization: acme\n';
  const stateHome = (name: string) => join(me.home, name);
  const applying = (env: Record<string, string>) => {
    const all = { ...secrets, ...env };
    const withState: Machine = { ...me, svc: (typed, options) => me.svc(typed, { env: all, ...options }) };
    return { all, withState };
  };

  /** Kills an apply with these words; each round starts with this world and this folder of records, if any. */
  async function killEverywhere(words: readonly string[], start: World, records?: string): Promise<void> {
    const begin = async (name: string) => {
      Object.assign(world, structuredClone(start));
      if (records !== undefined) await cp(stateHome(records), stateHome(name), { recursive: true });
      return applying({ XDG_STATE_HOME: stateHome(name) });
    };
    const whole = await begin(`whole-${words.length}`);
    const before = requests.length;
    expect(await whole.withState.svc(words)).toMatchObject({ code: 0 });
    const total = requests.length - before;
    const wanted = stateOf(world);
    const wantedRecord = await entriesOf(whole.withState, empty);
    let round = 0;
    await forAllAsync([point(total)], runs(10), async ({ env, request }) => {
      round += 1;
      const { all, withState } = await begin(`round-${words.length}-${round}`);
      const variables = { ...me.env, ...all, ...env };
      const options = { cwd: me.cwd, env: variables, extendEnv: false, reject: false } as const;
      const child = execa(process.execPath, ['--require', killAt, built, ...words], options);
      let seen = 0;
      onRequest = () => {
        seen += 1;
        if (seen === request) child.kill('SIGKILL');
      };
      await child;
      onRequest = () => {};
      expect(await withState.svc(words)).toMatchObject({ code: 0 });
      expect(stateOf(world)).toEqual(wanted);
      expect(await entriesOf(withState, empty)).toEqual(wantedRecord);
      expect(await withState.svc(words)).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    });
  }
  /** Kills an apply with these words when the service gets a request with this method. */
  async function killAtRequest(words: readonly string[], method: string): Promise<void> {
    const env = { ...me.env, ...secrets };
    const options = { cwd: me.cwd, env, extendEnv: false, reject: false } as const;
    const child = execa(process.execPath, [built, ...words], options);
    onRequest = () => {
      if (requests.at(-1)?.startsWith(method)) child.kill('SIGKILL');
    };
    expect(await child).toMatchObject({ signal: 'SIGKILL' });
    onRequest = () => {};
  }
  return { applying, hook, killAtRequest, killEverywhere, me, stateHome, world };
}

// trust: T-122
test('a second apply reaches the same state, wherever the first apply was killed', async () => {
  const { hook, killEverywhere, me, world } = await killing();
  await writeFile(join(me.home, 'site.yaml'), documentWith(hook));
  await killEverywhere(['apply', '-f', 'site.yaml', '--yes'], structuredClone(world));
});

// trust: T-122
test('a second apply completes changes, deletions and new secrets, wherever the first apply was killed', async () => {
  const { applying, hook, killEverywhere, me, stateHome, world } = await killing();
  const first = documentWith(hook);
  await writeFile(join(me.home, 'site.yaml'), first);
  const { withState } = applying({ XDG_STATE_HOME: stateHome('first') });
  expect(await withState.svc('apply -f site.yaml --yes')).toMatchObject({ code: 0 });
  const changed = first
    .replace('footer: Acme', 'footer: ""')
    .replace('body: Tonight', 'body: Tomorrow')
    .replace(/agent-pools:\n.*\n/, 'agent-pools: []\n')
    .replace('    agent-pool: builders\n', '    agent-pool: null\n')
    .replace('key: the-key', 'key: another-key')
    .replace('secret: { env: HOOK }', 'secret: { env: NEXT, version: 2 }')
    .replace('[nell, olive]', '[uma]')
    .replace('{ name: ci, workspaces: ["*"]', '{ name: ci, workspaces: ["*"], except: [network-staging]')
    .replace('enabled: true, token: { env: HOOK }', 'triggers: [run:errored], token: { env: NEXT, version: 2 }')
    .replace('destination-type: email, users: [nell]', 'destination-type: slack, url: "https://chat.example.com/1"');
  await writeFile(join(me.home, 'site.yaml'), changed);
  await killEverywhere(['apply', '-f', 'site.yaml', '--prune', '--yes'], structuredClone(world), 'first');
});

// trust: T-125
test.each(['POST', 'DELETE'])(
  'the next apply finishes a replacement that was killed at its %s request',
  async (method) => {
    const { hook, killAtRequest, me, world } = await killing();
    const entry = (rest: string) => `  - { name: ci, workspaces: [network-production], ${rest} }\n`;
    const declare = (rest: string) =>
      writeFile(
        join(me.home, 'site.yaml'),
        `version: 1\nname: acme\norganization: acme\nnotifications:\n${entry(rest)}`,
      );
    await declare('destination-type: slack, url: "https://chat.example.com/1"');
    const words = 'apply -f site.yaml --yes --prune';
    expect(await me.svc(words)).toMatchObject({ code: 0 });
    await declare(`destination-type: generic, url: "${hook}", enabled: true, token: { env: HOOK }`);
    await killAtRequest(words.split(' '), method);
    expect(world.notifications.map(({ destinationType }) => destinationType)).toContain(
      method === 'DELETE' ? 'generic' : 'slack',
    );
    expect(await me.svc(words, { env: secrets })).toMatchObject({ code: 0 });
    expect(world.notifications).toMatchObject([{ destinationType: 'generic', token: secrets.HOOK, enabled: true }]);
    expect(await me.svc(words, { env: secrets })).toMatchObject({ code: 0, stdout: 'No changes.\n' });
  },
);
