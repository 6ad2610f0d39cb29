import type { Row } from '../resources/resource.ts';
import { defined, type SecretUse, type Thing } from './change.ts';
import type { Planning, Reading } from './kind.ts';
import type { List, Live } from './live.ts';
import type { RecordEntry } from './record.ts';
import type { SecretSource } from './schema.ts';
import type { Declared, Value } from './site.ts';

/** A declared thing of a list. */
export interface Subject {
  list: List;
  declared: Declared<Value>;
  planning: Planning;
  thing: Thing;
  /** The declared fields but for secrets. */
  shown: Value;
  /** The declared secrets. */
  uses: SecretUse[];
}

/**
 * The declared things of a list. The record follows those that are renamed, here or by another hand, and what it knows of one by its id
 * is never taken for another.
 */
export function subjectsOf(
  list: List,
  declared: readonly Declared<Value>[],
  recorded: readonly RecordEntry[],
  { rows }: Live,
  planning: Planning,
): Subject[] {
  const { mistakes, record } = planning;
  const subjects = declared.map((each) => subjectOf(list, each, planning));
  const byName = new Map(subjects.map((each) => [each.thing.name, each]));
  for (const { declared, thing } of subjects) {
    const old = declared.value['renamed-from'];
    if (typeof old !== 'string') continue;
    if (byName.has(old))
      mistakes.push({ at: declared.at, text: `renamed-from: ${thing.kind} ${old} is also declared.` });
    else record.rename({ ...thing, name: old }, thing);
  }
  const names = new Map(rows.map(({ attributes, id }) => [id, list.resource.identity(attributes)]));
  for (const entry of recorded) {
    const renamed = byName.get(names.get(entry.id ?? '') ?? '');
    if (renamed && !byName.has(entry.name)) record.rename(entry, renamed.thing);
  }
  const known = subjects.filter(({ declared }) => declared.value.id === undefined);
  list.claims = new Map(known.map(({ thing }) => [record.find(thing)?.id ?? '', thing.name]));
  return subjects;
}

function subjectOf(list: List, entry: Declared<Value>, planning: Planning): Subject {
  const { resource } = list;
  const { at, document, folder } = entry;
  const thing = { ...thingIn(list, resource.identity(entry.value), planning), ...(document && { document }) };
  const fields = Object.entries(entry.value).filter(([name]) => resource.fields[name] !== undefined);
  // A map is where a secret comes from.
  const isSecret = ([name, value]: [string, unknown]) =>
    resource.fields[name]?.secret || (typeof value === 'object' && value !== null && !Array.isArray(value));
  const uses = fields.flatMap(([attribute, source]): SecretUse[] =>
    isSecret([attribute, source]) && source ? [{ attribute, source: source as SecretSource, at, folder }] : [],
  );
  const shown = defined(Object.fromEntries(fields.filter((field) => !isSecret(field))));
  return { list, declared: entry, planning, thing, shown, uses };
}

/** The ids of those that wait to be deleted, since another takes their place. */
export function waitingOf({ planning, thing }: Pick<Subject, 'planning' | 'thing'>): readonly string[] {
  return planning.record.find(thing)?.waiting ?? [];
}

/** The thing of this name in a list. */
export function thingIn({ place, resource, workspace }: List, name: string, { organization }: Reading): Thing {
  return { kind: resource.kind, organization, workspace, ...(workspace !== null && { 'workspace-id': place }), name };
}

/**
 * The live things that an entry is about: the one with its id, else the one that the record knows by its id and those of its identity
 * that no other entry claims; waiting ones if there is no other.
 */
export function matching(subject: Subject, { rows }: Live): Row[] {
  const { declared, list, thing } = subject;
  const waiting = waitingOf(subject);
  const { id: own } = declared.value;
  const others = rows.filter(({ id }) => !waiting.includes(id));
  const ownerOf = (id: string) => list.claims?.get(id);
  const isNamed = ({ attributes }: Row) => list.resource.identity(attributes) === thing.name;
  const found = [others, rows].flatMap((some) => [
    some.filter(({ id }) => id === own),
    some.filter((row) => (ownerOf(row.id) ?? (isNamed(row) && thing.name)) === thing.name),
  ]);
  return found.find((each) => each.length > 0) ?? [];
}
