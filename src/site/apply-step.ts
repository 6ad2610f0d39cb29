import { CheckFailedError, LocalError, SomeFailedError, SvcError, UsageError } from '../base/errors.ts';
import { joined } from '../base/text.ts';
import { isSame, type SecretUse, type SecretValues, type Step } from './change.ts';
import type { Existing } from './plan.ts';
import type { SiteRecord } from './record.ts';
import { unconfirmed, versionsOf } from './secret-uses.ts';

/** What happened to a change. */
export interface Outcome {
  step: Step;
  status: 'done' | 'unchanged' | 'failed' | 'pending';
  error?: SvcError | undefined;
  note?: string | undefined;
}

/** What a step needs to be carried out. */
export interface Taking {
  record: SiteRecord;
  signal: AbortSignal;
  now(): Date;
  /** The value of a secret, read before the first write. */
  secretOf(use: SecretUse): string;
}

/** Carries out one step: compares again, writes, and puts what was done into the record. */
export async function take(step: Step, existing: Existing | undefined, taking: Taking): Promise<Outcome> {
  const { now, record, secretOf } = taking;
  const { action, digest, replaces, secrets, thing } = step;
  const before = record.find(thing);
  let isBegun = false;
  try {
    const current = await step.again();
    if (current === undefined) return unchanged(step, existing, record);
    if (!isSame(step, current)) {
      throw new CheckFailedError('It changed after it was compared.', { hint: 'To see what differs now: svc diff' });
    }
    const values: SecretValues = Object.fromEntries(secrets.map((use) => [use.attribute, secretOf(use)]));
    if (action === 'create') {
      const waiting = replaces === undefined ? before?.waiting : [...(before?.waiting ?? []), replaces];
      record.put(thing, { id: null, made: false, begun: now().toISOString(), waiting, secrets: {} });
      await record.save();
    } else if (existing) {
      adopt(existing, record);
      // Until the reply, no version is known to be the last one.
      const sending = secrets.map(({ attribute }) => [attribute, unconfirmed] as const);
      record.put(thing, { secrets: { ...record.find(thing)?.secrets, ...Object.fromEntries(sending) } });
      if (secrets.length > 0) await record.save();
    }
    const confirmed = (id: string, sent: readonly SecretUse[]) =>
      record.put(thing, { id, made: true, begun: undefined, secrets: versionsOf(sent) });
    isBegun = true;
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
    if (isUnmade(error) && (action === 'update' || record.find(thing)?.id === null)) {
      if (before !== undefined) record.put(thing, { begun: undefined, waiting: undefined, ...before });
      else if (action === 'create') record.remove(thing);
      else record.put(thing, { secrets: {} });
    }
    const isLost = isBegun && !isUnmade(error) && error.status === undefined && !taking.signal.aborted;
    return isLost ? lookedUp(step, existing, record, error) : { step, status: 'failed', error };
  }
}

/** The outcome of a step that has nothing left to do. */
function unchanged(step: Step, existing: Existing | undefined, record: SiteRecord): Outcome {
  if (step.action === 'delete') record.remove(step.thing, step.id);
  else if (existing) adopt(existing, record);
  return { step, status: 'unchanged' };
}

/** The outcome of a write without a reply, from what is live. If it is not done, the others go on, since the service answers. */
async function lookedUp(
  step: Step,
  existing: Existing | undefined,
  record: SiteRecord,
  lost: SvcError,
): Promise<Outcome> {
  try {
    step.renew?.();
    const left = await step.again();
    if (left === undefined) return unchanged(step, existing, record);
    const message = `${lost.message} Looked up again: it is not as declared.`;
    return { step, status: 'failed', error: new SomeFailedError(message, lost) };
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    return { step, status: 'failed', error };
  }
}

/** Deletes a created thing if an equal one was created before it, by another apply at the same time; undefined if it is alone. */
export async function settleDouble(step: Step, { record }: Taking): Promise<Outcome | undefined> {
  const { thing } = step;
  const id = record.find(thing)?.id;
  try {
    const double = await step.double?.(id ?? '');
    if (double === undefined) return undefined;
    const others = joined(double.ids.filter((each) => each !== id));
    if (double.removeOwn === undefined) {
      const text = `${others} has the same ${thing.kind === 'oauth-client' ? 'identity' : 'name'} as ${id}, which this apply created.`;
      return {
        step,
        status: 'failed',
        error: new CheckFailedError(text, { hint: 'To see which to delete: svc diff' }),
      };
    }
    await double.removeOwn();
    record.put(thing, { id: others, made: false, secrets: {} });
    return { step, status: 'done', note: `by another apply as ${others}; its double ${id} is deleted again` };
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    return { step, status: 'failed', error };
  }
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
export function adopt({ id, thing }: Existing, record: SiteRecord): void {
  const entry = record.find(thing);
  const waiting = entry?.waiting?.filter((each) => each !== id);
  const isOther = id !== null && ((entry?.id ?? id) !== id || waiting?.length !== entry?.waiting?.length);
  const unknown = isOther ? { made: false, begun: undefined, secrets: {} } : {};
  record.put(thing, { ...unknown, id: id ?? entry?.id ?? null, waiting: waiting?.length ? waiting : undefined });
}
