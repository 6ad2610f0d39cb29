import { Writable } from 'node:stream';
import type { Context, Host } from '../../cli/context.ts';
import { createContext } from '../../cli/create-context.ts';
import { shownSetting } from '../../cli/setting.ts';
import { printable } from '../../cli/terminal/printable.ts';
import { parts } from '../../platform/resources/index.ts';
import { membership, user } from '../../platform/resources/membership.ts';
import { organization } from '../../platform/resources/organization.ts';
import { type Listed, labelOf, placeIn, type Row } from '../../platform/resources/resource.ts';
import { workspace } from '../../platform/resources/workspace.ts';
import type { Candidate } from './offer.ts';
import type { Choice } from './place.ts';

const longestMs = 1_000;
const mostDeliveries = 100;

/** The lists of the platform, by noun. */
const lists: Readonly<Record<string, object>> = {
  membership,
  organization,
  user,
  workspace,
  ...Object.fromEntries(
    // Omit notifications: no request lists those of all workspaces.
    Object.values(parts).flatMap((part) =>
      'list' in part && placeIn(part) !== 'workspace_id' ? [[part.kind, part]] : [],
    ),
  ),
};

/** The id of a thing, its name or another description, and a detail that distinguishes things of the same name. */
type NamedThing = readonly [id: string, name: string, detail?: string];

/**
 * Returns the names of a kind, each with its id; returns ids instead if the typed word begins like an id. Reads them from this machine,
 * or with one request to the effective address.
 * @throws {SvcError} for invalid settings or files, and for an unusable reply
 */
export async function namesOf(kind: string, start: string, choice: Choice, host: Host): Promise<Candidate[]> {
  // Discard warnings and traces.
  const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });
  const context = createContext(Object.create(host, { stderr: { value: stderr } }), choice);
  context.credentials.readsKeyring = false;
  try {
    const things = await (kind in lists ? namedThings(kind, context) : (foundBy[kind]?.(context) ?? []));
    const isTypedByName = (lists[kind] as Partial<Listed<Row>> | undefined)?.prefix !== undefined;
    const candidates = things.flatMap(([id, name, detail], index): Candidate[] => {
      const byId: Candidate = [id, name];
      const byName: Candidate = [name, detail ? `${detail}, ${id}` : id];
      // Commands reject a name that several things share, so offer the id.
      const isTaken = things.some((other, at) => at !== index && other[1] === name);
      if (!isTypedByName || name === '' || isTaken) return [byId];
      return start === '' ? [byName] : [byName, byId];
    });
    const offeredWords = candidates.filter(([word]) => isOffered(word));
    return offeredWords.map(([word, meaning]) => [word, meaning === word ? '' : printable(meaning)]);
  } finally {
    await context.close();
  }
}

/** Returns whether a terminal prints a name unchanged and a command does not read it as a flag. */
function isOffered(word: string): boolean {
  return !word.startsWith('-') && printable(word) === word;
}

const foundBy: Readonly<Record<string, (context: Context) => Promise<NamedThing[]>>> = {
  notification: async ({ settings }) => Object.keys(settings.profile().held.notifications ?? {}).map((id) => [id, '']),
  profile: async ({ settings }) =>
    Object.entries(settings.config().profiles).map(([name, { address = '' }]) => [name, shownSetting(address)]),
  delivery: deliveries,
  async call({ host }) {
    const { readLock } = await import('../../modules/lock/lock-file.ts');
    return [...(readLock(host.cwd)?.modules ?? [])].map(([path, { source }]) => [path, source]);
  },
};

async function namedThings(kind: string, { platform, settings }: Context): Promise<NamedThing[]> {
  const listed = lists[kind] as Listed<Row>;
  const query = listed.list.query.length > 0 ? { 'page[size]': 100, include: kind === 'user' ? kind : undefined } : {};
  const input = { organization_name: settings.lookup('organization')?.value ?? '', query, body: undefined };
  const signal = AbortSignal.timeout(longestMs);
  const reply = await platform(listed.list, input, { redirects: 0, retries: 0, signal });
  const { data, included = [] } = reply as { data: Row[]; included?: Row[] };
  return (kind === 'user' ? included : data).map((row) => [
    row.id,
    String(labelOf(listed, row) ?? ''),
    String(listed.detail?.(row) ?? ''),
  ]);
}

async function deliveries({ host: { env, home } }: Context): Promise<NamedThing[]> {
  const [{ createJournal }, { newestOf }, { verdicts }, { journalFolder }] = await Promise.all([
    import('../../webhooks/journal.ts'),
    import('../../webhooks/store.ts'),
    import('../../webhooks/inspector/page/verdicts.mjs'),
    import('../../cli/settings/paths.ts'),
  ]);
  const found: NamedThing[] = Object.entries(newestOf).map(([word, { what }]) => [word, `the newest ${what}`]);
  const journal = createJournal({ folder: journalFolder(env, home) });
  for await (const { at, id, trigger, verdict } of journal.read({ order: 'newest-first', limit: mostDeliveries })) {
    found.push([id, [at, verdicts[verdict].words, trigger ?? ''].join(' ').trim()]);
  }
  return found;
}
