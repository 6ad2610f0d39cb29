import { placeIn, type Row } from '../resources/resource.ts';
import { phaseOf, type Step, stepOf, thingText } from './change.ts';
import { seenIn } from './entry.ts';
import type { Planning } from './kind.ts';
import { carriedRows, type List, removeFrom, renew, thingIn } from './list.ts';
import type { Thing } from './record.ts';

interface Undeclared {
  thing: Thing;
  isPruning?: boolean;
  warnings?: string[];
  /** Returns whether a live thing would be deleted like the others, but appeared after the plan was made. */
  isOther?(row: Row): boolean;
}

/**
 * Returns the deletions of undeclared things. Without --prune the list is empty, and the plan only gets the number of such things. A thing that an
 * apply made or replaced is found by its id, even under a new name. An unconfirmed creation is not deleted: it may be someone else's.
 * @param taken the ids of declared things
 */
export async function deletionsIn(list: List, rows: Row[], taken: ReadonlySet<string>, planning: Planning) {
  const { isPrunable, plan, prune, record } = planning;
  const { identity } = list.resource;
  const nameOf = ({ attributes }: Row) => identity(attributes);
  const absent = new Set(list.absent.map(({ value }) => identity(value)));
  const ids = new Set(rows.map(({ id }) => id));
  const isOther = (name: string) => (row: Row) => nameOf(row) === name && !ids.has(row.id);
  const open = rows.filter(({ id }) => !taken.has(id));
  const undeclared = open.flatMap((row): [Row, Undeclared][] => {
    const name = nameOf(row);
    const thing = thingIn(list, name, planning);
    const entry = record.find(thing, row.id) ?? (list.names.has(name) ? undefined : record.find(thing, null));
    if (absent.has(name)) return [[row, { thing, isOther: isOther(name) }]];
    if (entry === undefined || !(isPrunable(entry) || (entry.replaced && list.names.has(entry.name)))) return [];
    if (!entry.made && !entry.replaced) {
      const reason = `its creation was begun at ${entry.begun} and never confirmed`;
      if (prune && entry.begun) plan.unconfirmed.push(`not pruned: ${thingText(thing)} (${row.id}): ${reason}`);
      return [];
    }
    const isRenamed = entry.name !== name && !entry.replaced;
    const renamed = `is called ${name} now (${row.id}), and no document declares it.`;
    if (isRenamed && !prune) plan.notes.push(`${thingText(entry)} ${renamed}`);
    const warnings = isRenamed ? [`It ${renamed}`] : [];
    return [[row, { thing: { ...thing, name: entry.name }, warnings, isPruning: !list.names.has(entry.name) }]];
  });
  if (!prune) plan.spared += undeclared.length;
  return Promise.all(prune ? undeclared.map(([row, what]) => deletionOf(list, row, what, planning)) : []);
}

export async function deletionOf(list: List, row: Row, what: Undeclared, planning: Planning): Promise<Step> {
  const { name, resource } = list;
  const warnings = [...(what.warnings ?? []), ...((await resource.warnings?.(row.id, planning.service.call)) ?? [])];
  const step = (live: Row): Step =>
    stepOf(what.thing, seenIn(list, live), {
      action: 'delete',
      warnings,
      id: live.id,
      phase: phaseOf(name, placeIn(resource) === 'organization_name'),
      isPruning: what.isPruning ?? false,
      async recheck() {
        const rows = await carriedRows(list, planning);
        const target = rows.find(({ id }) => id === row.id) ?? rows.find((each) => what.isOther?.(each));
        return target && step(target);
      },
      send: () => removeFrom(list, live.id, planning).then(() => ({})),
      renew: () => renew(list),
    });
  return step(row);
}
