import type { Row } from '../resources/resource.ts';
import { defined, type SecretUse, type Thing } from './change.ts';
import type { Planning } from './kind.ts';
import type { List, Live, Value } from './live.ts';
import { declaredSecrets } from './secret-uses.ts';
import type { Declared } from './site.ts';

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

/** A declared thing, and what the record knows of it. */
export function subjectOf(list: List, declared: Declared<object>, planning: Planning): Subject {
  const { resource, workspace } = list;
  const entry = declared as Declared<Value>;
  const { organization } = planning;
  const thing: Thing = { kind: resource.kind, organization, workspace, name: resource.identity(entry.value) };
  const fields = Object.entries(entry.value).filter(([name]) => resource.fields[name] !== undefined);
  const isSecret = ([name]: [string, unknown]) => resource.fields[name]?.secret === true;
  const secrets = fields.filter(isSecret).map(([name]) => name);
  const shown = defined(Object.fromEntries(fields.filter((field) => !isSecret(field))));
  return { list, declared: entry, planning, thing, shown, uses: declaredSecrets(entry, secrets) };
}

/** The ids of those that wait to be deleted, since another takes their place. */
export function waitingOf({ planning, thing }: Pick<Subject, 'planning' | 'thing'>): readonly string[] {
  return planning.record.find(thing)?.waiting ?? [];
}

/** The live things that an entry is about: the one with its id, else those of its identity; waiting ones if there is no other. */
export function matching(subject: Subject, { rows }: Live): Row[] {
  const { declared, list, thing } = subject;
  const waiting = waitingOf(subject);
  const others = rows.filter(({ id }) => !waiting.includes(id));
  const found = [others, rows].flatMap((some) => [
    some.filter(({ id }) => id === declared.value.id),
    some.filter(({ attributes }) => list.resource.identity(attributes) === thing.name),
  ]);
  return found.find((some) => some.length > 0) ?? [];
}
