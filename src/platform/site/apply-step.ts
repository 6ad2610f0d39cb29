import { CheckFailedError, isAccepted, LocalError, SomeFailedError, SvcError, UsageError } from '../../base/errors.ts';
import { isSame, type SecretUse, type SecretValues, type Step } from './change.ts';
import type { Existing } from './kind.ts';
import type { SiteRecord } from './record.ts';
import { unconfirmed, versionsOf } from './secret-uses.ts';

/** What happened to a change. */
export interface Outcome {
  step: Step;
  status: 'done' | 'unchanged' | 'failed' | 'pending';
  error?: SvcError | undefined;
  note?: string | undefined;
}

/** What every step needs to be carried out. */
export interface StepContext {
  record: SiteRecord;
  signal: AbortSignal;
  now(): Date;
  /** The value of a secret, read before the first write. */
  secretOf(use: SecretUse): string;
}

/** Carries out one step: compares again, writes, and puts what was done into the record. @throws {SvcError} if it failed */
export async function carriedOut(step: Step, { now, record, secretOf, signal }: StepContext): Promise<Outcome> {
  const { action, digest, replaces, secrets, thing } = step;
  const unchanged = (): Outcome => {
    if (action === 'delete') record.remove(thing, step.id);
    return { step, status: 'unchanged' };
  };
  const before = record.find(thing);
  let isBegun = false;
  try {
    const current = await step.again();
    if (current === undefined) return unchanged();
    if (!isSame(step, current)) {
      throw new CheckFailedError('It changed after it was compared.', { hint: 'To see what differs now: svc diff' });
    }
    const values: SecretValues = Object.fromEntries(secrets.map((use) => [use.attribute, secretOf(use)]));
    // Until the reply, no version is known to be the last one.
    const sending = Object.fromEntries(secrets.map(({ attribute }) => [attribute, unconfirmed]));
    if (action === 'create') {
      const waiting = replaces === undefined ? before?.waiting : [...(before?.waiting ?? []), replaces];
      record.put(thing, { id: null, made: false, begun: now().toISOString(), waiting, secrets: {} });
    } else if (secrets.length > 0) record.put(thing, { secrets: { ...before?.secrets, ...sending } });
    await record.save();
    const confirmed = (id: string, sent: readonly SecretUse[]) =>
      record.put(thing, { id, made: true, begun: undefined, secrets: versionsOf(sent) });
    isBegun = true;
    const { id, note } = await current.send(values, confirmed);
    if (action === 'delete') record.remove(thing, step.id);
    else if (action === 'create' && id !== undefined) confirmed(id, secrets);
    else record.put(thing, { id: id ?? before?.id ?? null, secrets: { ...before?.secrets, ...versionsOf(secrets) } });
    if (digest !== undefined) record.put(thing, { digest });
    return { step, status: 'done', note };
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    if (isUnmade(error) && (action === 'update' || record.find(thing)?.id === null)) record.restore(thing, before);
    const isLost = isBegun && !isUnmade(error) && (error.status === undefined || isAccepted(error)) && !signal.aborted;
    if (!isLost) throw error;
    step.renew?.();
    if ((await step.again()) === undefined) return unchanged();
    // The service answers, so the other steps go on.
    throw new SomeFailedError(`${error.message} Looked up again: it is not as declared.`, error);
  }
}

/** Withdraws a created thing that another apply created, too; undefined if it is alone. @throws {CheckFailedError} as `withdraw` does */
export async function withdrawn(step: Step, { record }: StepContext): Promise<Outcome | undefined> {
  const { thing } = step;
  const own = record.find(thing)?.id ?? '';
  const other = await step.withdraw?.(own);
  if (other === undefined) return undefined;
  record.put(thing, { id: other, made: false, secrets: {} });
  return { step, status: 'done', note: `as ${other} of another apply; the duplicate ${own} was deleted` };
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
