import type { Endpoint } from '../api/contract/endpoint.ts';
import { organizations } from '../api/contract/platform/organizations.ts';
import { teams } from '../api/contract/platform/teams.ts';
import { workspaces } from '../api/contract/platform/workspaces.ts';
import { NotFoundError, SvcError } from '../base/errors.ts';
import { didYouMean } from '../base/nearest.ts';
import type { Context, Mistyped, Platform } from './context.ts';

/** assumed: the lookups of public services. An error of a service that lacks them is ignored (docs/protocol/lookups.md#suggestions). */
const lists = { organization: organizations.list, workspace: workspaces.list, team: teams.list } as const;

const longestMs = 2_000;

/**
 * Suggests a name for a mistyped one, on a terminal only. Sends one request, without a retry, for the first hundred names; none in a
 * dry run or with `--retries 0`.
 */
export async function suggestion(
  { kind, name, organization }: Mistyped,
  {
    call,
    dryRun,
    host,
    output,
    settings,
  }: Pick<Context, 'dryRun' | 'host' | 'output' | 'settings'> & { call: Platform },
): Promise<string | undefined> {
  if (!host.stderr.isTTY || output.writesJson || dryRun || settings.lookup('retries')?.value === 0) return undefined;
  const signal = AbortSignal.timeout(longestMs);
  const input = { organization_name: organization, query: { 'page[size]': 100 } };
  try {
    const { data } = await call(lists[kind], input, { redirects: 0, retries: 0, signal });
    const names = data.map((row) => row.attributes.name ?? row.id);
    return names.includes(name) ? undefined : didYouMean(name, names);
  } catch (error) {
    if (error instanceof NotFoundError && kind !== 'organization') {
      return `Is ${organization} the right organization? svc organization list`;
    }
    if (error instanceof SvcError || signal.aborted) return undefined;
    throw error;
  }
}

/** Adds a suggestion to the error of a call, if the error is a 404 for a typed name. */
export async function withSuggestion(
  error: unknown,
  { path }: Endpoint,
  input: Readonly<Record<string, unknown>>,
  suggest: Context['suggest'],
): Promise<unknown> {
  if (!(error instanceof NotFoundError) || error.status !== 404) return error;
  const { name, organization_name: organization } = input;
  if (!path.startsWith('/organizations/:organization_name') || typeof organization !== 'string') return error;
  const mistyped: Mistyped =
    path === workspaces.show.path
      ? { kind: 'workspace', name: String(name), organization }
      : { kind: 'organization', name: organization, organization };
  const near = await suggest(mistyped);
  const hint =
    near ??
    error.hint ??
    (mistyped.kind === 'workspace' ? 'To list those that you can see: svc workspace list' : undefined);
  // The list could be read, so the service has this lookup.
  const message = near?.startsWith('Did') ? error.message.replace(/( with this token\.) .*/, '$1') : error.message;
  return new NotFoundError(message, { ...error, hint });
}
