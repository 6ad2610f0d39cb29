import type { World } from '../../../../src/sandbox/world.ts';

/** Values of live things as JSON, by the path of the list, the id and the name of the attribute in writes. */
export type Facets = ReadonlyMap<string, string>;

/** Reads all that two hands can change from the state of the service. */
export function facetsOf({ agentPools, notifications, oauthClients, teams }: World): Facets {
  const facets = new Map<string, string>();
  const put = (place: string, id: string, values: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(values)) facets.set(`${place} ${id} ${name}`, JSON.stringify(value));
  };
  for (const { destinationType, enabled, id, name, triggers, url, users, workspace } of notifications)
    put(`/workspaces/${workspace}/notification-configurations`, id, {
      ...{ 'destination-type': destinationType, enabled, name, triggers: triggers.toSorted(), url },
      users: users.toSorted(),
    });
  for (const { allowedWorkspaces, id, name, organization, organizationScoped } of agentPools)
    put(`/organizations/${organization}/agent-pools`, id, {
      ...{ name, 'organization-scoped': organizationScoped, 'allowed-workspaces': allowedWorkspaces.toSorted() },
    });
  for (const { agentPool, apiUrl, httpUrl, id, key, name, organization, serviceProvider } of oauthClients)
    put(`/organizations/${organization}/oauth-clients`, id, {
      ...{ name, 'api-url': apiUrl, 'http-url': httpUrl, 'service-provider': serviceProvider, key },
      'agent-pool': agentPool,
    });
  for (const { id, users } of teams) put(`/teams/${id}`, id, Object.fromEntries(users.map((user) => [user, true])));
  return facets;
}

/** The identity of a live thing. */
export interface Live {
  place: string;
  id: string;
  name: string;
  type: string | undefined;
}

export function livesOf({ agentPools, notifications, oauthClients }: World): Live[] {
  return [
    ...notifications.map(({ destinationType: type, id, name, workspace }) => {
      return { place: `/workspaces/${workspace}/notification-configurations`, id, name, type };
    }),
    ...agentPools.map(({ id, name, organization }) => {
      return { place: `/organizations/${organization}/agent-pools`, id, name, type: undefined };
    }),
    ...oauthClients.map(({ id, name, organization }) => {
      return { place: `/organizations/${organization}/oauth-clients`, id, name: name ?? '', type: undefined };
    }),
  ];
}
