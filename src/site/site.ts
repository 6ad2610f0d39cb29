import { UsageError } from '../base/errors.ts';
import { counted } from '../base/text.ts';
import { agentPool } from '../resources/agent-pool.ts';
import { oauthClient } from '../resources/oauth-client.ts';
import type { Resource } from '../resources/resource.ts';
import { byLine, type Mistake, parseSite, type SiteFile, type Source } from './document.ts';
import type { Absent, BannerEntry, CustomizationEntry, SiteDocument, SubscriptionEntry, TeamEntry } from './schema.ts';

const mostShown = 50;

/** A value of a document, and the file and line of it; paths in it start at `folder`. */
export interface Declared<Value> {
  value: Value;
  at: string;
  folder: string;
  /** The name of its document. */
  document: string | undefined;
}

/** The parts of a document that are lists, with what must not exist under the same key of `absent`. */
const listNames = ['agent-pools', 'oauth-clients', 'notifications'] as const;
export type ListName = (typeof listNames)[number];
export type EntryOf<Name extends ListName> = NonNullable<SiteDocument[Name]>[number];

/** What all documents declare together. */
export interface Site {
  /** The names of the documents, and their first lines. */
  documents: { name: string | undefined; at: string }[];
  organization: string | undefined;
  customization?: Declared<CustomizationEntry>;
  banner?: Declared<BannerEntry>;
  subscription?: Declared<SubscriptionEntry>;
  teams: Declared<TeamEntry & { name: string }>[];
  lists: { [Name in ListName]: Declared<EntryOf<Name>>[] };
  absent: { [Name in ListName]: Declared<NonNullable<Absent[Name]>[number]>[] };
}

/** The documents as one. @throws {UsageError} with every mistake of every file: what, and its file and line */
export function siteOf(sources: readonly Source[]): Site {
  const parsed = sources.map(parseSite);
  const mistakes = parsed.flatMap((each) => (Array.isArray(each) ? each : []));
  const files = parsed.flatMap((each) => (Array.isArray(each) ? [] : [each]));
  const site = merged(files, mistakes);
  throwMistakes(mistakes);
  return site;
}

/** @throws {UsageError} with the mistakes in order of their lines, if there are any */
export function throwMistakes(mistakes: readonly Mistake[]): void {
  const sorted = byLine(mistakes);
  const [first] = sorted;
  if (first === undefined) return;
  const isAboutKeys = mistakes.some(({ isUnknownKey }) => isUnknownKey);
  const hint = isAboutKeys ? 'The keys: svc apply --schema' : undefined;
  // A list has each mistake on its line, whatever the document says.
  if (mistakes.length === 1 && !first.text.includes('\n')) throw new UsageError(`${first.at}: ${first.text}`, { hint });
  const errors = sorted.slice(0, mostShown).map(({ at, text }) => ({ title: at, detail: text }));
  throw new UsageError(`The documents have ${counted(mistakes.length, 'mistake')}:`, { errors, hint });
}

function merged(files: readonly SiteFile[], mistakes: Mistake[]): Site {
  const once = <Value>(
    path: readonly string[],
    of: (file: SiteFile) => Value | undefined,
  ): Declared<Value> | undefined => {
    const [first, ...others] = files.flatMap((file) => {
      const value = of(file);
      return value === undefined ? [] : declaredIn(file, path, value);
    });
    for (const other of others) {
      if (typeof other.value === 'object' || other.value !== first?.value) {
        mistakes.push({ at: other.at, text: `${path.join('.')} is also in ${first?.at}.` });
      }
    }
    return first;
  };
  const each = <Value>(
    path: readonly string[],
    of: (file: SiteFile) => readonly Value[] | undefined,
  ): Declared<Value>[] =>
    files.flatMap((file) => (of(file) ?? []).map((value, index) => declaredIn(file, [...path, index], value)));
  const teams = files.flatMap((file) =>
    Object.entries(file.content.teams ?? {}).map(([name, value]) => {
      return declaredIn(file, ['teams', name], { ...value, name });
    }),
  );
  const ofEach = (read: (name: ListName) => unknown[]) =>
    Object.fromEntries(listNames.map((name) => [name, read(name)]));
  const lists = ofEach((name) => each<object>([name], ({ content }) => content[name])) as Site['lists'];
  const absent = ofEach((name) =>
    each<object>(['absent', name], ({ content }) => content.absent?.[name]),
  ) as Site['absent'];
  requireUnique(agentPool, [...lists['agent-pools'], ...absent['agent-pools']], mistakes);
  requireUnique(oauthClient, [...lists['oauth-clients'], ...absent['oauth-clients']], mistakes);
  requireUnique({ one: 'team', identity: ({ name }) => String(name) }, teams, mistakes);
  const parts = {
    customization: once(['site', 'customization'], ({ content }) => content.site?.customization),
    banner: once(['site', 'banner'], ({ content }) => content.site?.banner),
    subscription: once(['subscription'], ({ content }) => content.subscription),
  };
  return {
    documents: files.map(({ at, content }) => ({ name: content.name, at: at([]) })),
    organization: once(['organization'], ({ content }) => content.organization)?.value,
    ...(Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as typeof parts as object),
    teams,
    lists,
    absent,
  };
}

function declaredIn<Value>({ at, content, folder }: SiteFile, path: readonly PropertyKey[], value: Value) {
  return { value, at: at(path), folder, document: content.name } satisfies Declared<Value>;
}

/** Adds a mistake with both lines for each second entry of one identity, unless both have ids of their own. */
function requireUnique(
  { identity, one }: Pick<Resource, 'identity' | 'one'>,
  entries: readonly Declared<Readonly<Record<string, unknown>> & { id?: string | undefined }>[],
  mistakes: Mistake[],
): void {
  const seen = new Map<string, (typeof entries)[number]>();
  for (const entry of entries) {
    const name = identity(entry.value);
    const first = seen.get(name);
    if (first === undefined) seen.set(name, entry);
    else if (!haveOwnIds(first.value, entry.value))
      mistakes.push({ at: entry.at, text: `${one} ${name} is also in ${first.at}.` });
  }
}

/** Whether two entries are about two things with different ids. */
export function haveOwnIds(one: { id?: string | undefined }, other: { id?: string | undefined }): boolean {
  return one.id !== undefined && other.id !== undefined && one.id !== other.id;
}
