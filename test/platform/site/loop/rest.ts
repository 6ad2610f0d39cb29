import type { World } from '../../../../src/sandbox/world.ts';
import {
  addressOf,
  apiOf,
  type Client,
  type Declared,
  type Notification,
  type SecretUse,
  secretText,
  workspaceNames,
} from './documents.ts';
import { livesOf } from './facets.ts';
import { documentOf, type Kind, kinds, type Watch } from './watch.ts';

const unsaid = kinds[5];
const believed = kinds[4];

/** Finds differences between documents and service although svc reports none. @param prunes whether svc ran with --prune */
export function differencesAtRest(documents: readonly Declared[], watch: Watch, prunes: boolean) {
  const found: { kind: Kind; text: string }[] = [];
  const report = (kind: Kind, text: string) => void found.push({ kind, text });
  for (const document of documents) {
    for (const entry of document.notifications)
      for (const place of placesOf(entry, watch.world)) compareNotification(entry, place, watch, report);
    comparePools(document, watch, report);
    for (const client of document.clients) compareClient(client, watch, report);
    compareTeams(document, watch.world, report);
  }
  if (prunes) compareRest(documents, watch, report);
  return found;
}

type Report = (kind: Kind, text: string) => void;

export function placesOf({ workspaces }: Pick<Notification, 'workspaces'>, world: World) {
  const isMeant = (name: string) =>
    workspaces === name || (workspaces === 'network-*' && workspaceNames.includes(name));
  return world.workspaces.filter(({ name }) => isMeant(name));
}

/** Returns the things of a name that are as declared; reports if none is, or if svc made more than one. */
function theOne<Row extends { id: string }>(
  what: string,
  rows: readonly Row[],
  differs: (row: Row) => string[],
  { made }: Watch,
  report: Report,
): Row[] {
  // Another user may give the name to an entry of another document.
  if (rows.filter(({ id }) => made.get(id) === documentOf(what)).length > 1) report(unsaid, `${what} is there twice`);
  const same = rows.filter((row) => differs(row).length === 0);
  if (same.length === 0)
    report(unsaid, `${what} ${rows.map((row) => `differs in ${differs(row)}`).join('; ') || 'is missing'}`);
  return same;
}

function compareNotification(
  entry: Notification,
  { id: workspace, name: place }: World['workspaces'][number],
  watch: Watch,
  report: Report,
): void {
  const { attempted, world } = watch;
  const what = `${entry.name} in ${place}`;
  const rows = world.notifications.filter((row) => row.workspace === workspace && row.name === entry.name);
  const differs = ({ destinationType, triggers, url, users }: (typeof rows)[number]) => [
    ...(destinationType === entry.type ? [] : ['type']),
    ...(entry.type === 'email' || hrefOf(url) === hrefOf(addressOf(entry.url)) ? [] : ['url']),
    ...(isSameSet(triggers, entry.triggers) ? [] : ['triggers']),
    ...(entry.type !== 'email' ||
    isSameSet(
      users,
      entry.users.map((user) => idOf(user, world)),
    )
      ? []
      : ['users']),
  ];
  const same = theOne(what, rows, differs, watch, report);
  const faults = same.map(({ id, token }) =>
    secretFault(entry.token, token ?? undefined, attempted.get(`${id} token`)),
  );
  if (same.length > 0 && faults.every((fault) => fault !== undefined)) report(believed, `${what}: token ${faults[0]}`);
}

/** Returns the fault of a secret that svc considers sent. */
function secretFault(use: SecretUse | undefined, live: string | undefined, attempted: string | undefined) {
  if (use === undefined) return undefined;
  if (live === undefined) return 'was never sent';
  if (use.version !== undefined) return live === secretText(use) ? undefined : `is not version ${use.version}: ${live}`;
  return live === attempted ? undefined : `is ${live}, though the last write had ${attempted}`;
}

