import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CancelledError } from '../../../src/base/errors.ts';
import type { NotificationRow } from '../../../src/sandbox/rows/notifications.ts';
import { production, staging } from '../../commands/site-files.ts';
import fc, { forAllAsync } from '../../support/properties.ts';
import { machineAt, sandboxWithState } from '../../support/svc.ts';

/** `npm run soak -- site` makes 500. */
const rounds = Number(process.env.SITE_ROUNDS ?? 6);

const places = { 'network-production': production, 'network-staging': staging };
const env = { KEY_1: 'the-first-key', KEY_2: 'the-second-key', KEY_3: 'the-third-key' };
const names = ['a', 'b', 'c', 'd'] as const;
const pattern = fc.constantFrom('network-*', 'network-production', 'network-staging');

const entry = fc.record({
  workspaces: pattern,
  url: fc.integer({ min: 1, max: 3 }),
  version: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
});
type Entries = Partial<
  Record<(typeof names)[number], Required<typeof entry> extends fc.Arbitrary<infer Value> ? Value : never>
>;
const entries = fc.record({ a: entry, b: entry, c: entry, d: entry }, { requiredKeys: [] });

/** A change by another user after a request of the apply. */
const deed = fc.record({
  after: fc.integer({ min: 1, max: 14 }),
  act: fc.constantFrom('create', 'delete', 'rename', 'change'),
  place: fc.constantFrom(production, staging),
  name: fc.constantFrom(...names, 'theirs'),
  nth: fc.nat(5),
});
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;

const fault = fc.oneof(
  fc.constant(undefined),
  fc.record({ method: fc.constantFrom('POST', 'PATCH', 'DELETE'), kind: fc.constantFrom('cut', 'reset') }),
  fc.record({ stopAfter: fc.integer({ min: 2, max: 14 }) }),
);

function documentOf(declared: Entries, renamed: boolean): string {
  const lines = Object.entries(declared).map(([name, { url, version, workspaces }]) => {
    const token = version === undefined ? '' : `, token: { env: KEY_${version}, version: ${version} }`;
    const old = renamed && name === 'd' && !('c' in declared) ? ', renamed-from: c' : '';
    return `  - { name: ${name}, workspaces: ["${workspaces}"], destination-type: generic, url: "https://${url}.example.com"${token}${old} }\n`;
  });
  return `version: 1\nname: acme\norganization: acme\nnotifications:${lines.length > 0 ? `\n${lines.join('')}` : ' []\n'}`;
}

/** The requests of an apply in order, and the changes of another user between them. */
class Race {
  /** Names that the other user created, and those that they renamed. */
  readonly theirs = new Set<string>();
  readonly renamed = new Set<string>();
  readonly faults: string[] = [];
  #deeds: Deed[] = [];
  #now = 0;
  #requests = 0;
  /** When the lists were read, and when a thing was changed by the other user. */
  readonly #reads = new Map<string, number[]>();
  readonly #touched = new Map<string, number>();
  onStop: { after: number; stop: () => void } | undefined;
  rows: () => NotificationRow[] = () => [];
  remake: (rows: NotificationRow[]) => void = () => {};

  begin(deeds: Deed[]): void {
    this.#deeds = deeds;
    this.#requests = 0;
    this.#reads.clear();
    this.#touched.clear();
  }

