import type { Random } from './random.ts';

/** A secret of a document: its variable has another value for each version, without one for each rotation. */
export interface SecretUse {
  variable: string;
  version?: number | undefined;
  rotation: number;
}

export interface Notification {
  name: string;
  oldName?: string | undefined;
  workspaces: string;
  type: 'generic' | 'slack' | 'email';
  /** Number of an address. */
  url: number | SecretUse;
  triggers: string[];
  users: string[];
  token?: SecretUse | undefined;
}

export interface Pool {
  name: string;
  scoped: boolean;
  allowed: string[];
}

export interface Client {
  name: string;
  api: number;
  pool: string | null;
  oauthToken: SecretUse;
  secret?: SecretUse | undefined;
}

export interface Team {
  name: string;
  users: string[];
  exact: boolean;
}

export interface Declared {
  name: string;
  notifications: Notification[];
  pools: Pool[];
  clients: Client[];
  teams: Team[];
  /** Names of notifications that must not exist. */
  absent: string[];
}

export const documentNames = ['alpha', 'beta', 'gamma'];
/** Users by name, and the spellings by which documents name them. */
export const people = ['nell', 'uma', 'max', 'olive'];
export const spellings = [...people, 'user-B5jLt8YcRo4MzF6w', 'user-T6bMq1WzCf8JyA5n'];
export const workspaceNames = ['network-production', 'network-staging'];
const patterns = ['network-*', ...workspaceNames];
export const triggers = ['run:errored', 'run:completed', 'run:created'] as const;
const teamOf: Readonly<Record<string, string>> = { alpha: 'platform', beta: 'network' };

/** Returns the names that a document gives to its notifications. */
export const namesOf = (document: string) => [1, 2, 3].map((number) => `${document}-n${number}`);

/** The secrets of all documents: versions and rotations continue, even if an entry is removed and added again. */
export class Secrets {
  readonly #rotations = new Map<string, number>();
  readonly #versions = new Map<string, number>();

