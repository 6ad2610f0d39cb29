import { CheckFailedError, isAccepted, SomeFailedError, SvcError, stopsAll } from '../../base/errors.ts';
import { Secret, type SecretUse, type Step } from './change.ts';
import { stateOf } from './entry.ts';
import type { Plan, Reading } from './kind.ts';
import type { SecretStates, SiteRecord } from './record.ts';

export interface Outcome {
  step: Step;
  status: 'done' | 'unchanged' | 'failed' | 'pending';
  error?: SvcError | undefined;
  note?: string | undefined;
  id?: string | undefined;
}

export interface Applying extends Pick<Reading, 'record' | 'turn'> {
  signal: AbortSignal;
  now(): Date;
  /** Returns the value of a secret, which was read before the first write. */
  secretOf(use: SecretUse): string;
  reported(outcome: Outcome): void;
}

/** Carries out a plan phase by phase; the changes of one workspace are made in order. After a failure the other changes continue, unless no request can succeed. */
export async function applyPlan({ existing, steps, vanished }: Plan, applying: Applying): Promise<Outcome[]> {
  const { record, signal, turn } = applying;
  for (const each of vanished) record.set(each, each.id, undefined);
  for (const each of existing) adopt(each, record);
  await record.save();

  const outcomes = new Map<Step, Outcome>(steps.map((step) => [step, { step, status: 'pending' }]));
  let isOver = false;
  let fault: unknown;
  const doing = async (step: Step, act: () => Promise<Outcome | undefined>) => {
    const outcome = await act().catch((error: unknown): Outcome => {
      if (error instanceof SvcError) return { step, status: 'failed', error };
      throw error;
    });
    if (outcome === undefined) return;
    outcomes.set(step, outcome);
    applying.reported(outcome);
    if (outcome.status === 'failed') step.renew?.();
    isOver ||= outcome.error !== undefined && stopsAll(outcome.error);
    // Write nothing more if the record cannot be saved. Stop the other chains before the error is thrown.
    await record.save().catch((error: unknown) => {
      [isOver, fault] = [true, fault ?? error];
    });
  };
  const carryOut = async (chain: readonly Step[]) => {
    chain[0]?.renew?.();
    const last = chain.findLast(({ action }) => action === 'create');
    const created: Outcome[] = [];
    for (const step of chain) {
      if (isOver || signal.aborted) return;
      const isReady = !step.needs || isAsDeclared(outcomes.get(step.needs));
      if (isReady) await doing(step, () => carriedOut(step, applying));
      const outcome = outcomes.get(step);
      if (step.action === 'create' && outcome?.status === 'done') created.push(outcome);
      if (step !== last || created.length === 0) continue;
      step.renew?.();
      for (const each of created) await doing(each.step, () => withdrawn(each.step, each.id ?? '', applying));
    }
    chain[0]?.renew?.();
  };
  const stopped = steps.filter(({ conflict }) => conflict !== undefined);
  for (const step of stopped) await doing(step, () => carriedOut(step, applying));
  const executable = steps.filter(({ conflict }) => conflict === undefined);
  for (const chains of inPhases(executable)) await Promise.all(chains.map((chain) => turn(() => carryOut(chain))));
  if (fault !== undefined) throw fault;
  return [...outcomes.values()];
}

/** Returns whether a change was made exactly as declared. A configuration that was saved disabled is not. */
function isAsDeclared(outcome: Outcome | undefined): boolean {
  return outcome?.note === undefined && (outcome?.status === 'done' || outcome?.status === 'unchanged');
}

/** Groups steps by phase. In each phase, the steps of one workspace and kind form a chain that keeps their order. */
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

/**
 * Carries out a step: compares again with the live state, writes, and records the result.
 * @throws {SvcError} if it failed
 */
