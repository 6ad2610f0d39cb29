import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  body,
  documentOf,
  fieldsOf,
  listOf,
  nonEmpty,
  number,
  pageQuery,
  references,
  resource,
  text,
} from '../jsonapi.ts';
import { webUrl } from '../url.ts';

/** The names of the providers. assumed: as the service shows them (docs/protocol/oauth-clients.md#assumed). */
export const providerNames = {
  github: 'GitHub',
  github_enterprise: 'GitHub Enterprise',
  bitbucket_hosted: 'Bitbucket Cloud',
  gitlab_hosted: 'GitLab.com',
  gitlab_community_edition: 'GitLab Community Edition',
  gitlab_enterprise_edition: 'GitLab Enterprise Edition',
  ado_server: 'Azure DevOps Server',
} as const;

/** See docs/protocol/oauth-clients.md#providers. */
export const serviceProviders = Object.keys(providerNames) as (keyof typeof providerNames)[];

export const providerWithPrivateKey = 'ado_server';

/** The connection between an organization and a version-control provider (docs/protocol/oauth-clients.md#fields). */
export const oauthClient = resource('oauth-clients', {
  ...fieldsOf(
    text,
    'created-at callback-url connect-path service-provider service-provider-display-name name',
    'http-url api-url key rsa-public-key',
  ),
  'affected-workspaces-count': number,
});
export type OauthClient = z.infer<typeof oauthClient>;

const type = z.literal('oauth-clients');

const fields = {
  'service-provider': z.enum(serviceProviders),
  name: text,
  'http-url': webUrl,
  'api-url': webUrl,
  'organization-scoped': z.optional(z.boolean()),
};

const agentPool = z.looseObject({ type: z.literal('agent-pools'), id: nonEmpty });

/** assumed: the agent pool for a private provider, and the projects of the client (docs/protocol/oauth-clients.md#assumed). */
const relationships = z.optional(
  z.looseObject({
    'agent-pool': z.optional(z.looseObject({ data: z.nullable(agentPool) })),
    projects: z.optional(references('projects')),
  }),
);
export type OauthClientRelationships = z.infer<typeof relationships>;

export const newOauthClient = z
  .looseObject({
    ...fields,
    'oauth-token-string': nonEmpty,
    'private-key': z.optional(z.string()),
  })
  .check(
    z.refine((client) => client['service-provider'] !== providerWithPrivateKey || Boolean(client['private-key']), {
      path: ['private-key'],
      message: `can't be blank when Service provider is ${providerWithPrivateKey}`,
    }),
  );

export const oauthClientPatch = z.partial(
  // assumed: null removes a key or a secret (docs/protocol/oauth-clients.md#assumed).
  z.looseObject({ ...fields, key: z.nullable(z.string()), secret: z.nullable(z.string()) }),
);

/** assumed: the query parameter that adds `affected-workspaces` and their count to a response (docs/protocol/oauth-clients.md#assumed). */
export const affectedWorkspacesQuery = 'show_affected_workspaces';

/** See docs/protocol/oauth-clients.md#endpoints. assumed: members may read, owners write (docs/protocol/conventions.md#callers). */
export const oauthClients = {
  list: endpoint('GET /organizations/:organization_name/oauth-clients', 'see OAuth clients', 'organization-member', {
    query: [affectedWorkspacesQuery, 'include', ...pageQuery],
    reply: listOf(oauthClient),
  }),
  show: endpoint('GET /oauth-clients/:id', 'see this OAuth client', 'organization-member', {
    query: [affectedWorkspacesQuery, 'include'],
    reply: documentOf(oauthClient),
  }),
  create: endpoint(
    'POST /organizations/:organization_name/oauth-clients',
    'create OAuth clients',
    'organization-owner',
    { body: body({ type, attributes: newOauthClient, relationships }), status: 201, reply: documentOf(oauthClient) },
  ),
  update: endpoint('PATCH /oauth-clients/:id', 'update this OAuth client', 'organization-owner', {
    body: body({ type, attributes: z.prefault(oauthClientPatch, {}), relationships }),
    reply: documentOf(oauthClient),
  }),
  remove: endpoint('DELETE /oauth-clients/:id', 'delete this OAuth client', 'organization-owner'),
};
