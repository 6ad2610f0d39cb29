import { randomUUID } from 'node:crypto';
import {
  affectedWorkspacesQuery,
  type OauthClientRelationships,
  oauthClients,
  providerNames,
} from '../../api/contract/platform/oauth-clients.ts';
import type { Call } from '../call.ts';
import { platformPage } from '../pagination.ts';
import { invalidAt, rowWithId } from '../reply.ts';
import { givenFields, idsOf, includesOf } from '../request-fields.ts';
import { served } from '../router.ts';
import type { OauthClientRow } from '../rows/organizations.ts';
import type { State } from '../state.ts';

/** See docs/protocol/oauth-clients.md#endpoints. */
export const servedOauthClients = served(oauthClients, {
  list: (call) => {
    const all = call.state.world.oauthClients.filter((row) => row.organization === call.params.organization_name);
    // assumed: a request without page parameters gets the whole list (docs/protocol/oauth-clients.md#assumed).
    const including = (rows: readonly OauthClientRow[]) => includedWith(rows, call);
    return platformPage(call, all, (row) => resourceOf(row, call), { whole: true, including });
  },

  show: (call) => {
    const row = rowOf(call);
    return { data: resourceOf(row, call), ...includedWith([row], call) };
  },

  create: (call) => {
    const { state, now, params, body } = call;
    const { attributes, relationships } = body.data;
    const organization = params.organization_name;
    const row: OauthClientRow = {
      id: state.newId('oc-'),
      organization,
      uuid: randomUUID(),
      serviceProvider: attributes['service-provider'],
      name: attributes.name ?? null,
      httpUrl: attributes['http-url'],
      apiUrl: attributes['api-url'],
      key: null,
      // assumed: the token string of the request becomes the client's OAuth token (docs/protocol/oauth-clients.md#assumed).
      tokens: [state.newId('ot-')],
      organizationScoped: attributes['organization-scoped'] ?? true,
      agentPool: null,
      projects: [],
      ...related(state, organization, relationships),
      createdAt: now.toISOString(),
      updatedAt: null,
    };
    state.world.oauthClients.push(row);
    return { data: resourceOf(row, call) };
  },

  update: (call) => {
    const row = rowOf(call);
    const { attributes, relationships } = call.body.data;
    const { name, key } = attributes;
    const changes = givenFields({
      name,
      key,
      organizationScoped: attributes['organization-scoped'],
      serviceProvider: attributes['service-provider'],
      httpUrl: attributes['http-url'],
      apiUrl: attributes['api-url'],
    });
    Object.assign(row, changes, related(call.state, row.organization, relationships));
    row.updatedAt = call.now.toISOString();
    return { data: resourceOf(row, call) };
  },

  remove: (call) => {
    const row = rowOf(call);
    const { world } = call.state;
    world.oauthClients = world.oauthClients.filter(({ id }) => id !== row.id);
    for (const workspace of world.workspaces) if (workspace.vcs?.oauthClient === row.id) workspace.vcs = null;
  },
});

function rowOf({ state, params }: Pick<Call<'/:id'>, 'state' | 'params'>): OauthClientRow {
  return rowWithId(state.world.oauthClients, params.id);
}

/** Returns the agent pool and the projects of a request. assumed: the detail for an unknown pool (docs/protocol/oauth-clients.md#assumed). */
function related(state: State, organization: string, given: OauthClientRelationships = {}) {
  const { 'agent-pool': pool, projects } = given;
  const id = pool?.data?.id;
  if (id !== undefined && !state.world.agentPools.some((row) => row.id === id && row.organization === organization)) {
    const detail = 'the provided agent pool does not exist or you are not authorized to use it';
    throw invalidAt('/data/relationships/agent-pool', detail);
  }
  return givenFields({ agentPool: pool && (id ?? null), projects: idsOf(projects?.data) });
}

/** Returns the resources for `include=oauth_tokens`. assumed: the fields of a token; other values are ignored (docs/protocol/oauth-clients.md#assumed). */
function includedWith(rows: readonly OauthClientRow[], { query }: Pick<Call, 'query'>) {
  if (!includesOf(query).includes('oauth_tokens')) return {};
  return {
    included: rows.flatMap((row) =>
      row.tokens.map((id) => ({
        id,
        type: 'oauth-tokens',
        attributes: { 'created-at': row.createdAt, 'service-provider-user': null, 'has-ssh-key': false },
        relationships: { 'oauth-client': { data: { id: row.id, type: 'oauth-clients' } } },
        links: { self: `/api/v2/oauth-tokens/${id}` },
      })),
    ),
  };
}

function resourceOf(row: OauthClientRow, { url, query, state }: Pick<Call, 'url' | 'query' | 'state'>) {
  const self = `/api/v2/oauth-clients/${row.id}`;
  const affected = state.world.workspaces.filter(({ vcs }) => vcs?.oauthClient === row.id).map(({ name }) => name);
  return {
    id: row.id,
    type: 'oauth-clients' as const,
    attributes: {
      'created-at': row.createdAt,
      // assumed: `updated-at`, `uuid` and `organization-scoped` (docs/protocol/oauth-clients.md#assumed).
      'updated-at': row.updatedAt ?? row.createdAt,
      uuid: row.uuid,
      'organization-scoped': row.organizationScoped,
      'callback-url': `${url}/auth/${row.uuid}/callback`,
      'connect-path': `/auth/${row.uuid}?organization_id=${row.organization}`,
      'service-provider': row.serviceProvider,
      'service-provider-display-name':
        providerNames[row.serviceProvider as keyof typeof providerNames] ?? row.serviceProvider,
      name: row.name,
      'http-url': row.httpUrl,
      'api-url': row.apiUrl,
      key: row.key,
      'rsa-public-key': null,
      // assumed: workspaces are sent only if requested, and at most 25 names (docs/protocol/oauth-clients.md#assumed).
      ...(query.get(affectedWorkspacesQuery) === 'true'
        ? { 'affected-workspaces': affected.slice(0, 25), 'affected-workspaces-count': affected.length }
        : {}),
    },
    relationships: {
      organization: {
        data: { id: row.organization, type: 'organizations' },
        links: { related: `/api/v2/organizations/${row.organization}` },
      },
      projects: { data: row.projects.map((id) => ({ id, type: 'projects' })) },
      // assumed: without an agent pool the relationship is missing, never null (docs/protocol/oauth-clients.md#assumed).
      ...(row.agentPool === null ? {} : { 'agent-pool': { data: { id: row.agentPool, type: 'agent-pools' } } }),
      'oauth-tokens': {
        data: row.tokens.map((id) => ({ id, type: 'oauth-tokens' })),
        links: { related: `${self}/oauth-tokens` },
      },
    },
    links: { self },
  };
}
