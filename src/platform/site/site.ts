import { type Checked, type Mistake, parseChecked, type Source, throwMistakes } from '../../base/document/document.ts';
import type { Place } from '../../base/place.ts';
import { isListName, isOfSite, type ListName, lists, type PartName, partNames, parts } from '../resources/index.ts';
import { placeIn, type Resource } from '../resources/resource.ts';
import { jsonSchema } from './json-schema.ts';
import { type SiteDocument, siteDocument } from './schema.ts';

type SiteFile = Checked<SiteDocument>;

/** The command that prints the keys of a document. */
export const keys = 'svc apply --schema';

/** Fields by name. */
export type Value = Readonly<Record<string, unknown>>;

/** A value of a document, and the file and line of it; paths in it start at `folder`. */
export interface Declared<Value> {
  value: Value;
  at: Place;
  folder: string;
  /** The name of its document. */
  document: string | undefined;
}

/** What all documents declare together. */
export interface Site {
  /** The names of the documents, and their first lines. */
  documents: { name: string | undefined; at: Place }[];
  organization: string | undefined;
  parts: Record<PartName, Declared<Value>[]>;
  /** What must not exist, under the keys of lists. */
  absent: Record<ListName, Declared<Value>[]>;
}

/** The documents as one. @throws {UsageError} with every mistake of every file: what, and its file and line */
export function siteOf(sources: readonly Source[]): Site {
  const parsed = sources.map((source) => parseChecked(source, siteDocument, jsonSchema));
  const mistakes = parsed.flatMap((each) => (Array.isArray(each) ? each : []));
  const files = parsed.flatMap((each) => (Array.isArray(each) ? [] : [each]));
  const site = merged(files, mistakes);
  throwMistakes(mistakes, keys);
  return site;
}

function merged(files: readonly SiteFile[], mistakes: Mistake[]): Site {
  const ofEach = <Name extends PartName>(names: readonly Name[], of: (file: SiteFile, name: Name) => unknown[]) =>
    Object.fromEntries(names.map((name) => [name, files.flatMap((file) => of(file, name))])) as Record<
      Name,
      Declared<Value>[]
    >;
  const declared = ofEach(partNames, (file, name) => {
    const { site = {}, ...others } = file.content;
    return entriesIn(file, name in site ? ['site', name] : [name], { ...others, ...site }[name]);
  });
  const absent = ofEach(partNames.filter(isListName), (file, name) =>
    entriesIn(file, ['absent', name], file.content.absent?.[name]),
  );
  const report = (at: Place, text: string) => void mistakes.push({ at, text });
  for (const name of partNames) {
    const { identity = (entry: Value) => entry.name, one } = parts[name] as Partial<Resource>;
    const isOnce = !isListName(name) && name !== 'teams';
    const label = (entry: Value) => (isOnce ? `${isOfSite(name) ? 'site.' : ''}${name}` : `${one} ${identity(entry)}`);
    // In a workspace, it is known later which entries are about the same.
    const isKnown = !isListName(name) || placeIn(lists[name]) === 'organization_name';
    if (isKnown) requireUnique(label, [...declared[name], ...(isListName(name) ? absent[name] : [])], report);
  }
  const [organization, ...others] = files.flatMap((file) =>
    entriesIn(file, ['organization'], file.content.organization),
  );
  for (const { at, value } of others)
    if (value !== organization?.value) report(at, `organization is also in ${organization?.at}.`);
  return {
    documents: files.map(({ at, content }) => ({ name: content.name, at: at([]) })),
    organization: organization?.value as string | undefined,
    parts: declared,
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
  report: (at: Place, text: string, first: Place) => void,
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