  seen({ method, target, status }: { method: string; target: string; status: number }): void {
    this.#now += 1;
    this.#requests += 1;
    const [, place] = /^\/api\/v2\/workspaces\/([^/]+)\/notification-conf/.exec(target) ?? [];
    const [, id] = /^\/api\/v2\/notification-configurations\/([^/?]+)$/.exec(target) ?? [];
    if (place !== undefined && method === 'GET') this.#reads.set(place, [...(this.#reads.get(place) ?? []), this.#now]);
    const made = method === 'POST' && status === 201 && place !== undefined ? this.rows().at(-1) : undefined;
    if (made !== undefined) {
      const double = this.rows().find((row) => row !== made && row.workspace === place && row.name === made.name);
      // Things that the apply created stay its own under another name.
      if (double && this.theirs.has(double.id) && this.#wasSeen(double.id, made.workspace))
        this.faults.push(`created ${made.name} twice`);
    }
    if (id !== undefined && method !== 'GET' && this.#wasSeen(id, this.#placeOf.get(id) ?? ''))
      this.faults.push(`${method} of ${id}, which another user had changed before it was read`);
    for (const row of this.rows()) this.#placeOf.set(row.id, row.workspace);
    for (const deed of this.#deeds.filter(({ after }) => after === this.#requests)) this.#act(deed);
    if (this.onStop?.after === this.#requests) this.onStop.stop();
  }
  readonly #placeOf = new Map<string, string>();

  /** Returns whether the other user changed it after the plan read its list, and before the apply read it again. */
  #wasSeen(id: string, place: string): boolean {
    const [plan = Number.POSITIVE_INFINITY, ...again] = this.#reads.get(place) ?? [];
    const at = this.#touched.get(id);
    return at !== undefined && at > plan && again.some((read) => read > at);
  }

  #act({ act, name, nth, place }: Deed): void {
    this.#now += 1;
    const here = this.rows().filter(({ workspace }) => workspace === place);
    const row = here[nth % Math.max(1, here.length)];
    const fresh = name === 'theirs' ? `theirs-${this.#now}` : name;
    if (act === 'rename' && (row?.name === fresh || this.renamed.has(row?.id ?? ''))) return;
    if (act === 'create') {
      const id = `nc-${String(this.#now).padStart(16, '0')}`;
      const time = '2020-01-01T00:00:00.000Z';
      const whose = { url: 'https://their.example.com', token: null, triggers: [], users: [], deliveryResponses: [] };
      const made = { id, workspace: place, name, enabled: false, destinationType: 'generic' as const, ...whose };
      this.remake([...this.rows(), { ...made, createdAt: time, updatedAt: time }]);
      this.theirs.add(id);
      this.#placeOf.set(id, place);
      this.#touched.set(id, this.#now);
    } else if (row !== undefined) {
      this.#touched.set(row.id, this.#now);
      if (act === 'delete') this.remake(this.rows().filter((each) => each !== row));
      else if (act === 'rename') {
        row.name = fresh;
        this.renamed.add(row.id);
      } else row.url = `https://changed-${this.#now}.example.com`;
    }
  }
}

// trust: T-131
test('an apply loses no change of any user, whatever another user, a lost response or Ctrl-C does meanwhile', async () => {
  await forAllAsync(
    [entries, entries, fc.array(deed, { maxLength: 4 }), fault],
    rounds,
    async (first, second, deeds, trouble) => {
      const race = new Race();
      const service = await sandboxWithState({ onRequest: (request) => race.seen(request) });
      const { world } = service.state;
      race.rows = () => world.notifications;
      race.remake = (rows) => {
        world.notifications = rows;
      };
      const me = await machineAt(service);
      const stop = new AbortController();
      const apply = (words = '', signal?: AbortSignal) =>
        me.svc(`apply site.yaml --yes --jobs 1 --retries 0 --record site.record.json${words}`, {
          env,
          ...(signal && { signal }),
        });
      const works = async (words = '') => {
        const { code, stderr, stdout } = await apply(words);
        expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
        return stdout;
      };
      const declare = (declared: Entries, renamed = false) =>
        writeFile(join(me.home, 'site.yaml'), documentOf(declared, renamed));
      type Entry = { id: string | null; made: boolean; secrets: { token?: { state: string; version?: number } } };
      const recorded = async (): Promise<Entry[]> =>
        JSON.parse(await readFile(join(me.home, 'site.record.json'), 'utf8')).entries;
      const checkRecord = async () => {
        for (const { id, made, secrets } of await recorded()) {
          const row = world.notifications.find((each) => each.id === id);
          if (made) expect(race.theirs).not.toContain(id);
          const { state, version = 0 } = secrets.token ?? {};
          if (row && state === 'sent') expect(row.token).toBe(Object.values(env)[version - 1]);
        }
      };

      await declare(first);
      await works();
      await declare(second, true);
      race.begin(deeds);
      if (trouble && 'kind' in trouble) service.fail({ method: trouble.method as 'POST', kind: trouble.kind as 'cut' });
      if (trouble && 'stopAfter' in trouble)
        race.onStop = { after: trouble.stopAfter, stop: () => stop.abort(new CancelledError()) };
      await apply(' --prune-all', stop.signal);
      expect(race.faults).toEqual([]);
      await checkRecord();

      race.begin([]);
      race.onStop = undefined;
      const wanted = Object.entries(second).flatMap(([name, { url, workspaces }]) =>
        Object.entries(places).flatMap(([place, workspace]) =>
          workspaces === 'network-*' || workspaces === place
            ? { name, workspace, url: `https://${url}.example.com` }
            : [],
        ),
      );
      // Two different things of one name, and one with the old name, are for people to decide; here the other user deletes theirs.
      const isOf = (name: string) => (name === 'c' && !('c' in second) ? 'd' : name);
      world.notifications = world.notifications.filter(
        ({ id, name, workspace }) =>
          !race.theirs.has(id) || !wanted.some((each) => each.name === isOf(name) && each.workspace === workspace),
      );
      for (const row of world.notifications) if (race.renamed.has(row.id)) row.name = `theirs-${row.id}`;
      const kept = world.notifications.filter(({ id }) => race.theirs.has(id)).map(({ id }) => id);
      // A fault that did not happen yet does now.
      await apply(' --prune-all --send-secrets');
      await works(' --prune-all --send-secrets');
      expect(await works(' --prune-all')).toBe('No changes.\n');
      await checkRecord();
      for (const each of wanted)
        expect(
          world.notifications.filter((row) => row.name === each.name && row.workspace === each.workspace),
        ).toMatchObject([each]);
      expect(world.notifications.map(({ id }) => id)).toEqual(expect.arrayContaining(kept));
    },
  );
}, 600_000);
