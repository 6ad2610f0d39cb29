import { endpointUrl } from '../../api/client/endpoints.ts';
import { jsonApiMediaType } from '../../api/contract/dialect.ts';
import { ping } from '../../api/contract/platform/ping.ts';
import { byLine } from '../../base/document/document.ts';
import { AuthError, SvcError, unlessFailed } from '../../base/errors.ts';
import { createQueue } from '../../base/queue.ts';
import { joined } from '../../base/text.ts';
import { columnsOf, type View } from '../../base/view.ts';
import type { Context } from '../../cli/context.ts';
import { printable } from '../../cli/terminal/printable.ts';
import { type Change, changeOf } from '../../platform/site/change.ts';
import type { Plan, Reading } from '../../platform/site/kind.ts';
import { createLookups } from '../../platform/site/lookups.ts';
import { planOf } from '../../platform/site/plan.ts';
import { openRecord } from '../../platform/site/record.ts';
import { type SavedPlan, savedPlan } from '../../platform/site/saved-plan.ts';
import type { KnownEdition } from '../../platform/site/service.ts';
import type { DeclaredSite } from './documents.ts';
import type { PlanFlags } from './flags.ts';
import { planText } from './plan-text.ts';
import { secretsAtHand } from './secrets.ts';

export const changeView: View<Change> = {
  columns: columnsOf(
    'action kind workspace',
    { name: 'name', fit: 'whole' },
    { name: 'changes', of: ({ changes }) => changes.map(({ attribute }) => attribute).join(' ') },
    { name: 'warnings', of: ({ warnings }) => warnings.join(' '), fit: 'prose' },
  ),
};

export interface SitePlan extends Pick<Reading, 'record' | 'turn'> {
  plan: Plan;
  /** The changes to show: those of the steps, and secrets that are not sent. */
  changes: Change[];
  text: string;
  /** Returns the plan in the form of a file. It refers to the current record. */
  saved(): SavedPlan;
}

/** Opens the service and the record. Shows a progress message until its spinner is stopped. */
export function startReading(
  { organization, record: { path, ...owner } }: Pick<DeclaredSite, 'organization' | 'record'>,
  { jobs, message }: { jobs: number; message: string },
  context: Context,
) {
  const record = openRecord(path, owner);
  const { platform, platformList } = context;
  const service = { call: platform, list: platformList, edition: () => editionOf(context) };
  const lookups = createLookups(service, organization);
  return { lookups, organization, record, service, turn: createQueue(jobs), spinner: context.progress(message) };
}

export async function sitePlan(
  declared: DeclaredSite,
  { jobs, saveDisabled = false, ...flags }: PlanFlags & { saveDisabled?: boolean },
  context: Context,
): Promise<SitePlan> {
  const { host, output } = context;
  const { organization, paths, record: recorded, site, sources } = declared;
  const valueFrom = await secretsAtHand(site, context);
  const how = { jobs, message: 'Comparing the site with its documents' };
  const { spinner, ...reading } = startReading(declared, how, context);
  const { forget = [], prune = false, sendSecrets = false } = flags;
  const options = { ...reading, forget, now: host.now, prune, saveDisabled, sendSecrets, valueFrom };
  const plan = await planOf(site, options).finally(() => spinner.stop());
  for (const { at, text } of byLine(plan.warnings)) output.warn(printable(`${at}: ${text}`));
  // The text of the plan already has these notes; JSON output needs them on stderr.
  if (output.writesJson) for (const each of plan.unconfirmed) output.note(printable(each));
  const changes = [...plan.steps.map(changeOf), ...plan.unsent];
  const { address, path } = recorded;
  const made = { address, organization, flags: { file: paths, forget: flags.forget, prune, sendSecrets } };
  const saved = () => savedPlan(made, sources, path, plan.steps);
  return { ...reading, plan, changes, text: planText(changes, plan), saved };
}

/** Shows a plan without carrying it out. @throws {AuthError} as `requireAllSeen` does */
export async function showPlan({ changes, plan, text }: SitePlan, { output }: Pick<Context, 'output'>): Promise<void> {
  await output.list(changeView, changes, '', text);
  for (const note of plan.notes) output.note(printable(note));
  if (plan.readOnly) output.note(plan.readOnly.message);
  requireAllSeen(plan);
}

/** Rejects a plan that lacks workspaces. @throws {AuthError} naming the workspaces that the token cannot see */
export function requireAllSeen({ unseen }: Plan): void {
  const [error] = unseen.values();
  if (error === undefined) return;
  const names = joined([...unseen.keys()].sort());
  throw new AuthError(`You can't see the notifications of ${names} with this token.`, error);
}

/** Returns the edition of the platform, from headers (docs/protocol/lookups.md#ping). Undefined if no header names it. */
async function editionOf({ client, settings }: Pick<Context, 'client' | 'settings'>): Promise<KnownEdition> {
  const url = endpointUrl(settings.address().value, ping.show, {});
  const sending = { accept: jsonApiMediaType, audience: 'platform', purpose: 'Asking for the edition' } as const;
  const isAnswered = (error: unknown) => error instanceof SvcError && error.status !== undefined;
  const answer = await unlessFailed((await client()).send('GET', url, undefined, sending), isAnswered);
  const name = answer?.headers.get('tfp-appname') ?? '';
  if (/enterprise/i.test(name)) return 'self-hosted';
  return /\b(hcp|cloud)\b/i.test(name) ? 'hosted' : undefined;
}
