import { UsageError } from '../base/errors.ts';
import { counted } from '../base/text.ts';
import { agentPool } from '../resources/agent-pool.ts';
import { oauthClient } from '../resources/oauth-client.ts';
import { byLine, type Mistake, parseSite, type SiteFile, type Source } from './document.ts';
import { type KindName, kindNames } from './kind-names.ts';
import type { Absent, SiteDocument, TeamEntry } from './schema.ts';

const mostShown = 50;

/** Fields by name. */
export type Value = Readonly<Record<string, unknown>>;

/** A value of a document, and the file and line of it; paths in it start at `folder`. */
export interface Declared<Value> {
  value: Value;
  at: string;
  folder: string;
  /** The name of its document. */
  document: string | undefined;
}

/** The parts that are lists, with what must not exist under the same key of `absent`. */
const listNames = ['agent-pools', 'oauth-clients', 'notifications'] as const;
export type ListName = (typeof listNames)[number];

type Content = SiteDocument & NonNullable<SiteDocument['site']>;
/** An entry of a part, the only one of a part without a list. */
export type EntryOf<Name extends KindName> = Name extends 'teams'
  ? TeamEntry & { name: string }
  : NonNullable<Content[Name]> extends (infer Entry)[]
    ? Entry
    : NonNullable<Content[Name]>;

/** What all documents declare together. */
export interface Site {
  /** The names of the documents, and their first lines. */
  documents: { name: string | undefined; at: string }[];
  organization: string | undefined;
  parts: { [Name in KindName]: Declared<EntryOf<Name>>[] };
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
  const ofEach = (names: readonly KindName[], of: (file: SiteFile, name: KindName) => unknown[]) =>
    Object.fromEntries(names.map((name) => [name, files.flatMap((file) => of(file, name))]));
  const parts = ofEach(kindNames, (file, name) => {
    const { site = {}, ...others } = file.content;
    return entriesIn(file, name in site ? ['site', name] : [name], { ...others, ...site }[name]);
  }) as Site['parts'];
  const absent = ofEach(listNames, (file, name) =>
    entriesIn(file, ['absent', name], file.content.absent?.[name as ListName]),
  ) as Site['absent'];
  const report = (at: string, text: string) => void mistakes.push({ at, text });
  requireUnique(() => 'site.customization', parts.customization, report);
  requireUnique(() => 'site.banner', parts.banner, report);
  requireUnique(() => 'subscription', parts.subscription, report);
  requireUnique(({ name }) => `team ${name}`, parts.teams, report);
  for (const [name, { identity, one }] of [
    ['agent-pools', agentPool],
    ['oauth-clients', oauthClient],
  ] as const)
    requireUnique((value) => `${one} ${identity(value)}`, [...parts[name], ...absent[name]], report);
  const [organization, ...others] = files.flatMap((file) =>
    entriesIn(file, ['organization'], file.content.organization),
  );
  for (const { at, value } of others)
    if (value !== organization?.value) report(at, `organization is also in ${organization?.at}.`);
  return {
    documents: files.map(({ at, content }) => ({ name: content.name, at: at([]) })),
    organization: organization?.value as string | undefined,
    parts,
    absent,
  };
}

/** The entries of a part of a document: those of a list, the teams by name, or the part itself. */
function entriesIn({ at, content, folder }: SiteFile, path: readonly string[], part: unknown): Declared<unknown>[] {
  const declared = (value: unknown, ...step: PropertyKey[]) => {
    return { value, at: at([...path, ...step]), folder, document: content.name };
  };
  if (part === undefined) return [];
  if (Array.isArray(part)) return part.map((value, index) => declared(value, index));
  if (path[0] !== 'teams') return [declared(part)];
  return Object.entries(part as object).map(([name, value]) => declared({ ...value, name }, name));
}

/** Reports both lines of each second entry of one label, unless both have ids of their own. */
export function requireUnique(
  label: (value: Value) => string,
  entries: readonly Declared<Value>[],
  report: (at: string, text: string, first: string) => void,
): void {
  const seen = new Map<string, Declared<Value>>();
  for (const { at, value, ...rest } of entries) {
    const name = label(value);
    const first = seen.get(name);
    if (first === undefined) seen.set(name, { at, value, ...rest });
    else if ((first.value.id ?? value.id) === undefined || first.value.id === value.id)
      report(at, `${name} is also in ${first.at}.`, first.at);
  }
}
