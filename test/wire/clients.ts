import type { Service } from '../support/service.ts';
import { dataOf, type Resource } from './documents.ts';
import { get, post } from './http.ts';

interface Client extends Resource {
  relationships: Record<string, { data: unknown; links: Record<string, unknown> }>;
}

export const PROVIDERS = [
  ...['github', 'github_enterprise', 'bitbucket_hosted', 'gitlab_hosted', 'gitlab_community_edition'],
  ...['gitlab_enterprise_edition', 'ado_server'],
] as const;

export const TOKEN_STRING = '4306823352f0009d0ed81f1b654ac17a';

export const ATTRIBUTES: Record<string, string> = {
  'service-provider': '"github"',
  'http-url': '"https://github.com"',
  'api-url': '"https://api.github.com"',
  'oauth-token-string': `"${TOKEN_STRING}"`,
};

/** A create or update body; the values of the attributes are JSON text. */
export const document = (attributes: Record<string, string>) =>
  `{"data":{"type":"oauth-clients","attributes":{${Object.entries(attributes)
    .map(([name, value]) => `"${name}":${value}`)
    .join()}}}}`;

/** A complete create body. */
export const GITHUB = document(ATTRIBUTES);

export const ofOrganization = (service: Service, organization = service.organization) =>
  `${service.api}/organizations/${organization}/oauth-clients`;

export const one = (service: Service, id: string) => `${service.api}/oauth-clients/${id}`;

export async function connected(service: Service, body = GITHUB): Promise<Client> {
  return dataOf(await post(ofOrganization(service), { token: service.tokens.owner, body }), 201) as Client;
}

export async function read(service: Service, id: string): Promise<Client> {
  return dataOf(await get(one(service, id), { token: service.tokens.owner })) as Client;
}

export async function listed(service: Service): Promise<Resource[]> {
  return dataOf<Resource[]>(await get(ofOrganization(service), { token: service.tokens.owner }));
}
