import { describe, expect, test } from 'vitest';
import { triggers } from '../../../src/api/contract/notification.ts';
import { serviceProviders } from '../../../src/api/contract/platform/oauth-clients.ts';
import type { World } from '../../../src/sandbox/world.ts';
import { startReceiver } from '../../sandbox/receiver.ts';
import fc, { forAllAsync, runs, anyUrl as url } from '../../support/properties.ts';
import { machineAt, sandboxWithState } from '../../support/svc.ts';

const acme = 'acme';
const people = ['user-H4vNs9LdXe2RpG7k', 'user-T6bMq1WzCf8JyA5n', 'user-E9kPx3GhUa7VsD2r', 'user-B5jLt8YcRo4MzF6w'];
const own = ['ws-R5hTn2KxPd8WqL4v', 'ws-M9cYb6GsJf3ZtE7u'];
const extra = ['ws-0000000000000001', 'ws-0000000000000002', 'ws-0000000000000003'];
const spaces = [...own, ...extra];
const at = '2026-01-15T12:00:00.000Z';

const word = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
/** Names and texts of services: everything that YAML could misread. */
const text = fc.oneof(
  fc.constantFrom(
    ...['yes', 'null', '0x1f', '~', '- a', 'a: b', '# c', "it's", '"q"', ' lead', 'trail ', '1e3', '<<', '='],
    ...['2026-01-15', 'ü\u202e', 'two\nlines\n', '{a}', '*a', '%'],
  ),
  fc.string({ minLength: 1, maxLength: 30 }),
);
const unique = <Row>(row: fc.Arbitrary<Row>, key: (row: Row) => string, maxLength = 4) =>
  fc.uniqueArray(row, { maxLength, selector: key });
const some = <Row>(rows: readonly Row[]) => fc.subarray([...rows]);

/** Resources that a world adds to its organizations, teams and users. */
const additions = (hook: string) =>
  fc.record({
    /** Names of the extra workspaces, which both worlds have. */
    names: unique(word, (name) => name, 3),
    pools: unique(
      fc.record({
        name: word,
        organizationScoped: fc.boolean(),
        allowedWorkspaces: some(spaces),
        excludedWorkspaces: some(spaces),
        allowedProjects: some(['prj-1', 'prj-2']),
      }),
      ({ name }) => name,
    ),
    clients: unique(
      fc.record({
        name: fc.option(text),
        serviceProvider: fc.constantFrom(...serviceProviders),
        httpUrl: url,
        apiUrl: url,
        key: fc.option(text),
        organizationScoped: fc.boolean(),
        projects: some(['prj-1', 'prj-2']),
        pool: fc.option(fc.nat()),
      }),
      ({ httpUrl, name, serviceProvider }) => name ?? `${serviceProvider} ${httpUrl}`,
    ),
    teams: fc.tuple(some(people), some(people), fc.subarray(people, { minLength: 1 })),
    notifications: unique(
      fc.record({
        workspace: fc.constantFrom(...spaces),
        name: text,
        enabled: fc.boolean(),
        destinationType: fc.constantFrom('generic' as const, 'slack' as const, 'email' as const),
        url,
        triggers: some(triggers),
        users: some(people),
      }),
      ({ name, workspace }) => `${workspace} ${name}`,
      6,
    ),
    banner: fc.option(
      fc.record({
        title: fc.string({ minLength: 1, maxLength: 100 }),
        body: fc.string({ minLength: 1, maxLength: 100 }),
        style: fc.constantFrom('info', 'warning', 'critical'),
        audience: fc.constantFrom('all_users', 'authenticated_only'),
        schedule: fc.constantFrom(
          {},
          { 'scheduled-publish-at': '2020-01-01T00:00:00Z', 'scheduled-expire-at': '2999-01-01T00:00:00Z' },
          { timezone: 'Europe/Berlin' },
        ),
      }),
    ),
    texts: fc.record(
      {
        footer: text,
        'login-help': text,
        error: text,
        'new-user': text,
        'internal-support-url': fc.oneof(url, fc.constant('mailto:help@example.com')),
        'internal-documentation-url': url,
        'internal-tutorials-url': url,
        'support-url-address': url,
        'support-email-address': fc.constant('help@example.com'),
      },
      { requiredKeys: [] },
    ),
    gravatar: fc.boolean(),
    threshold: fc.option(fc.integer({ min: 1, max: 1e6 })),
    hook: fc.constant(hook),
  });
type Additions = ReturnType<typeof additions> extends fc.Arbitrary<infer Value> ? Value : never;

