import type { World } from '../../../../src/sandbox/world.ts';
import { type Facets, facetsOf, type Live, livesOf } from './facets.ts';
import type { Exchange } from './proxy.ts';

/** The kinds of violations. */
export const kinds = [
  'changed or deleted what another hand had changed after the review',
  'deleted what it did not make',
  'deleted what a document that is not given declares',
  'created what it had seen',
  'believed that a secret is sent',
  'came to rest with a difference unsaid',
  'never came to rest',
  'rejected a plan though nothing had changed',
  'failed as only a bug does',
] as const;
export type Kind = (typeof kinds)[number];

interface Read {
  at: number;
  facets: Facets;
}

/** The limits of a run. */
export interface Scope {
  /** The names of the given documents. */
  documents: readonly string[];
  /** Names of notifications under `absent`. */
  absent: readonly string[];
  /** True if the plan was reviewed in an earlier run, whose reads count as seen. */
  isReviewed: boolean;
}

/** Follows every request between svc and the service, and the changes of the other user between them; it never reads svc's record. */
export class Watch {
  readonly violations: { kind: Kind; text: string }[] = [];
  /** The last sent value and the last accepted value of each secret, by id and field. */
  readonly attempted = new Map<string, string>();
  readonly accepted = new Map<string, string>();
  /** Things whose creation svc got the reply of, and the document of each. */
  readonly made = new Map<string, string>();
  /** Things that svc created as far as the service knows, though svc may not know it. */
  readonly unsure = new Set<string>();
  /** Things that were replaced by a new one. */
  readonly #replaced = new Set<string>();
  readonly #names = new Map<string, Set<string>>();
  readonly #touched = new Map<string, number>();
  #seen = new Map<string, Read>();
  #again = new Map<string, Read>();
  #latest = new Map<string, Read>();
  #scope: Scope = { documents: [], absent: [], isReviewed: false };
  #isShown = false;
  #now = 0;

  constructor(readonly world: World) {
    this.#note();
  }

  violate(kind: Kind, text: string): void {
    this.violations.push({ kind, text });
  }

  begin(scope: Scope): void {
    this.#scope = scope;
    this.#isShown = scope.isReviewed;
    if (!scope.isReviewed) this.#seen = new Map();
    this.#again = new Map();
    this.#latest = new Map();
  }

  /** Counts all later reads as reads after the review. */
  shown(): void {
    this.#isShown = true;
  }

  /** Lets the other user act, and marks every facet that differs afterwards as touched. */
  byOtherHand(act: () => void): void {
    const before = facetsOf(this.world);
    act();
    const after = facetsOf(this.world);
    this.#now += 1;
    for (const key of new Set([...before.keys(), ...after.keys()]))
      if (before.get(key) !== after.get(key)) this.#touched.set(key, this.#now);
    this.#note();
  }

  /** Checks a write before the service gets it. */
  arrived({ body, method, path }: Exchange): void {
    if (method === 'GET') return;
    const [, id = ''] = /^\/(?:notification-configurations|agent-pools|oauth-clients)\/([^/]+)$/.exec(path) ?? [];
    const live = livesOf(this.world).find((each) => each.id === id);
    const [, team] = /^(\/teams\/[^/]+)\/relationships\/users$/.exec(path) ?? [];
    if (team !== undefined) this.#checkMembers(team, method, body);
    else if (live && method === 'PATCH') {
      const { attributes = {}, relationships = {} } = body?.data ?? {};
      const facets = Object.entries({ ...attributes, ...relationships }).map(([name]) => name);
      this.#checkTouched(live, method, (name) => facets.includes(name));
    } else if (live && method === 'DELETE') this.#checkDeletion(live);
    else if (method === 'POST') this.#checkCreation(path, body);
  }

