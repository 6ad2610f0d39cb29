import type { Step } from './change.ts';
import type { Undeclared } from './deletion.ts';
import type { Planning } from './kind.ts';
import type { List, Live } from './live.ts';
import { matching, type Subject } from './subject.ts';

/** The undeclared things without those that an entry is about under another name. */
export function unmatched(undeclared: readonly Undeclared[], subjects: readonly Subject[], live: Live): Undeclared[] {
  const ids = new Set(subjects.flatMap((subject) => matching(subject, live)).map(({ id }) => id));
  return undeclared.filter(({ entry }) => entry?.id == null || !ids.has(entry.id));
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
  const { resource, workspace } = list;
  const [vanished, ...more] = record.entries(organization).filter((entry) => {
    const isHere = entry.kind === resource.kind && entry.workspace === workspace && !declared.has(entry.name);
    return isHere && live.rows.some(({ id }) => id === entry.id);
  });
  if (created === undefined || vanished === undefined || others.length + more.length > 0) return;
  created.warnings.push(`If this is a rename, add renamed-from: ${vanished.name}`);
}
