import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { body, many, one, pageQuery, references, resource } from '../jsonapi.ts';
import { webUrl } from '../url.ts';

/** See docs/protocol/oauth-clients.md#providers. */
export const serviceProviders = [
  'github',
  'github_enterprise',
  'bitbucket_hosted',
  'gitlab_hosted',
  'gitlab_community_edition',
  'gitlab_enterprise_edition',
  'ado_server',
] as const;

/** The provider that requires an SSH private key. */
export const providerWithPrivateKey = 'ado_server';

/** The connection between an organization and a version-control provider (docs/protocol/oauth-clients.md#fields). */
export const oauthClient = resource('oauth-clients', {
  'created-at': z.string().nullish(),
  'callback-url': z.string().nullish(),
  'connect-path': z.string().nullish(),
  'service-provider': z.string().nullish(),
  'service-provider-display-name': z.string().nullish(),
  name: z.string().nullish(),
  'http-url': z.string().nullish(),
  'api-url': z.string().nullish(),
  key: z.string().nullish(),
  'rsa-public-key': z.string().nullish(),
  'affected-workspaces-count': z.number().nullish(),
});
export type OauthClient = z.infer<typeof oauthClient>;

const type = z.literal('oauth-clients');

const fields = {
  'service-provider': z.enum(serviceProviders),
  name: z.string().nullable().optional(),
  'http-url': webUrl,
  'api-url': webUrl,
  'organization-scoped': z.boolean().optional(),
};

/** assumed: the agent pool for a private provider, and the projects of the client (docs/protocol/oauth-clients.md#assumed). */
const relationships = z
  .looseObject({
    'agent-pool': z
      .looseObject({ data: z.looseObject({ type: z.literal('agent-pools'), id: z.string().min(1) }).nullable() })
      .optional(),
    projects: references('projects').optional(),
  })
  .optional();
export type OauthClientRelationships = z.infer<typeof relationships>;

export const oauthClientDraft = z
  .looseObject({
    ...fields,
    'oauth-token-string': z.string().min(1),
    'private-key': z.string().optional(),
  })
  .refine((given) => given['service-provider'] !== providerWithPrivateKey || Boolean(given['private-key']), {
    path: ['private-key'],
    message: `can't be blank when Service provider is ${providerWithPrivateKey}`,
  });
export type OauthClientDraft = z.infer<typeof oauthClientDraft>;

export const oauthClientPatch = z
  .looseObject({ ...fields, key: z.string().nullable(), secret: z.string().nullable() })
  .partial();
export type OauthClientPatch = z.infer<typeof oauthClientPatch>;

/** assumed: requests `affected-workspaces` and their count (docs/protocol/oauth-clients.md#assumed). */
export const affectedWorkspacesQuery = 'show_affected_workspaces';

/** See docs/protocol/oauth-clients.md#endpoints. assumed: members may read, owners write (docs/protocol/conventions.md#callers). */
export const oauthClients = {
  list: endpoint('GET /organizations/:organization_name/oauth-clients', {
    access: 'organization-member',
    query: [affectedWorkspacesQuery, 'include', ...pageQuery],
    reply: many(oauthClient),
  }),
  show: endpoint('GET /oauth-clients/:id', {
    access: 'organization-member',
    query: [affectedWorkspacesQuery, 'include'],
    reply: one(oauthClient),
  }),
  create: endpoint('POST /organizations/:organization_name/oauth-clients', {
    access: 'organization-owner',
    body: body({ type, attributes: oauthClientDraft, relationships }),
    status: 201,
    reply: one(oauthClient),
  }),
  update: endpoint('PATCH /oauth-clients/:id', {
    access: 'organization-owner',
    body: body({ type, attributes: z.prefault(oauthClientPatch, {}), relationships }),
    reply: one(oauthClient),
  }),
  remove: endpoint('DELETE /oauth-clients/:id', { access: 'organization-owner', status: 204 }),
};
