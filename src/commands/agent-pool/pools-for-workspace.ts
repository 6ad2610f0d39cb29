import type { Context } from '../../cli/context.ts';
import type { Query } from '../../contract/endpoint.ts';
import { type AgentPool, agentPools, allowedWorkspaceFilters } from '../../contract/platform/agent-pools.ts';
import { RejectedError } from '../../errors.ts';

/** What the pools of a workspace are asked with. */
interface Asked {
  organization: string;
  workspace: string;
  query: Query;
  limit: number | undefined;
}

/**
 * The pools that a workspace may use. Services differ in the spelling of the filter (docs/protocol/agent-pools.md#other-services),
 * so that both are sent; one that rejects a spelling is asked once more with the documented one. Warns where the pools show that
 * the filter was ignored.
 */
export async function* poolsAllowedTo(
  { limit, organization, query, workspace }: Asked,
  { output, platformList, suggest }: Pick<Context, 'output' | 'platformList' | 'suggest'>,
): AsyncGenerator<AgentPool, unknown> {
  const read = (spellings: readonly string[]) => {
    const filters = Object.fromEntries(spellings.map((name) => [name, workspace]));
    return platformList(
      agentPools.list,
      { organization_name: organization, query: { ...query, ...filters } },
      { limit },
    );
  };
  const seen: AgentPool[] = [];
  let page: unknown;
  const toTheEnd = async function* (spellings: readonly string[]) {
    page = yield* read(spellings);
  };
  try {
    for await (const pool of toTheEnd(allowedWorkspaceFilters)) {
      seen.push(pool);
      yield pool;
    }
  } catch (error) {
    if (seen.length > 0 || !namesFilter(error)) throw error;
    for await (const pool of toTheEnd(allowedWorkspaceFilters.slice(0, 1))) {
      seen.push(pool);
      yield pool;
    }
  }
  if (seen.length === 0) {
    const words = await suggest({ kind: 'workspace', name: workspace, organization });
    if (words) output.note(words);
  }
  if (haveNoWorkspaceInCommon(seen)) {
    output.warn(`The service ignored --allowed-workspace: ${workspace} cannot use all of these pools.`);
  }
  return page;
}

function namesFilter(error: unknown): boolean {
  if (!(error instanceof RejectedError) || error.status !== 400) return false;
  return error.errors.some((problem) => Object.values(problem).some((text) => /allowed[-_]workspaces/.test(text)));
}

/** Whether no single workspace may use each of these pools, those of whole organizations and of projects aside. */
function haveNoWorkspaceInCommon(pools: readonly AgentPool[]): boolean {
  const allowed = pools.flatMap((pool) => {
    if (pool.attributes['organization-scoped'] !== false || referencesOf(pool, 'allowed-projects')?.length) return [];
    const ids = referencesOf(pool, 'allowed-workspaces');
    return ids ? [ids] : [];
  });
  const [first = [], ...others] = allowed;
  return allowed.length > 0 && !first.some((id) => others.every((ids) => ids.includes(id)));
}

/** The ids in a relationship, undefined where the service does not tell them. */
function referencesOf({ relationships }: AgentPool, name: string): unknown[] | undefined {
  const { data } = (relationships?.[name] ?? {}) as { data?: unknown };
  return Array.isArray(data) ? data.map((reference) => reference?.id) : undefined;
}