function comparePools({ pools }: Declared, watch: Watch, report: Report): void {
  const { world } = watch;
  for (const { allowed, name, scoped } of pools) {
    const rows = world.agentPools.filter((row) => row.organization === 'acme' && row.name === name);
    const ids = world.workspaces.filter((each) => allowed.includes(each.name)).map(({ id }) => id);
    const differs = ({ allowedWorkspaces, organizationScoped }: (typeof rows)[number]) => [
      ...(organizationScoped === scoped ? [] : ['organization-scoped']),
      ...(isSameSet(allowedWorkspaces, ids) ? [] : ['allowed-workspaces']),
    ];
    theOne(name, rows, differs, watch, report);
  }
}

function compareClient({ api, name, oauthToken, pool, secret }: Client, watch: Watch, report: Report): void {
  const { accepted, attempted, isForeign, world } = watch;
  const rows = world.oauthClients.filter((row) => row.organization === 'acme' && row.name === name);
  const poolName = (id: string | null) => world.agentPools.find((row) => row.id === id)?.name ?? null;
  const differs = ({ agentPool, apiUrl, key }: (typeof rows)[number]) => [
    ...(hrefOf(apiUrl) === hrefOf(apiOf(api)) ? [] : ['api-url']),
    ...(poolName(agentPool) === pool ? [] : ['agent-pool']),
    ...(secret === undefined || key === 'the-key' ? [] : ['key']),
  ];
  for (const { id } of theOne(name, rows, differs, watch, report)) {
    const faultOf = (use: SecretUse | undefined, field: string) =>
      secretFault(use, accepted.get(`${id} ${field}`), attempted.get(`${id} ${field}`));
    const fault = faultOf(secret, 'secret');
    if (fault !== undefined) report(believed, `${name}: secret ${fault}`);
    // A client that exists accepts no new token string.
    const token = isForeign(id) ? undefined : faultOf(oauthToken, 'oauth-token-string');
    if (token !== undefined) report(believed, `${name}: oauth-token-string ${token}`);
  }
}

function compareTeams({ teams }: Declared, world: World, report: Report): void {
  for (const { exact, name, users } of teams) {
    const row = world.teams.find((each) => each.organization === 'acme' && each.name === name);
    const people = world.users.filter(({ id, service }) => !service && row?.users.includes(id));
    const live = people.map(({ id }) => id);
    const wanted = users.map((user) => idOf(user, world));
    const isMissing = wanted.some((user) => !live.includes(user));
    if (isMissing || (exact && !isSameSet(live, wanted)))
      report(unsaid, `team ${name} has ${live} instead of ${users}`);
  }
}

/** Reports what --prune left: things that svc created and no document declares, and those listed under absent. */
function compareRest(documents: readonly Declared[], { made, world }: Watch, report: Report): void {
  const given = documents.map(({ name }) => name);
  const absent = documents.flatMap((each) => each.absent);
  const declared = new Set(
    documents.flatMap(({ clients, notifications, pools }) => [
      ...[...clients, ...pools].map(({ name }) => ` ${name}`),
      ...notifications.flatMap((entry) => placesOf(entry, world).map(({ id }) => `${id} ${entry.name}`)),
    ]),
  );
  for (const { id, name, place } of livesOf(world)) {
    const [, workspace = ''] = /^\/workspaces\/([^/]+)/.exec(place) ?? [];
    const document = made.get(id) ?? '';
    // Under a name of another document, it may be a thing of that document.
    const isOurs = [document, 'theirs'].includes(documentOf(name));
    const isPruned = given.includes(document) && isOurs && !declared.has(`${workspace} ${name}`);
    if (isPruned) report(unsaid, `${name} (${id}) of ${document} is left`);
    if (workspace !== '' && absent.includes(name)) report(unsaid, `${name} (${id}) is listed under absent`);
  }
}

const idOf = (user: string, { users }: World) => users.find(({ username }) => username === user)?.id ?? user;

const isSameSet = (one: readonly string[], other: readonly string[]) =>
  JSON.stringify([...new Set(one)].sort()) === JSON.stringify([...new Set(other)].sort());

const hrefOf = (url: string | null) => (url !== null && URL.canParse(url) ? new URL(url).href : url);
