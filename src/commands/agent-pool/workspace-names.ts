import type { AgentPool } from '../../api/contract/platform/agent-pools.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { relatedId, relatedIds } from '../../api/contract/relationships.ts';
import { unlessFailed } from '../../base/errors.ts';
import { joined } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';

type Deps = Pick<Context, 'output' | 'platformList' | 'settings'>;

/** The largest number of workspaces that one request returns. */
const most = 100;

/**
 * Yields pools with the names of their allowed workspaces as `allowed-workspaces`, beside the ids of the service. One
 * request reads the names; a message lists the ids that it does not name.
 */
export async function* withWorkspaceNames(
  pools: AsyncIterable<AgentPool>,
  { output, platformList, settings }: Deps,
): AsyncGenerator<AgentPool, unknown> {
  let names: Map<string, string> | undefined;
  let organization: string | undefined;
  const unnamed = new Set<string>();
  const rows = pools[Symbol.asyncIterator]();
  let next = await rows.next();
  for (; !next.done; next = await rows.next()) {
    const pool = next.value;
    const ids = relatedIds(pool, 'allowed-workspaces') ?? [];
    if (ids.length > 0) {
      organization ??= relatedId(pool, 'organization') ?? settings.lookup('organization')?.value ?? '';
      names ??= (await unlessFailed(namesIn(organization, platformList))) ?? new Map();
      const named = ids.map((id) => ({ id, name: names?.get(id) ?? null }));
      for (const { id, name } of named) if (name === null) unnamed.add(id);
      Object.assign(pool, { 'allowed-workspaces': named });
    }
    yield pool;
  }
  const where = `the first ${most} workspaces of ${organization} that you can see with this token`;
  if (unnamed.size > 0) output.note(`Shown by id, because not among ${where}: ${joined([...unnamed])}.`);
  return next.value;
}

/** Returns a pool with the names of its allowed workspaces. */
export async function named(pool: AgentPool, deps: Deps): Promise<AgentPool> {
  const only = async function* () {
    yield pool;
  };
  for await (const _ of withWorkspaceNames(only(), deps));
  return pool;
}

async function namesIn(organization: string, platformList: Deps['platformList']): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for await (const { attributes, id } of platformList(workspaces.list, { organization_name: organization })) {
    names.set(id, attributes.name ?? id);
    if (names.size === most) break;
  }
  return names;
}
