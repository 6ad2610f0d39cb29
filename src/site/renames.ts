import type { Step } from './change.ts';
import type { Undeclared } from './deletion.ts';
import type { Planning } from './kind.ts';
import type { List, Live } from './live.ts';
import type { Subject } from './subject.ts';

/**
 * The undeclared things without those that another hand renamed and an entry now declares: the record follows such a rename. Call it
 * before the comparison.
 */
export function notRenamed(
  list: List,
  undeclared: readonly Undeclared[],
  subjects: readonly Subject[],
  { rows }: Live,
  { record }: Planning,
): Undeclared[] {
  return undeclared.filter(({ entry, thing }) => {
    if (entry !== undefined && record.find(thing) === undefined) return false;
    const name = rows.flatMap(({ attributes, id }) => (id === entry?.id ? list.resource.identity(attributes) : []))[0];
    const subject = subjects.find((each) => each.thing.name === name && record.find(each.thing) === undefined);
    if (subject === undefined || entry === undefined || entry.id === null) return true;
    record.rename(thing, subject.thing);
    list.claims?.set(entry.id, subject.thing.name);
    return false;
  });
}

/** Adds a warning to the only creation in a place where the only other live thing that the record knows is no longer declared. */
export function suggestRename(
  list: List,
  steps: readonly Step[],
  subjects: readonly Subject[],
  live: Live,
  { organization, record }: Planning,
): void {
  const [created, ...others] = steps.filter(({ action, replaces }) => action === 'create' && replaces === undefined);
  const declared = new Set(subjects.map(({ thing }) => thing.name));
  const [vanished, ...more] = record.entries(organization).filter((entry) => {
    const isHere = entry.kind === list.resource.kind && entry.workspace === list.workspace;
    return isHere && !declared.has(entry.name) && live.rows.some(({ id }) => id === entry.id);
  });
  if (created === undefined || vanished === undefined || others.length + more.length > 0) return;
  created.warnings.push(`If this is a rename, add renamed-from: ${vanished.name}`);
}
