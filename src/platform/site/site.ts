import { type Checked, type Mistake, parseChecked, type Source, throwMistakes } from '../../base/document/document.ts';
import type { Place } from '../../base/place.ts';
import { jsonSchema } from '../../base/system/own-file.ts';
import { isListName, isOfSite, type ListName, lists, type PartName, partNames, parts } from '../resources/index.ts';
import { type Declarable, placeIn, type Resource } from '../resources/resource.ts';
import { type SiteDocument, siteDocument } from './schema.ts';

type SiteFile = Checked<SiteDocument>;

export const keys = 'svc apply --schema';

export type Value = Readonly<Record<string, unknown>>;

/** A value of a document with its file and line. Paths in the value are relative to `folder`. */
export interface Declared<Content = Value> {
  value: Content;
  at: Place;
  folder: string;
  document: string | undefined;
}

export interface Site {
  /** The name of each document, the place of its first line, and its parts. */
  documents: { name: string | undefined; at: Place; parts: string[] }[];
  organization: string | undefined;
  parts: Record<PartName, Declared<Value>[]>;
  absent: Record<ListName, Declared<Value>[]>;
}

export function siteOf(sources: readonly Source[]): Site {
  const parsed = sources.map((source) => parseChecked(source, siteDocument, () => jsonSchema('site')));
  const mistakes = parsed.flatMap((each) => (Array.isArray(each) ? each : []));
  const files = parsed.flatMap((each) => (Array.isArray(each) ? [] : [each]));
  const site = merged(files, mistakes);
  throwMistakes(mistakes, keys);
  return site;
}

function merged(files: readonly SiteFile[], mistakes: Mistake[]): Site {
  const entriesAt = (...path: string[]) => files.flatMap((file) => entriesIn(file, path) as Declared[]);
  const declared = {} as Site['parts'];
  const absent = {} as Site['absent'];
  for (const name of partNames) {
    const { complete = (entry: Value) => entry } = parts[name] as Declarable;
    const entries = entriesAt(...(isOfSite(name) ? ['site', name] : [name]));
    declared[name] = entries.map((entry) => ({ ...entry, value: complete(entry.value) }));
  }
  for (const name of partNames.filter(isListName)) absent[name] = entriesAt('absent', name);
  const report = (at: Place, text: string) => void mistakes.push({ at, text });
  for (const name of partNames) {
    const { identity = (entry: Value) => entry.name, one } = parts[name] as Partial<Resource>;
    const isOnce = !isListName(name) && name !== 'teams';
    const label = (entry: Value) => (isOnce ? `${isOfSite(name) ? 'site.' : ''}${name}` : `${one} ${identity(entry)}`);
    // Workspace patterns are resolved later, so entries of workspaces cannot be compared yet.
    const isKnown = !isListName(name) || placeIn(lists[name]) === 'organization_name';
    if (isKnown) requireUnique(label, [...declared[name], ...(isListName(name) ? absent[name] : [])], report);
  }
  requireUnique((name) => `the document ${name}`, entriesAt('name'), report);
  const [organization, ...others] = entriesAt('organization');
  for (const { at, value } of others)
    if (value !== organization?.value) report(at, `organization is also in ${organization?.at}.`);
  const documents = files.map(({ at, content }) => {
    return { name: content.name, at: at([]), parts: Object.keys({ ...content, ...content.site }) };
  });
  return { documents, organization: organization?.value as string | undefined, parts: declared, absent };
}

/** Returns the entries of a part of a document: the items of a list, the teams by name, or the part itself. */
function entriesIn({ at, content, folder }: SiteFile, path: readonly string[]): Declared<unknown>[] {
  const part = path.reduce<unknown>((value, name) => (value as Value | undefined)?.[name], content);
  const place = { folder, document: content.name };
  const declared = (value: unknown, ...step: PropertyKey[]) => ({ value, at: at([...path, ...step]), ...place });
  if (part === undefined) return [];
  if (Array.isArray(part)) return part.map((value, index) => declared(value, index));
  if (path[0] !== 'teams') return [declared(part)];
  return Object.entries(part as object).map(([name, value]) => declared({ ...value, name }, name));
}

type Report = (at: Place, text: string, first: Place) => void;

/** Reports every entry whose label an earlier entry has, unless both entries have different ids. */
export function requireUnique(label: (value: Value) => string, entries: readonly Declared[], report: Report): void {
  const firstEntries = new Map<string, Declared>();
  for (const entry of entries) {
    const { at, value } = entry;
    const name = label(value);
    const first = firstEntries.get(name);
    if (first === undefined) firstEntries.set(name, entry);
    else if ((first.value.id ?? value.id) === undefined || first.value.id === value.id)
      report(at, `${name} is also in ${first.at}.`, first.at);
  }
}
