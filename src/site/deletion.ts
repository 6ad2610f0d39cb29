import { type Step, stepOf, type Thing } from './change.ts';
import type { Planning } from './kind.ts';
import type { RecordEntry } from './record.ts';

/** What must not exist: its thing, and what the record knows of it unless a document lists it under absent. */
export interface Undeclared {
  thing: Thing;
  entry?: Pick<RecordEntry, 'id' | 'made' | 'begun' | 'waiting'> | undefined;
}

interface Deleting<Live> {
  phase: number;
  read(): Promise<Live>;
  renew?: (() => void) | undefined;
  /** The live things with the name: what they are, by their ids. */
  named(live: Live): Map<string, unknown>;
  remove(id: string): Promise<unknown>;
  warnings?: ((id: string) => Promise<string[]>) | undefined;
}

/**
 * The deletion of an undeclared thing: what the record knows, by the id of the reply that confirmed its creation; what is listed under
 * absent, all of its name. What was only begun may be that of another hand, and stays.
 */
export async function deletion<Live>(
  { entry, thing }: Undeclared,
  live: Live,
  { named, phase, read, remove, renew, warnings: warningsOf }: Deleting<Live>,
  { plan, prune }: Planning,
): Promise<Step[]> {
  if (entry !== undefined && !entry.made) {
    const ids = prune && entry.begun !== undefined ? named(live).keys() : [];
    for (const id of ids) if ((entry.id ?? id) === id) plan.unconfirmed.push({ thing, id, begun: entry.begun ?? '' });
    return [];
  }
  const matching = (now: Live) => [...named(now).keys()].filter((id) => entry === undefined || id === entry.id);
  const planned = matching(live);
  const steps = planned.map(async (meant) => {
    const warnings = (await warningsOf?.(meant)) ?? [];
    const compare = (now: Live): Step | undefined => {
      const ids = matching(now);
      const id = ids.find((each) => each === meant) ?? ids.find((each) => !planned.includes(each));
      if (id === undefined) return undefined;
      const again = async () => compare(await read());
      const send = () => remove(id).then(() => ({}));
      const isPruning = entry !== undefined;
      const seen = JSON.stringify(named(now).get(id));
      return stepOf(thing, {
        action: 'delete',
        warnings,
        id,
        seen,
        phase,
        again,
        send,
        isPruning,
        renew,
      });
    };
    return compare(live);
  });
  return (await Promise.all(steps)).flatMap((step) => step ?? []);
}

/** The deletions of a plan: none without --prune, which the plan then mentions. */
export function pruned(deletions: Step[], { plan, prune }: Planning): Step[] {
  if (prune) return deletions;
  plan.spared += deletions.length;
  return [];
}
