import { CheckFailedError, LocalError, SvcError, stopsAll, UsageError } from '../base/errors.ts';
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
  now(): Date;
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
  const changing = new Set(steps.map(({ action, thing }) => (action === 'delete' ? '' : keyOf(thing))));
  for (const each of existing) if (!changing.has(keyOf(each.thing))) adopt(each, record);
  const wanted = steps.filter(({ conflict }) => conflict === undefined);
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
            if (step.needs && !isAsDeclared(outcomes.get(step.needs))) continue;
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
  { now, record, secretOf }: Applying,
): Promise<Outcome> {
  const { action, digest, replaces, secrets, thing } = step;
  const before = record.find(thing);
  try {
    const current = await step.again();
    if (current === undefined) {
      if (action === 'delete') record.remove(thing, step.id);
      else if (existing) adopt(existing, record);
      return { step, status: 'unchanged' };
    }
    if (!isSame(step, current)) {
      throw new CheckFailedError('It changed after it was compared.', { hint: 'Run svc apply again.' });
    }
    const values: SecretValues = Object.fromEntries(secrets.map((use) => [use.attribute, secretOf(use)]));
    if (action === 'create') {
      const waiting = replaces === undefined ? before?.waiting : [...(before?.waiting ?? []), replaces];
      record.put(thing, { id: null, made: false, begun: now().toISOString(), waiting, secrets: {} });
      await record.save();
    } else if (existing) adopt(existing, record);
    const confirmed = (id: string, sent: readonly SecretUse[]) =>
      record.put(thing, { id, made: true, begun: undefined, secrets: versionsOf(sent) });
    const { id, note } = await current.send(values, confirmed);
    if (action === 'delete') record.remove(thing, step.id);
    else if (action === 'create' && id !== undefined) confirmed(id, secrets);
    else {
      const sent = { ...record.find(thing)?.secrets, ...versionsOf(secrets) };
      record.put(thing, { id: id ?? existing?.id ?? null, secrets: sent });
    }
    if (digest !== undefined) record.put(thing, { digest });
    return { step, status: 'done', note };
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    if (action === 'create' && record.find(thing)?.id === null && isUnmade(error)) {
      if (before === undefined) record.remove(thing);
      else record.put(thing, { begun: undefined, waiting: undefined, ...before });
    }
    return { step, status: 'failed', error };
  }
}

/** Whether a change was made as it was declared, and not with a reservation, such as disabled. */
function isAsDeclared(outcome: Outcome | undefined): boolean {
  return outcome?.note === undefined && (outcome?.status === 'done' || outcome?.status === 'unchanged');
}

/** Whether a creation that failed left nothing: it was rejected, or not sent. Without a reply it may have succeeded. */
function isUnmade(error: SvcError): boolean {
  const { sent, status = 0 } = error;
  return (
    sent === false ||
    (status >= 400 && status < 500 && status !== 408) ||
    error instanceof UsageError ||
    error instanceof LocalError
  );
}

/** Records a declared thing that exists: made by an apply only if it has the id of the reply. */
function adopt({ id, thing }: Existing, record: SiteRecord): void {
  const entry = record.find(thing);
  const waiting = entry?.waiting?.filter((each) => each !== id);
  const isOther = id !== null && ((entry?.id ?? id) !== id || waiting?.length !== entry?.waiting?.length);
  const unknown = isOther ? { made: false, begun: undefined, secrets: {} } : {};
  record.put(thing, { ...unknown, id: id ?? entry?.id ?? null, waiting: waiting?.length ? waiting : undefined });
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
