import {
  type AgentPoolRelationships,
  agentPoolRecords,
  agentPools,
  allowedProjectFilter,
  allowedWorkspaceFilters,
} from '../../api/contract/platform/agent-pools.ts';
import type { Call } from '../call.ts';
import { platformPage } from '../pagination.ts';
import { invalid, problemAt, rejectAll, rowWithId } from '../reply.ts';
import { givenFields, idsOf } from '../request-fields.ts';
import { served } from '../router.ts';
import type { AgentPoolRow } from '../rows/organizations.ts';
import type { State } from '../state.ts';

/** See docs/protocol/agent-pools.md#endpoints. */
export const servedAgentPools = served(agentPools, {
  list: (call) => {
    const organization = call.params.organization_name;
    const all = call.state.world.agentPools.filter((row) => row.organization === organization);
    return platformPage(call, sortedPools(matchingRows(all, call), call.query.get('sort')), resourceOf);
  },

  create: ({ state, now, params, body }) => {
    const { attributes, relationships } = body.data;
    const organization = params.organization_name;
    requireFreeName(state, organization, attributes.name);
    const row: AgentPoolRow = {
      id: state.newId('apool-'),
      organization,
      name: attributes.name,
      organizationScoped: attributes['organization-scoped'] ?? true,
      allowedWorkspaces: [],
      allowedProjects: [],
      excludedWorkspaces: [],
      ...related(state, organization, relationships),
      createdAt: now.toISOString(),
    };
    state.world.agentPools.push(row);
    return { data: resourceOf(row) };
  },
});

/** assumed: the requests of stock clients; a PATCH changes only the given attributes (docs/protocol/agent-pools.md#one-pool). */
export const servedAgentPoolRecords = served(agentPoolRecords, {
  show: (call) => ({ data: resourceOf(rowOf(call)) }),

  update: (call) => {
    const row = rowOf(call);
    const { attributes = {}, relationships } = call.body.data;
    const { name, 'organization-scoped': organizationScoped } = attributes;
    const changes = related(call.state, row.organization, relationships);
    if (name !== undefined && name !== row.name) requireFreeName(call.state, row.organization, name);
    Object.assign(row, givenFields({ name, organizationScoped }), changes);
    return { data: resourceOf(row) };
  },

  remove: (call) => {
    const { id } = rowOf(call);
    const { world } = call.state;
    world.agentPools = world.agentPools.filter((row) => row.id !== id);
    for (const client of world.oauthClients) if (client.agentPool === id) client.agentPool = null;
  },
});

function rowOf({ state, params }: Pick<Call<'/:id'>, 'state' | 'params'>): AgentPoolRow {
  return rowWithId(state.world.agentPools, params.id);
}

function requireFreeName({ world }: State, organization: string, name: string): void {
  if (!world.agentPools.some((row) => row.organization === organization && row.name === name)) return;
  throw invalid('name', 'Name has already been taken');
}

/** Returns the workspaces and projects in a request. @throws {Rejection} 422 for a workspace of another organization */
function related(state: State, organization: string, given: AgentPoolRelationships = {}) {
  rejectAll(
    (['allowed-workspaces', 'excluded-workspaces'] as const).flatMap((name) =>
      (given[name]?.data ?? []).flatMap(({ id }, at) =>
        state.workspace(id)?.organization === organization
          ? []
          : problemAt(`/data/relationships/${name}/data/${at}/id`, `Workspace ${id} does not exist`),
      ),
    ),
  );
  return givenFields({
    allowedWorkspaces: idsOf(given['allowed-workspaces']?.data),
    allowedProjects: idsOf(given['allowed-projects']?.data),
    excludedWorkspaces: idsOf(given['excluded-workspaces']?.data),
  });
}

/**
 * assumed: every workspace may use a pool of the whole organization, and `q` is a case-insensitive part of the name
 * (docs/protocol/agent-pools.md#lists).
 */
function matchingRows(
  all: readonly AgentPoolRow[],
  { state, query, params }: Pick<Call<'/:organization_name'>, 'state' | 'query' | 'params'>,
): AgentPoolRow[] {
  const q = (query.get('q') ?? '').toLowerCase();
  const workspaceName = allowedWorkspaceFilters.map((name) => query.get(name)).find(Boolean);
  const workspace = state.world.workspaces.find(
    ({ name, organization }) => name === workspaceName && organization === params.organization_name,
  );
  const projectName = query.get(allowedProjectFilter);
  const project = state.world.projects.find(
    ({ name, organization }) => name === projectName && organization === params.organization_name,
  );
  return all.filter(
    (row) =>
      row.name.toLowerCase().includes(q) &&
      (!workspaceName || (workspace !== undefined && isOpenTo(row, workspace.id))) &&
      (!projectName || row.organizationScoped || row.allowedProjects.includes(project?.id ?? '')),
  );
}

/** assumed: an excluded workspace may never use a pool (docs/protocol/agent-pools.md#lists). */
function isOpenTo({ allowedWorkspaces, excludedWorkspaces, organizationScoped }: AgentPoolRow, id: string): boolean {
  return !excludedWorkspaces.includes(id) && (organizationScoped || allowedWorkspaces.includes(id));
}

/** assumed: pools are in the order of creation if `sort` is missing or unknown, and for equal values (docs/protocol/agent-pools.md#lists). */
function sortedPools(rows: readonly AgentPoolRow[], sort: string | null): readonly AgentPoolRow[] {
  const [, hyphen, key] = /^(-?)(name|created-at)$/.exec(sort ?? '') ?? [];
  if (key === undefined) return rows;
  const sortKey = (row: AgentPoolRow) => (key === 'name' ? row.name : row.createdAt);
  const ascending = rows.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : Number(sortKey(a) > sortKey(b))));
  return hyphen ? ascending.toReversed() : ascending;
}

/** assumed: the fields and relationships (docs/protocol/agent-pools.md#fields). */
function resourceOf(row: AgentPoolRow) {
  const self = `/api/v2/agent-pools/${row.id}`;
  const linked = (ids: readonly string[], type: string) => ({ data: ids.map((id) => ({ id, type })) });
  return {
    id: row.id,
    type: 'agent-pools' as const,
    attributes: {
      name: row.name,
      'created-at': row.createdAt,
      'organization-scoped': row.organizationScoped,
      'agent-count': 0,
    },
    relationships: {
      agents: { links: { related: `${self}/agents` } },
      'authentication-tokens': { links: { related: `${self}/authentication-tokens` } },
      workspaces: { data: [] },
      'allowed-workspaces': linked(row.allowedWorkspaces, 'workspaces'),
      'allowed-projects': linked(row.allowedProjects, 'projects'),
      'excluded-workspaces': linked(row.excludedWorkspaces, 'workspaces'),
      organization: { data: { id: row.organization, type: 'organizations' } },
    },
    links: { self },
  };
}