/** Removes everything from a world except its organizations, workspaces, teams and users, and adds these workspaces and resources. */
function fill(world: World, names: readonly string[], given?: Additions): void {
  world.workspaces = world.workspaces.filter(({ id }) => !extra.includes(id));
  const [pattern] = world.workspaces;
  for (const [index, name] of names.entries()) world.workspaces.push({ ...pattern!, id: extra[index]!, name });
  const known = new Set(world.workspaces.map(({ id }) => id));
  world.agentPools = (given?.pools ?? []).map((pool, index) => ({
    ...pool,
    allowedWorkspaces: pool.allowedWorkspaces.filter((id) => known.has(id)),
    excludedWorkspaces: pool.excludedWorkspaces.filter((id) => known.has(id)),
    id: `apool-${index}`,
    organization: acme,
    createdAt: at,
  }));
  world.oauthClients = (given?.clients ?? []).map(({ pool, ...client }, index) => ({
    ...client,
    ...{ id: `oc-${index}`, organization: acme, uuid: `uuid-${index}`, tokens: [], createdAt: at, updatedAt: null },
    agentPool: pool === null ? null : (world.agentPools[pool % (world.agentPools.length || 1)]?.id ?? null),
  }));
  for (const [index, team] of world.teams.filter(({ organization }) => organization === acme).entries()) {
    team.users = [...(given?.teams[index as 0 | 1 | 2] ?? [])];
  }
  const present = (given?.notifications ?? []).filter(({ workspace }) => known.has(workspace));
  world.notifications = present.map(({ destinationType, enabled, url: typed, users, ...row }, index) => ({
    ...row,
    ...{
      id: `nc-${index}`,
      destinationType,
      enabled,
      token: destinationType === 'generic' ? 'a-token-of-the-hook' : null,
      deliveryResponses: [],
      createdAt: at,
      updatedAt: at,
    },
    url: destinationType === 'email' ? null : enabled ? (given?.hook ?? '') : typed,
    users: destinationType === 'email' ? users : [],
  }));
  const { schedule = {}, ...banner } = given?.banner ?? {};
  world.banners = given?.banner
    ? [{ id: 'ab-1', attributes: { ...banner, ...schedule, 'published-at': at, 'deactivated-at': null }, since: at }]
    : [];
  world.customization = {
    texts: { ...(given?.texts as Record<string, string>) },
    enabledAvatarSources: given?.gravatar === false ? [] : ['gravatar'],
  };
  for (const row of world.subscriptions)
    row.rumAlertThreshold = row.organization === acme ? (given?.threshold ?? null) : null;
}

/** An exported document with the secrets of its clients and notifications. */
function withSecrets(json: string): string {
  const document = JSON.parse(json);
  const secrets = { 'oauth-token-string': { env: 'SECRET' }, 'private-key': { env: 'SECRET' } };
  for (const client of document['oauth-clients'] ?? []) Object.assign(client, secrets);
  for (const each of document.notifications ?? [])
    if (each['destination-type'] === 'generic') each.token = { env: 'HOOK' };
  return JSON.stringify(document);
}

/** The tokens of the notifications of a world, in any order. */
const tokensOf = ({ notifications }: World) => notifications.map(({ token }) => token).sort();

describe.each(['self-hosted', 'hosted'] as const)('the %s edition', (edition) => {
  test('applying an export to an empty world and exporting again gives the same document, and a second apply changes nothing', async () => {
    const [from, to] = await Promise.all([sandboxWithState({ edition }), sandboxWithState({ edition })]);
    const [one, other] = await Promise.all([machineAt(from), machineAt(to)]);
    const { url: hook } = await startReceiver();
    await forAllAsync([additions(hook)], runs(10), async (given) => {
      fill(from.state.world, given.names, given);
      fill(to.state.world, given.names);
      const exported = await one.svc('export');
      expect(exported).toMatchObject({ code: 0, stderr: '' });
      const stdin = withSecrets((await one.svc('export -o json')).stdout);
      const secrets = { SECRET: 'a-secret-of-the-provider', HOOK: 'a-token-of-the-hook' };
      const env = { ...secrets, XDG_STATE_HOME: `${other.home}/${Math.random()}` };
      const applied = await other.svc('apply -f - --yes', { stdin, env });
      expect(applied, applied.stderr).toMatchObject({ code: 0 });
      expect((await other.svc('export')).stdout).toBe(exported.stdout);
      expect(tokensOf(to.state.world)).toEqual(tokensOf(from.state.world));
      expect(await other.svc('apply -f -', { stdin, env })).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    });
  });
});
