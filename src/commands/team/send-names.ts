import type { teamMembers } from '../../api/contract/platform/team-members.ts';
import {
  AuthError,
  cancellation,
  DryRun,
  detailOf,
  RejectedError,
  type ServerProblem,
  SvcError,
  type UnsentRequest,
} from '../../base/errors.ts';
import { type BatchNames, inBatch } from '../../cli/batch.ts';
import type { Context } from '../../cli/context.ts';
import { countedNames } from './names.ts';

/** An operation on the members of a team: add or remove, users or memberships. */
export interface MemberChange {
  endpoint: (typeof teamMembers)[keyof typeof teamMembers];
  type: 'users' | 'organization-memberships';
  direction: 'to' | 'from';
  /** The ids of the names; a name that is missing here is itself an id. */
  ids?: ReadonlyMap<string, string>;
}

/** The result of a change. It does not repeat the changed and the failed names. */
export interface Sent {
  /** The number of names that needed no change. */
  unchanged: number;
  /** The error that stopped the change before all names were sent, and that concerns no single name. */
  stopped?: unknown;
  /** Unsent requests of a dry run. */
  requests: UnsentRequest[];
}

/** The statuses of a rejected request of which a part may be valid (413: it is too large). */
const rejections = [400, 413, 422];

/**
 * Sends names in requests of `batch`. If a request is rejected, removes the names that the server points at and sends the others. If the
 * server points at none, halves the request until each rejected name is alone. A name that was changed is never sent again.
 */
export async function sendNames(
  { done, failures, names }: BatchNames,
  team_id: string,
  { direction, endpoint, ids = new Map(), type }: MemberChange,
  batch: number,
  { host: { signal }, platform, progress }: Pick<Context, 'host' | 'platform' | 'progress'>,
): Promise<Sent> {
  const sent: Sent = { unchanged: 0, requests: [] };
  const byEmail = `For e-mail addresses: svc team ${direction === 'to' ? 'add' : 'remove'}-membership`;
  const hint = type === 'users' && names.some((name) => name.includes('@')) ? byEmail : undefined;
  const doing = `${direction === 'to' ? 'Adding' : 'Removing'} ${countedNames(names.length, type)}`;
  const spinner = progress(doing);
  const send = async (some: readonly string[]): Promise<void> => {
    if (some.length === 0) return;
    const data = some.map((name) => ({ type, id: ids.get(name) ?? name }));
    const rejected = await platform(endpoint as typeof teamMembers.addUsers, { team_id, body: { data } }).then(
      () => undefined,
      (error: unknown) => rejectedIn(some, error),
    );
    for (const [name, problem] of rejected ?? []) {
      if (!isUnchanged(problem, direction)) {
        failures.set(name, new RejectedError(problem.detail ?? problem.title ?? 'rejected', { hint }));
        continue;
      }
      sent.unchanged += 1;
      done.add(name);
    }
    if (rejected === undefined) for (const name of some) done.add(name);
    spinner.update(`${doing}: ${done.size + failures.size} done`);
    if (rejected === undefined) return;
    const rest = some.filter((name) => !rejected.has(name));
    const middle = rejected.size > 0 ? rest.length : rest.length >> 1;
    await send(rest.slice(0, middle));
    await send(rest.slice(middle));
  };
  const failed = (_: unknown, error: unknown) => {
    if (error instanceof DryRun) sent.requests.push(error.request);
    else sent.stopped = withoutToken(error);
    return sent.stopped !== undefined;
  };
  const remaining = names.filter((name) => !failures.has(name));
  const starts = remaining.map((_, index) => index).filter((index) => index % batch === 0);
  const batches = starts.map((start) => remaining.slice(start, start + batch));
  await inBatch(batches, send, { jobs: 1, signal, failed }).finally(() => spinner.stop());
  if (signal.aborted) sent.stopped ??= cancellation(signal);
  return sent;
}

/**
 * Changes the hint of the rejection to remove the last owner: the usual hint suggests another token, which could not do it either.
 * Returns any other error unchanged.
 */
function withoutToken(error: unknown): unknown {
  if (!(error instanceof AuthError && /last owner/i.test(detailOf(error)))) return error;
  const hint = 'Add another owner first, with svc team add-user.';
  return new AuthError('The service rejected the removal.', { ...error, hint });
}

/** Returns the names that the server points at in its rejection; none if it points at no name. @throws any error that is not about names */
function rejectedIn(names: readonly string[], error: unknown): Map<string, ServerProblem> {
  if (!(error instanceof SvcError && rejections.includes(error.status ?? 0))) throw error;
  const rejected = new Map<string, ServerProblem>();
  if (names.length === 1) return rejected.set(names[0]!, error.errors[0] ?? { detail: error.message });
  for (const problem of error.errors) {
    const name = names[Number(/^\/data\/(\d+)(?:\/|$)/.exec(problem.pointer ?? '')?.[1])];
    if (name === undefined) return new Map();
    rejected.set(name, rejected.get(name) ?? problem);
  }
  return rejected;
}

/** Returns whether the server rejects a name because it needs no change (docs/protocol/teams.md#membership-writes). */
function isUnchanged({ detail = '', title = '' }: ServerProblem, direction: 'to' | 'from'): boolean {
  const text = `${title} ${detail}`;
  if (direction === 'to') return /^(?:(?!\balready\b).)*\balready\b.*\b(member|team)\b/is.test(text);
  return (
    /\bnot (an? |in |on )?(the )?(team|member)\b/i.test(text) && !/\bof (the |this )?organi[sz]ation\b/i.test(text)
  );
}
