import type { Query, ReplyOf } from '../../api/contract/endpoint.ts';
import { type AgentPool, agentPools, allowedWorkspaceFilters } from '../../api/contract/platform/agent-pools.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { relatedId, relatedIds } from '../../api/contract/relationships.ts';
import { RejectedError, unlessFailed } from '../../base/errors.ts';
import { joined } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { all } from '../../platform/site/service.ts';

type Deps = Pick<Context, 'output' | 'platformList' | 'settings'>;

const mostPerRequest = 100;

/**
 * Yields pools, each with the names of its allowed workspaces as `allowed-workspaces` (the service sends only ids). One request reads
 * the names; a message lists the ids whose names are unknown.
 */
export async function* withWorkspaceNames(
  pools: AsyncIterable<AgentPool> | readonly AgentPool[],
  { output, platformList, settings }: Deps,
): AsyncGenerator<AgentPool, unknown> {
  let names: Map<string, string> | null | undefined;
  let organization = '';
  let page: unknown;
  const unnamed = new Set<string>();
  const toTheEnd = async function* () {
    page = yield* pools;
  };
  for await (const pool of toTheEnd()) {
    const ids = relatedIds(pool, 'allowed-workspaces') ?? [];
    if (ids.length > 0) {
      organization ||= relatedId(pool, 'organization') ?? settings.lookup('organization')?.value ?? '';
      // Null means that the names could not be read.
      if (names === undefined) names = (await unlessFailed(namesIn(organization, platformList))) ?? null;
      const workspaces = ids.map((id) => ({ id, name: names?.get(id) ?? null }));
      for (const { id, name } of workspaces) if (name === null) unnamed.add(id);
      Object.assign(pool, { 'allowed-workspaces': workspaces });
    }
    yield pool;
  }
  const reason = names
    ? `not among the first ${mostPerRequest} workspaces of ${organization} that you can see with this token`
    : `the workspaces of ${organization} could not be read`;
  if (unnamed.size > 0) output.note(`Shown by id, because ${reason}: ${joined([...unnamed])}.`);
  return page;
}

/** Returns a pool with the names of its allowed workspaces. */
export async function withNames(pool: AgentPool, deps: Deps): Promise<AgentPool> {
  await all(withWorkspaceNames([pool], deps));
  return pool;
}

async function namesIn(organization: string, platformList: Deps['platformList']): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for await (const { attributes, id } of platformList(workspaces.list, { organization_name: organization })) {
    names.set(id, attributes.name ?? id);
    if (names.size === mostPerRequest) break;
  }
  return names;
}

/** The parameters of a list of pools. */
interface PoolQuery {
  organization: string;
  workspace: string;
  query: Query;
  limit: number | undefined;
}

/**
 * Lists the pools that a workspace may use. Services spell the filter differently (docs/protocol/agent-pools.md#other-services), so
 * the request has both spellings. If the service rejects the undocumented one, a second request has only the documented one. Warns if
 * the pools show that the service ignored the filter.
 */
export async function* poolsAllowedTo(
  { limit, organization, query, workspace }: PoolQuery,
  { output, platformList, suggest }: Pick<Context, 'output' | 'platformList' | 'suggest'>,
): AsyncGenerator<AgentPool, unknown> {
  const filteredPools: AgentPool[] = [];
  const onPage = (page: unknown) => {
    for (const pool of (page as ReplyOf<typeof agentPools.list>).data) filteredPools.push(pool);
  };
  const read = (spellings: readonly string[]) => {
    const filters = Object.fromEntries(spellings.map((name) => [name, workspace]));
    const input = { organization_name: organization, query: { ...query, ...filters } };
    return platformList(agentPools.list, input, { limit, onPage });
  };
  let page: unknown;
  try {
    page = yield* read(allowedWorkspaceFilters);
  } catch (error) {
    if (filteredPools.length > 0 || !namesFilter(error)) throw error;
    page = yield* read(allowedWorkspaceFilters.slice(0, 1));
  }
  if (filteredPools.length === 0) {
    const suggestion = await suggest({ kind: 'workspace', name: workspace, organization });
    if (suggestion) output.note(suggestion);
  }
  if (haveNoWorkspaceInCommon(filteredPools)) {
    output.warn(`The service ignored --allowed-workspace: ${workspace} cannot use all pools in this list.`);
  }
  return page;
}

function namesFilter(error: unknown): boolean {
  if (!(error instanceof RejectedError) || error.status !== 400) return false;
  return error.errors.some((problem) => Object.values(problem).some((text) => /allowed[-_]workspaces/.test(text)));
}

/** Returns whether no single workspace could have selected all of these pools. Pools of whole organizations and of projects do not count. */
function haveNoWorkspaceInCommon(pools: readonly AgentPool[]): boolean {
  const allowed = pools.flatMap((pool) => {
    if (pool.attributes['organization-scoped'] !== false || relatedIds(pool, 'allowed-projects')?.length) return [];
    const ids = relatedIds(pool, 'allowed-workspaces');
    return ids ? [ids] : [];
  });
  const [first = [], ...others] = allowed;
  return allowed.length > 0 && !first.some((id) => others.every((ids) => ids.includes(id)));
}
