import { valuesOf } from '../resources/comparison.ts';
import { placeIn, type Row } from '../resources/resource.ts';
import { phaseOf, type Step, stepOf, type Thing } from './change.ts';
import type { Planning } from './kind.ts';
import { carriedLive, type List, type Live, removeFrom, renew } from './live.ts';
import type { RecordEntry } from './record.ts';

/** What must not exist: what the record knows of the thing, else the one with an id that another replaces, else all of its name. */
export interface Undeclared {
  thing: Thing;
  entry?: RecordEntry | undefined;
  replaced?: string;
}

/**
 * The deletions of an undeclared thing: none without --prune, which the plan then mentions. The record knows it by the id of the reply
 * that confirmed its creation; what was only begun may be that of another hand, and stays.
 */
export async function deletionsOf(
  list: List,
  { entry, replaced, thing }: Undeclared,
  live: Live,
  planning: Planning,
): Promise<Step[]> {
  const { name, resource } = list;
  const named = ({ rows }: Live) => rows.filter(({ attributes }) => resource.identity(attributes) === thing.name);
  if (entry !== undefined && !entry.made) {
    const { begun, id } = entry;
    if (!planning.prune || begun === undefined) return [];
    for (const row of named(live).filter((each) => (id ?? each.id) === each.id))
      planning.plan.unconfirmed.push({ thing, id: row.id, begun });
    return [];
  }
  const matching = (now: Live): Row[] => {
    if (replaced !== undefined) return now.rows.filter(({ id }) => id === replaced);
    return named(now).filter(({ id }) => entry === undefined || id === entry.id);
  };
  const planned = matching(live);
  if (!planning.prune) {
    planning.plan.spared += planned.length;
    return [];
  }
  const compare = (meant: Row, warnings: string[], now: Live): Step | undefined => {
    const found = matching(now);
    const isOther = ({ id }: Row) => planned.every((each) => each.id !== id);
    const row = found.find(({ id }) => id === meant.id) ?? found.find(isOther);
    if (row === undefined) return undefined;
    return stepOf(thing, {
      action: 'delete',
      warnings,
      id: row.id,
      seen: JSON.stringify(valuesOf(resource, row, {})),
      // Last of what others may refer to.
      phase: phaseOf(name, placeIn(resource) === 'organization_name'),
      again: async () => compare(meant, warnings, await carriedLive(list, [], planning)),
      send: () => removeFrom(list, row.id, planning).then(() => ({})),
      isPruning: (entry ?? replaced) !== undefined,
      renew: () => renew(list),
    });
  };
  const steps = planned.map(async (meant) => {
    const warnings = (await resource.warnings?.(meant.id, planning.service.call)) ?? [];
    return compare(meant, warnings, live) ?? [];
  });
  return (await Promise.all(steps)).flat();
}