  use(variable: string, random: Random, isVersioned = random.chance(0.5)): SecretUse {
    const version = isVersioned ? (this.#versions.get(variable) ?? 1) : undefined;
    return { variable, version, rotation: this.#rotations.get(variable) ?? 0 };
  }

  /** Gives a secret a new value: under another version, or without a word. */
  renew({ variable, version }: SecretUse): SecretUse {
    const [counts, count] = version === undefined ? [this.#rotations, 0] : [this.#versions, 1];
    counts.set(variable, (counts.get(variable) ?? count) + 1);
    return { variable, version: version && counts.get(variable), rotation: this.#rotations.get(variable) ?? 0 };
  }
}

export function secretText({ rotation, variable, version }: SecretUse): string {
  const text = `${variable.toLowerCase()}-${version === undefined ? `rotation-${rotation}` : `version-${version}`}`;
  return variable.endsWith('_URL') ? `https://chat.example.com/${text}` : `the-value-${text}`;
}

const variableOf = (name: string, field: string) => `${name}-${field}`.replaceAll('-', '_').toUpperCase();

export function drawNotification(name: string, random: Random, secrets: Secrets): Notification {
  const type = random.pick(['generic', 'generic', 'generic', 'slack', 'slack', 'email'] as const);
  const isSecretUrl = type === 'slack' && random.chance(0.5);
  const users = type === 'email' ? [random.pick(spellings), ...random.some(spellings, 0.2)] : [];
  return {
    name,
    workspaces: random.pick(patterns),
    type,
    url: isSecretUrl ? secrets.use(variableOf(name, 'url'), random) : random.int(3),
    triggers: random.some(triggers),
    users: [...new Set(users)],
    token: type === 'generic' && random.chance(0.8) ? secrets.use(variableOf(name, 'token'), random) : undefined,
  };
}

export function drawDocument(name: string, random: Random, secrets: Secrets): Declared {
  const pool = { name: `${name}-pool`, scoped: random.chance(0.5), allowed: random.some(workspaceNames) };
  const pools = random.chance(0.6) ? [pool] : [];
  return {
    name,
    notifications: random.some(namesOf(name), 0.6).map((each) => drawNotification(each, random, secrets)),
    pools,
    clients: random.chance(0.5) ? [drawClient(name, pools, random, secrets)] : [],
    teams: random.chance(0.6) ? drawTeams(name, random) : [],
    absent: random.chance(0.2) ? [`${name}-old`] : [],
  };
}

function drawTeams(document: string, random: Random): Team[] {
  const { [document]: name } = teamOf;
  if (name === undefined) return [];
  return [
    { name, users: [...new Set([random.pick(spellings), ...random.some(spellings, 0.4)])], exact: random.chance(0.5) },
  ];
}

function drawClient(document: string, pools: readonly Pool[], random: Random, secrets: Secrets): Client {
  const name = `${document}-client`;
  return {
    name,
    api: random.int(3),
    pool: random.chance(0.5) ? (pools[0]?.name ?? null) : null,
    // The service cannot change it, so it stays the same.
    oauthToken: secrets.use(variableOf(name, 'oauth'), random, false),
    secret: random.chance(0.7) ? secrets.use(variableOf(name, 'secret'), random) : undefined,
  };
}

/** Changes one thing of a document. */
export function edit(declared: Declared, random: Random, secrets: Secrets): void {
  for (const entry of declared.notifications) entry.oldName = undefined;
  // A renamed entry keeps its variables, each of which has one value.
  const used = secretsOf(declared).map(({ variable }) => variable);
  const free = namesOf(declared.name).filter(
    (name) =>
      declared.notifications.every((each) => each.name !== name) &&
      !used.some((variable) => variable.startsWith(variableOf(name, ''))),
  );
  const entry = declared.notifications.length > 0 ? random.pick(declared.notifications) : undefined;
  const client = declared.clients[0];
  const edits = [
    () => renewSecret(entry, random, secrets),
    () => renewSecret(entry, random, secrets),
    () =>
      free[0] ? void declared.notifications.push(drawNotification(random.pick(free), random, secrets)) : undefined,
    () => void declared.notifications.splice(random.int(declared.notifications.length), 1),
    () => entry && Object.assign(entry, drawNotification(entry.name, random, secrets)),
    () => entry && free[0] && Object.assign(entry, { oldName: entry.name, name: free[0] }),
    () => client?.secret && Object.assign(client, { secret: secrets.renew(client.secret) }),
    () => Object.assign(declared, { pools: [], clients: declared.clients.map((each) => ({ ...each, pool: null })) }),
    () => Object.assign(declared, { clients: [] }),
    () => Object.assign(declared, { clients: [drawClient(declared.name, declared.pools, random, secrets)] }),
    () => Object.assign(declared, { teams: drawTeams(declared.name, random) }),
  ];
  random.pick(edits)();
}

/** Gives each secret a new value, except those that the service cannot change. */
export function renewSecrets({ clients, notifications }: Declared, secrets: Secrets): void {
  for (const entry of notifications) {
    if (typeof entry.url === 'object') entry.url = secrets.renew(entry.url);
    if (entry.token) entry.token = secrets.renew(entry.token);
  }
  for (const client of clients) if (client.secret) client.secret = secrets.renew(client.secret);
}

function renewSecret(entry: Notification | undefined, random: Random, secrets: Secrets): void {
  if (entry === undefined) return;
  if (typeof entry.url === 'object') entry.url = secrets.renew(entry.url);
  if (entry.token) entry.token = secrets.renew(entry.token);
  else if (entry.type === 'generic') entry.token = secrets.use(variableOf(entry.name, 'token'), random);
}

export const addressOf = (url: Notification['url']) =>
  typeof url === 'object' ? secretText(url) : `https://${url}.example.com/`;

export const apiOf = (number: number) => `https://api-${number}.example.com/`;

export function secretsOf({ clients, notifications }: Declared): SecretUse[] {
  const all = [
    ...notifications.flatMap(({ token, url }) => [token, typeof url === 'object' ? url : undefined]),
    ...clients.flatMap(({ oauthToken, secret }) => [oauthToken, secret]),
  ];
  return all.filter((each) => each !== undefined);
}

const source = ({ variable, version }: SecretUse) => ({ env: variable, version });

/** Writes the document as JSON, which is YAML, too. */
export function textOf(declared: Declared): string {
  const { absent, clients, name, notifications, pools, teams } = declared;
  return JSON.stringify({
    version: 1,
    name,
    organization: 'acme',
    'agent-pools': pools.map(({ allowed, name, scoped }) => {
      return { name, 'organization-scoped': scoped, 'allowed-workspaces': allowed };
    }),
    'oauth-clients': clients.map(({ api, name, oauthToken, pool, secret }) => ({
      ...{ name, 'service-provider': 'github', 'http-url': 'https://github.com', 'api-url': apiOf(api) },
      ...{ 'agent-pool': pool, 'oauth-token-string': source(oauthToken) },
      ...(secret && { key: 'the-key', secret: source(secret) }),
    })),
    teams: Object.fromEntries(teams.map(({ exact, name, users }) => [name, { users, exact }])),
    notifications: notifications.map(({ name, oldName, token, triggers, type, url, users, workspaces }) => ({
      ...{ name, workspaces: [workspaces], 'destination-type': type, triggers },
      ...(oldName && { 'renamed-from': oldName }),
      ...(type === 'email' ? { users } : { url: typeof url === 'object' ? source(url) : addressOf(url) }),
      ...(token && { token: source(token) }),
    })),
    absent: { notifications: absent.map((name) => ({ name, workspaces: ['*'] })) },
  });
}
