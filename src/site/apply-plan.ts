import { CheckFailedError, SvcError, stopsAll } from '../errors.ts';
import { type Change, isSame, type SecretUse, type SecretValues, type Step } from './change.ts';
import type { Reading } from './kind.ts';
import type { Existing, Plan } from './plan.ts';
import type { SiteRecord } from './record.ts';
import { versionsOf } from './secret-uses.ts';

/** What happened to a change. */
export interface Outcome {
  step: Step;
  status: 'done' | 'unchanged' | 'failed' | 'pending';
  error?: SvcError | undefined;
  note?: string | undefined;
}

export interface Applying extends Pick<Reading, 'turn'> {
  record: SiteRecord;
  signal: AbortSignal;
  /** The value of a secret, read before the first write. */
  secretOf(use: SecretUse): string;
  /** Called after each change. */
  reported(outcome: Outcome): void;
}

/**
 * Carries out a plan: phase by phase, in each workspace one change after the other. What is done is in the record before the next
 * write. A failure leaves the rest to go on, unless no other request can succeed.
 */
export async function applyPlan({ existing, steps }: Plan, applying: Applying): Promise<Outcome[]> {
  const { record, signal, turn } = applying;
  const things = new Map(existing.map((each) => [keyOf(each.thing), each]));
  const changing = new Set(steps.map(({ thing }) => keyOf(thing)));
  for (const each of existing) if (!changing.has(keyOf(each.thing))) adopt(each, record);
  const wanted = steps.filter(({ conflict }) => conflict === undefined);
  // A creation that is killed before its reply is found again by this entry.
  for (const { action, thing } of wanted)
    if (action === 'create') record.put(thing, { id: null, made: true, secrets: {} });
  await record.save();

  const outcomes = new Map<Step, Outcome>(steps.map((step) => [step, { step, status: 'pending' }]));
  let isOver = false;
  let fault: unknown;
  const settle = (outcome: Outcome) => {
    outcomes.set(outcome.step, outcome);
    applying.reported(outcome);
  };
  for (const step of steps) {
    if (step.conflict !== undefined) settle({ step, status: 'failed', error: new CheckFailedError(step.conflict) });
  }
  for (const chains of inPhases(wanted)) {
    await Promise.all(
      chains.map((chain) =>
        turn(async () => {
          for (const step of chain) {
            if (isOver || signal.aborted) return;
            const outcome = await carriedOut(step, things.get(keyOf(step.thing)), applying);
            settle(outcome);
            isOver ||= outcome.error !== undefined && stopsAll(outcome.error);
            // Nothing more is written that the record could not hold; other chains end before the error is thrown.
            await record.save().catch((error: unknown) => {
              isOver = true;
              fault ??= error;
            });
          }
        }),
      ),
    );
  }
  if (fault !== undefined) throw fault;
  return [...outcomes.values()];
}

async function carriedOut(
  step: Step,
  existing: Existing | undefined,
  { record, secretOf }: Applying,
): Promise<Outcome> {
  try {
    const now = await step.again();
    if (now === undefined) {
      if (step.action === 'delete') record.remove(step.thing);
      else if (existing) adopt(existing, record);
      return { step, status: 'unchanged' };
    }
    if (!isSame(step, now)) {
      throw new CheckFailedError('It changed after it was compared.', { hint: 'Run svc apply again.' });
    }
    const values: SecretValues = Object.fromEntries(step.secrets.map((use) => [use.attribute, secretOf(use)]));
    const { id, note } = await now.send(values, (created) => record.put(step.thing, { id: created, made: true }));
    if (step.action === 'delete') record.remove(step.thing);
    else {
      if (existing) adopt(existing, record);
      const entry = record.find(step.thing);
      record.put(step.thing, {
        id: id ?? existing?.id ?? null,
        made: step.action === 'create' || entry?.made === true,
        secrets: { ...entry?.secrets, ...versionsOf(step.secrets) },
        ...(step.digest === undefined ? {} : { digest: step.digest }),
      });
    }
    return { step, status: 'done', note };
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    // A rejected creation left nothing; without a reply it may have succeeded.
    if (step.action === 'create' && error.status !== undefined && record.find(step.thing)?.id === null)
      record.remove(step.thing);
    return { step, status: 'failed', error };
  }
}

/** Records a declared thing that exists. What a killed creation made is made by an apply. */
function adopt({ id, secrets, thing }: Existing, record: SiteRecord): void {
  const entry = record.find(thing);
  record.put(thing, {
    id: id ?? entry?.id ?? null,
    made: entry?.made ?? false,
    secrets: { ...secrets, ...entry?.secrets },
  });
}

/** The steps of each phase: those of one workspace or kind in one chain, which keeps their order. */
function inPhases(steps: readonly Step[]): Step[][][] {
  const numbers = [...new Set(steps.map(({ phase }) => phase))].sort((a, b) => a - b);
  return numbers.map((number) => {
    const chains = new Map<string, Step[]>();
    for (const step of steps.filter(({ phase }) => phase === number)) {
      const key = JSON.stringify([step.kind, step.workspace]);
      chains.set(key, [...(chains.get(key) ?? []), step]);
    }
    return [...chains.values()];
  });
}

const keyOf = (thing: object) => JSON.stringify(thing);

/** A change as it is written for programs. */
export function changeOf({ action, changes, kind, name, warnings, workspace }: Step): Change {
  return { action, kind, workspace, name, changes, warnings };
}