async function carriedOut(step: Step, { now, record, secretOf, signal }: Applying): Promise<Outcome> {
  const { action, digest, id = null, replaces = null, secrets, thing } = step;
  const before = [id, null, replaces].map((each) => [each, record.find(thing, each)] as const);
  const recorded = record.find(thing, id);
  let isBegun = false;
  try {
    const current = await step.recheck();
    if (current === undefined) return unchanged(step, record);
    if (current.seen !== step.seen)
      throw new CheckFailedError('It changed after it was compared.', { hint: 'To see what differs now: svc diff' });
    const values = Object.fromEntries(secrets.map((use) => [use.attribute, secretOf(use)]));
    const unknown = statesOf(secrets, () => ({ state: 'unknown' }));
    if (action === 'create') record.put(thing, null, { begun: now().toISOString(), secrets: unknown });
    else if (secrets.length > 0 || digest !== undefined)
      record.put(thing, id, { secrets: { ...recorded?.secrets, ...unknown }, digest: undefined });
    if (replaces !== null) record.put(thing, replaces, { replaced: true });
    await record.save();
    const confirmed = (id: string, sent: readonly SecretUse[]) => {
      record.set(thing, null, undefined);
      record.put(thing, id, { made: true, secrets: { ...unknown, ...statesOf(sent, stateOf) }, digest });
    };
    isBegun = true;
    const { id: written = id, note } = await current.send(values, confirmed);
    if (action === 'delete') unchanged(step, record);
    else if (action === 'create' && written !== null) confirmed(written, secrets);
    else record.put(thing, written, { secrets: { ...recorded?.secrets, ...statesOf(secrets, stateOf) }, digest });
    return { step, status: 'done', note, id: written ?? undefined };
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    if (isUnmade(error) && (action !== 'create' || record.find(thing, null)))
      for (const [each, entry] of before) record.set(thing, each, entry);
    const isLost = isBegun && !isUnmade(error) && (error.status === undefined || isAccepted(error)) && !signal.aborted;
    if (!isLost) throw error;
    step.renew?.();
    const remaining = await step.recheck();
    if (remaining === undefined && secrets.length === 0) return unchanged(step, record);
    const isUnknown = remaining?.conflict === undefined && remaining?.changes.every(({ to }) => to instanceof Secret);
    const what = isUnknown === false ? 'it is not as declared' : 'whether it has its secrets is not known';
    // The service responded to the look-up, so the other steps can continue.
    throw new SomeFailedError(`${error.message} Looked up again: ${what}.`, error);
  }
}

/** Returns the outcome of a step that is already done. Removes a deleted thing from the record, and an unconfirmed creation of its name. */
function unchanged(step: Step, record: SiteRecord): Outcome {
  const { action, id = null, thing } = step;
  for (const each of action === 'delete' ? [id, null] : []) record.set(thing, each, undefined);
  return { step, status: 'unchanged' };
}

function statesOf(uses: readonly SecretUse[], of: (use: SecretUse) => SecretStates[string]): SecretStates {
  return Object.fromEntries(uses.map((use) => [use.attribute, of(use)]));
}

/** Deletes the thing that this step created if another apply created an equal one; undefined otherwise. @throws {CheckFailedError} as `withdraw` does */
async function withdrawn(step: Step, ownId: string, { record }: Applying): Promise<Outcome | undefined> {
  const { thing } = step;
  const other = await step.withdraw?.(ownId);
  if (other === undefined) return undefined;
  record.set(thing, ownId, undefined);
  record.put(thing, other, {});
  return { step, status: 'done', note: `as ${other} of another apply; the duplicate ${ownId} was deleted` };
}

/** Returns whether a failed creation certainly created nothing, because it was rejected or not sent. */
function isUnmade({ code, sent, status = 0 }: SvcError): boolean {
  const isRejected = status >= 400 && status < 500 && status !== 408;
  return sent === false || isRejected || code === 'usage';
}

/** Records a declared thing that already exists. An apply made it only if the id was in the reply to a creation. */
function adopt({ id, secrets, thing }: Plan['existing'][number], record: SiteRecord): void {
  const entry = record.find(thing, id);
  const { begun } = entry ?? record.find(thing, null) ?? {};
  record.put(thing, id, { begun, replaced: undefined, secrets: { ...entry?.secrets, ...secrets } });
  if (id !== null) record.set(thing, null, undefined);
}