  /** Records what a request read, created or sent. */
  answered({ body, method, path, reply, status }: Exchange, isDelivered: boolean): void {
    this.#now += 1;
    if (method === 'GET' && status === 200) {
      const read = { at: this.#now, facets: facetsOf(this.world) };
      this.#latest.set(path, read);
      (this.#isShown ? this.#again : this.#seen).set(path, read);
    }
    const { id } = (reply?.data ?? {}) as { id?: string };
    if (method === 'POST' && status < 300 && id !== undefined) {
      const name = String(body?.data?.attributes?.name ?? '');
      if (isDelivered) this.made.set(id, documentOf(name));
      else this.unsure.add(id);
      for (const secrets of [this.attempted, this.accepted]) this.#noteSecrets(id, body, secrets);
    }
    const isRejected = isDelivered && status >= 400 && status < 500;
    if (method === 'PATCH' && !isRejected) this.attempt({ body, path });
    if (method === 'PATCH' && status === 200) this.#noteSecrets(idIn(path), body, this.accepted);
    this.#note();
  }

  /** Notes the secrets of a write that the service may not have got. */
  attempt({ body, path }: Pick<Exchange, 'body' | 'path'>): void {
    this.#noteSecrets(idIn(path), body, this.attempted);
  }

  /** Takes back that svc knows its creations. */
  doubt(ids: readonly string[]): void {
    for (const id of ids) {
      this.made.delete(id);
      this.unsure.add(id);
    }
  }

  isForeign = (id: string): boolean => !this.made.has(id) && !this.unsure.has(id);

  #note(): void {
    for (const { id, name } of livesOf(this.world)) this.#names.set(id, (this.#names.get(id) ?? new Set()).add(name));
  }

  #noteSecrets(id: string, body: Exchange['body'], secrets: Map<string, string>): void {
    const { attributes = {} } = body?.data ?? {};
    for (const field of ['token', 'secret', 'oauth-token-string']) {
      const value = attributes[field];
      if (typeof value === 'string') secrets.set(`${id} ${field}`, value);
    }
  }

  /** Returns whether another user changed a facet after the review, and svc read it again before this write. */
  #isOverlooked(place: string, key: string): boolean {
    const [seen, again] = [this.#seen.get(place), this.#again.get(place)];
    const touched = this.#touched.get(key) ?? 0;
    if (seen === undefined || again === undefined || touched <= seen.at || touched >= again.at) return false;
    return again.facets.get(key) !== seen.facets.get(key);
  }

  #checkTouched({ id, name, place }: Live, method: string, isWritten: (facet: string) => boolean): void {
    const prefix = `${place} ${id} `;
    const keys = [...this.#touched.keys()].filter((key) => key.startsWith(prefix));
    const found = keys.filter((key) => isWritten(key.slice(prefix.length)) && this.#isOverlooked(place, key));
    if (found.length > 0)
      this.violate(
        kinds[0],
        `${method} of ${name} (${id}), whose ${found.map((key) => key.slice(prefix.length))} differs`,
      );
  }

  #checkMembers(team: string, method: string, body: Exchange['body']): void {
    const users = [body?.data ?? []].flat() as { id: string }[];
    for (const { id } of users) {
      const user = this.world.users.find((each) => each.username === id || each.id === id)?.id;
      const [, , teamId] = team.split('/');
      if (this.#isOverlooked(team, `${team} ${teamId} ${user}`))
        this.violate(kinds[0], `${method} of ${id} in ${team}`);
    }
  }

  #checkDeletion(live: Live): void {
    const { id, name } = live;
    this.#checkTouched(live, 'DELETE', () => true);
    const { absent, documents } = this.#scope;
    if (absent.includes(name) || this.#replaced.has(id)) return;
    if (this.isForeign(id)) this.violate(kinds[1], `${name} (${id})`);
    const document = this.made.get(id);
    if (document && !documents.includes(document)) this.violate(kinds[2], `${name} (${id}) of ${document}`);
  }

  #checkCreation(path: string, body: Exchange['body']): void {
    const { attributes = {} } = body?.data ?? {};
    const name = String(attributes.name ?? '');
    const type = attributes['destination-type'];
    const here = livesOf(this.world).filter(({ place }) => place === path);
    const replaced = here.filter(({ id, type: old }) => this.#names.get(id)?.has(name) && old !== type);
    for (const { id } of replaced) this.#replaced.add(id);
    // It takes the place of its own, whatever others have the name.
    if (replaced.some(({ id }) => !this.isForeign(id))) return;
    const read = this.#latest.get(path)?.facets;
    const double = here.find((live) => {
      const isSeen = read?.get(`${path} ${live.id} name`) === JSON.stringify(name);
      return isSeen && live.name === name && live.type === type && !this.#replaced.has(live.id);
    });
    // A thing that another entry has under another name does not conflict.
    if (double && this.#names.get(double.id)?.size === 1) this.violate(kinds[3], `${name} beside ${double.id}`);
  }
}

const idIn = (path: string) => path.split('/').at(-1) ?? '';

export const documentOf = (name: string) => name.replace(/-.*/, '');
