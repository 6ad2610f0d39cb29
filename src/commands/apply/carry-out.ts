import { CheckFailedError, cancellation, UsageError } from '../../base/errors.ts';
import { counted, joined } from '../../base/text.ts';
import type { View } from '../../base/view.ts';
import { failureOf, hiddenText } from '../../cli/batch.ts';
import type { Context } from '../../cli/context.ts';
import { type FailureFields, failureFields } from '../../cli/terminal/failure.ts';
import { printable } from '../../cli/terminal/printable.ts';
import type { Outcome } from '../../platform/site/apply-plan.ts';
import { type Change, changeOf, type SecretUse } from '../../platform/site/change.ts';
import type { Plan } from '../../platform/site/kind.ts';
import { changeView, requireAllSeen, type SitePlan } from '../site/plan.ts';
import { titleOf } from '../site/plan-text.ts';
import { secretOf } from '../site/secrets.ts';

type Applied = Change & { status: Outcome['status']; error?: FailureFields };

const appliedView: View<Applied> = {
  columns: [...changeView.columns.slice(0, 4), { name: 'status', of: ({ status }) => status }],
};

export type Limits = { maxDeletions?: number | undefined; pruneAll?: boolean | undefined };

/** Asks for confirmation, carries out the plan, and reports the result. @throws {SvcError} if a change failed */
export async function carryOut(site: SitePlan, limits: Limits, context: Context): Promise<void> {
  const { ask, host, output, secrets, settings } = context;
  const { plan, record, text, turn } = site;
  const { applyPlan } = await import('../../platform/site/apply-plan.ts');
  const executable = plan.steps.filter(({ conflict }) => conflict === undefined);
  if (plan.steps.length > 0) await output.difference(text.trimEnd());
  requireAllSeen(plan);
  if (plan.readOnly) throw plan.readOnly;
  requireWithin(limits, plan);
  const values = new Map<SecretUse['source'], string>();
  for (const use of executable.flatMap((step) => step.secrets)) {
    if (!values.has(use.source)) values.set(use.source, await secretOf(use, context));
  }
  if (executable.length > 0) await ask.consent(`Make these changes at ${settings.address().value.host}?`);
  const secretFor = ({ source }: SecretUse) => values.get(source) ?? '';
  const reported = (outcome: Outcome) => report(outcome, output);
  const how = { record, signal: host.signal, now: host.now, turn, secretOf: secretFor, reported };
  const outcomes = await applyPlan(plan, how);
  const rows = outcomes.map(({ error, status, step }): Applied => {
    return { ...changeOf(step), status, ...(error === undefined ? {} : { error: failureFields(error, secrets) }) };
  });
  const done = outcomes.filter(({ status }) => status === 'done' || status === 'unchanged').length;
  const summary = `Applied ${done} of ${counted(rows.length, 'change')}.\n`;
  await output.list(appliedView, rows, '', rows.length === 0 ? text : summary);
  if (host.signal.aborted) throw cancellation(host.signal);
  throwFailures(outcomes, done);
}

function requireWithin({ maxDeletions, pruneAll }: Limits, { losses, steps }: Plan): void {
  const deletions = steps.reduce((sum, step) => sum + step.deletions, 0);
  const isTeam = steps.some(({ action, deletions: count }) => action !== 'delete' && count > 0);
  const what = isTeam
    ? counted(deletions, 'resource or member', 'resources or members')
    : counted(deletions, 'resource');
  const most = `more than --max-deletions ${maxDeletions}. Nothing was changed.`;
  if (deletions > (maxDeletions ?? deletions)) throw new CheckFailedError(`The plan deletes ${what}, ${most}`);
  const hint = 'If that is meant: --prune-all';
  if (losses.length > 0 && !pruneAll)
    throw new UsageError(`The plan deletes ${printable(joined(losses))}. Nothing was changed.`, { hint });
}

function report({ error, note, status, step }: Outcome, output: Context['output']): void {
  const title = titleOf(step);
  if (status === 'failed') output.warn(`Failed to ${title}: ${printable(error?.message ?? '')}`);
  else output.note(`${status === 'done' ? 'Done' : 'Already done'}: ${title}${note ? `, ${note}` : ''}.`);
}

function throwFailures(outcomes: readonly Outcome[], done: number): void {
  const failures = outcomes.flatMap(({ error, step }) => (error ? [[titleOf(step), error] as const] : []));
  const [first] = failures;
  if (first === undefined) return;
  // A failed verification has an exit code of its own, which applies only if nothing else failed.
  const [, failure] = failures.find(([, error]) => !(error instanceof CheckFailedError)) ?? first;
  const untried = outcomes.length - done - failures.length;
  const rest = `${done > 0 ? `, ${done} done` : ''}${untried > 0 ? `, ${untried} not tried` : ''}`;
  const message = `${failures.length} of ${counted(outcomes.length, 'change')} failed${rest}.`;
  const hint = (hidden: number) => `${hiddenText(hidden)}Fix the cause, and run the same command again to finish.`;
  throw failureOf(message, failures, hint, failure);
}
