import { type agentPools, allowedWorkspaceFilters } from '../../contract/platform/agent-pools.ts';
import type { Call, Handlers } from '../call.ts';
import { platformPage } from '../paging.ts';
import { invalid, problemAt, Refusal } from '../refusal.ts';
import type { AgentPoolRow } from '../rows/organizations.ts';

/** Part 1, Agent pools. */
export const agentPoolHandlers: Handlers<typeof agentPools> = {
  list: (call) => {
    const organization = call.params.organization_name;
    const all = call.state.world.agentPools.filter((row) => row.organization === organization);
    const { rows, links, meta } = platformPage(call, sorted(matching(all, call), call.query.get('sort')));
    return { data: rows.map(resourceOf), links, meta };
  },

  create: ({ state, now, params, body }) => {
    const { attributes, relationships } = body.data;
    const organization = params.organization_name;
    const pools = state.world.agentPools;
    if (pools.some((row) => row.organization === organization && row.name === attributes.name)) {
      throw invalid('name', 'Name has already been taken');
    }
    const allowed = (relationships?.['allowed-workspaces']?.data ?? []).map(({ id }) => id);
    const problems = allowed.flatMap((id, at) =>
      state.workspace(id)?.organization === organization
        ? []
        : problemAt(`/data/relationships/allowed-workspaces/data/${at}/id`, `Workspace ${id} does not exist`),
    );
    if (problems.length > 0) throw new Refusal(422, problems);
    const row = {
      id: state.newId('apool-'),
      organization,
      name: attributes.name,
      organizationScoped: attributes['organization-scoped'] ?? true,
      allowedWorkspaces: [...new Set(allowed)],
      createdAt: now.toISOString(),
    };
    pools.push(row);
    return { data: resourceOf(row) };
  },
};

/**
 * assumed: a pool of the whole organization is open to each of its workspaces, as in the public service's own client tests, and `q` is a part
 * of the name in any case.
 */
function matching(
  all: readonly AgentPoolRow[],
  { state, query, params }: Pick<Call<'/:organization_name'>, 'state' | 'query' | 'params'>,
): AgentPoolRow[] {
  const q = (query.get('q') ?? '').toLowerCase();
  const workspaceName = allowedWorkspaceFilters.map((name) => query.get(name)).find(Boolean);
  const workspace = state.world.workspaces.find(
    ({ name, organization }) => name === workspaceName && organization === params.organization_name,
  );
  return all.filter(
    (row) =>
      row.name.toLowerCase().includes(q) &&
      (!workspaceName ||
        (workspace !== undefined && (row.organizationScoped || row.allowedWorkspaces.includes(workspace.id)))),
  );
}

/** assumed: as they were made, where `sort` is missing or names nothing to sort by. */
function sorted(rows: readonly AgentPoolRow[], sort: string | null): readonly AgentPoolRow[] {
  const [, hyphen, key] = /^(-?)(name|created-at)$/.exec(sort ?? '') ?? [];
  if (key === undefined) return rows;
  const of = (row: AgentPoolRow) => (key === 'name' ? row.name : row.createdAt);
  const compare = (a: AgentPoolRow, b: AgentPoolRow) => (of(a) < of(b) ? -1 : Number(of(a) > of(b)));
  return rows.toSorted((a, b) => (hyphen ? compare(b, a) : compare(a, b)));
}

/** assumed: the fields and relationships (facts, section e). */
function resourceOf({ id, organization, name, organizationScoped, allowedWorkspaces, createdAt }: AgentPoolRow) {
  const self = `/api/v2/agent-pools/${id}`;
  return {
    id,
    type: 'agent-pools' as const,
    attributes: { name, 'created-at': createdAt, 'organization-scoped': organizationScoped, 'agent-count': 0 },
    relationships: {
      agents: { links: { related: `${self}/agents` } },
      'authentication-tokens': { links: { related: `${self}/authentication-tokens` } },
      workspaces: { data: [] },
      'allowed-workspaces': { data: allowedWorkspaces.map((workspace) => ({ id: workspace, type: 'workspaces' })) },
      organization: { data: { id: organization, type: 'organizations' } },
    },
    links: { self },
  };
}
