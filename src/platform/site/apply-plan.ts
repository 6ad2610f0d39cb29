import { SvcError, stopsAll } from '../../base/errors.ts';
import { adopt, carriedOut, type Outcome, type StepContext, withdrawn } from './apply-step.ts';
import type { Step } from './change.ts';
import type { Plan, Reading } from './kind.ts';

export interface Applying extends StepContext, Pick<Reading, 'turn'> {
  /** Called after each change. */
  reported(outcome: Outcome): void;
}

/**
 * Carries out a plan: phase by phase, in each workspace one change after the other. What is done is in the record before the next
 * write. A failure leaves the rest to go on, unless no other request can succeed.
 */
export async function applyPlan({ existing, steps }: Plan, applying: Applying): Promise<Outcome[]> {
  const { record, signal, turn } = applying;
  for (const each of existing) adopt(each, record);
  await record.save();

  const outcomes = new Map<Step, Outcome>(steps.map((step) => [step, { step, status: 'pending' }]));
  let isOver = false;
  let fault: unknown;
  const doing = async (step: Step, act: () => Promise<Outcome | undefined>) => {
    const outcome = await act().catch((error: unknown): Outcome => {
      if (!(error instanceof SvcError)) throw error;
      return { step, status: 'failed', error };
    });
    if (outcome === undefined) return;
    outcomes.set(step, outcome);
    applying.reported(outcome);
    if (outcome.status === 'failed') step.renew?.();
    isOver ||= outcome.error !== undefined && stopsAll(outcome.error);
    // Nothing more is written that the record could not hold; other chains end before the error is thrown.
    await record.save().catch((error: unknown) => {
      isOver = true;
      fault ??= error;
    });
  };
  const carryOut = async (chain: readonly Step[]) => {
    chain[0]?.renew?.();
    const last = chain.findLast(({ action }) => action === 'create');
    const created: Step[] = [];
    for (const step of chain) {
      if (isOver || signal.aborted) return;
      const isReady = !step.needs || isAsDeclared(outcomes.get(step.needs));
      if (isReady) await doing(step, () => carriedOut(step, applying));
      if (step.action === 'create' && outcomes.get(step)?.status === 'done') created.push(step);
      if (step !== last || created.length === 0) continue;
      step.renew?.();
      for (const each of created) await doing(each, () => withdrawn(each, applying));
    }
    chain[0]?.renew?.();
  };
  const stopped = steps.filter(({ conflict }) => conflict !== undefined);
  for (const step of stopped) await doing(step, () => carriedOut(step, applying));
  const wanted = steps.filter(({ conflict }) => conflict === undefined);
  for (const chains of inPhases(wanted)) await Promise.all(chains.map((chain) => turn(() => carryOut(chain))));
  if (fault !== undefined) throw fault;
  return [...outcomes.values()];
}

/** Whether a change was made as it was declared, and not with a reservation, such as disabled. */
function isAsDeclared(outcome: Outcome | undefined): boolean {
  return outcome?.note === undefined && (outcome?.status === 'done' || outcome?.status === 'unchanged');
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
