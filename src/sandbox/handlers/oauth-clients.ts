import { randomUUID } from 'node:crypto';
import {
  affectedWorkspacesQuery,
  type oauthClients,
  type serviceProviders,
} from '../../contract/platform/oauth-clients.ts';
import type { Call, Handlers } from '../call.ts';
import { platformPage } from '../paging.ts';
import { found } from '../refusal.ts';
import type { OauthClientRow } from '../rows/organizations.ts';

/** assumed: how the providers are called (facts, section i). */
const displayNames: Readonly<Record<(typeof serviceProviders)[number], string>> = {
  github: 'GitHub',
  github_enterprise: 'GitHub Enterprise',
  bitbucket_hosted: 'Bitbucket Cloud',
  gitlab_hosted: 'GitLab.com',
  gitlab_community_edition: 'GitLab Community Edition',
  gitlab_enterprise_edition: 'GitLab Enterprise Edition',
  ado_server: 'Azure DevOps Server',
};

/** Part 1, OAuth clients. */
export const oauthClientHandlers: Handlers<typeof oauthClients> = {
  list: (call) => {
    const all = call.state.world.oauthClients.filter((row) => row.organization === call.params.organization_name);
    // assumed: a request without page parameters gets the whole list (facts, section i).
    const { rows, links, meta } = platformPage(call, all, { whole: true });
    return { data: rows.map((row) => resourceOf(row, call)), links, meta };
  },

  show: (call) => ({ data: resourceOf(rowOf(call), call) }),

  create: (call) => {
    const { state, now, params, body } = call;
    const { attributes } = body.data;
    const row: OauthClientRow = {
      id: state.newId('oc-'),
      organization: params.organization_name,
      uuid: randomUUID(),
      serviceProvider: attributes['service-provider'],
      name: attributes.name ?? null,
      httpUrl: attributes['http-url'],
      apiUrl: attributes['api-url'],
      key: null,
      // assumed: the given token string becomes the client's OAuth token.
      tokens: [state.newId('ot-')],
      createdAt: now.toISOString(),
    };
    state.world.oauthClients.push(row);
    return { data: resourceOf(row, call) };
  },

  update: (call) => {
    const row = rowOf(call);
    const { attributes } = call.body.data;
    const { name, key } = attributes;
    row.serviceProvider = attributes['service-provider'] ?? row.serviceProvider;
    row.httpUrl = attributes['http-url'] ?? row.httpUrl;
    row.apiUrl = attributes['api-url'] ?? row.apiUrl;
    if (name !== undefined) row.name = name;
    if (key !== undefined) row.key = key;
    return { data: resourceOf(row, call) };
  },

  remove: (call) => {
    const row = rowOf(call);
    const { world } = call.state;
    world.oauthClients = world.oauthClients.filter(({ id }) => id !== row.id);
    for (const workspace of world.workspaces) if (workspace.vcs?.oauthClient === row.id) workspace.vcs = null;
  },
};

function rowOf({ state, params }: Pick<Call<'/:id'>, 'state' | 'params'>): OauthClientRow {
  return found(state.world.oauthClients.find(({ id }) => id === params.id));
}

function resourceOf(row: OauthClientRow, { url, query, state }: Pick<Call, 'url' | 'query' | 'state'>) {
  const self = `/api/v2/oauth-clients/${row.id}`;
  const affected = state.world.workspaces.filter(({ vcs }) => vcs?.oauthClient === row.id).map(({ name }) => name);
  return {
    id: row.id,
    type: 'oauth-clients' as const,
    attributes: {
      'created-at': row.createdAt,
      'callback-url': `${url}/auth/${row.uuid}/callback`,
      'connect-path': `/auth/${row.uuid}?organization_id=${row.organization}`,
      'service-provider': row.serviceProvider,
      'service-provider-display-name':
        displayNames[row.serviceProvider as keyof typeof displayNames] ?? row.serviceProvider,
      name: row.name,
      'http-url': row.httpUrl,
      'api-url': row.apiUrl,
      key: row.key,
      'rsa-public-key': null,
      // assumed: only where it is asked for, and at most 25 names (facts, section i).
      ...(query.get(affectedWorkspacesQuery) === 'true'
        ? { 'affected-workspaces': affected.slice(0, 25), 'affected-workspaces-count': affected.length }
        : {}),
    },
    relationships: {
      organization: {
        data: { id: row.organization, type: 'organizations' },
        links: { related: `/api/v2/organizations/${row.organization}` },
      },
      'oauth-tokens': {
        data: row.tokens.map((id) => ({ id, type: 'oauth-tokens' })),
        links: { related: `${self}/oauth-tokens` },
      },
    },
    links: { self },
  };
}
