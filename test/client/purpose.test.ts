import { describe, expect, test } from 'vitest';
import { deedOf, purposeOf } from '../../src/client/purpose.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { clientEndpoints, lookupEndpoints, platformEndpoints } from '../../src/contract/platform/index.ts';
import { registryEndpoints } from '../../src/contract/registry/index.ts';

const purposes = (contract: Record<string, Record<string, Endpoint>>) =>
  Object.fromEntries(
    Object.values(contract).flatMap((operations) =>
      Object.values(operations).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, purposeOf(endpoint)]),
    ),
  );

describe('what a person waits for is said of each endpoint', () => {
  test('of the platform', () => {
    expect(purposes({ ...platformEndpoints, ...lookupEndpoints, ...clientEndpoints } as never)).toMatchInlineSnapshot(`
      {
        "DELETE /admin/banners/:id": "Deleting banner",
        "DELETE /agent-pools/:id": "Deleting agent pool",
        "DELETE /notification-configurations/:id": "Deleting notification",
        "DELETE /oauth-clients/:id": "Deleting OAuth client",
        "DELETE /teams/:team_id/relationships/organization-memberships": "Removing organization memberships",
        "DELETE /teams/:team_id/relationships/users": "Removing users",
        "GET /account/details": "Fetching your account",
        "GET /account/hcp-organizations/:id": "Fetching HCP organization",
        "GET /admin/banners": "Fetching banners",
        "GET /admin/customization-settings": "Fetching customization settings",
        "GET /agent-pools/:id": "Fetching agent pool",
        "GET /feature-sets": "Fetching feature sets",
        "GET /notification-configurations/:id": "Fetching notification",
        "GET /oauth-clients/:id": "Fetching OAuth client",
        "GET /organization-memberships/:id": "Fetching organization membership",
        "GET /organizations": "Fetching organizations",
        "GET /organizations/:organization_name": "Fetching organization",
        "GET /organizations/:organization_name/agent-pools": "Fetching agent pools",
        "GET /organizations/:organization_name/feature-sets": "Fetching feature sets",
        "GET /organizations/:organization_name/oauth-clients": "Fetching OAuth clients",
        "GET /organizations/:organization_name/organization-memberships": "Fetching organization memberships",
        "GET /organizations/:organization_name/teams": "Fetching teams",
        "GET /organizations/:organization_name/workspaces": "Fetching workspaces",
        "GET /organizations/:organization_name/workspaces/:name": "Fetching workspace",
        "GET /ping": "Fetching version of the service",
        "GET /subscriptions/:id": "Fetching subscription",
        "GET /teams/:team_id": "Fetching team",
        "GET /teams/:team_id/relationships/organization-memberships": "Fetching organization memberships",
        "GET /workspaces/:workspace_id": "Fetching workspace",
        "GET /workspaces/:workspace_id/notification-configurations": "Fetching notifications",
        "PATCH /account/password": "Updating your password",
        "PATCH /account/update": "Updating your account",
        "PATCH /admin/banners/:id": "Updating banner",
        "PATCH /admin/customization-settings": "Updating customization settings",
        "PATCH /agent-pools/:id": "Updating agent pool",
        "PATCH /notification-configurations/:id": "Updating notification",
        "PATCH /oauth-clients/:id": "Updating OAuth client",
        "PATCH /organizations/:organization_name/subscription": "Updating subscription",
        "POST /admin/banners": "Creating banner",
        "POST /notification-configurations/:id/actions/verify": "Verifying notification",
        "POST /organizations/:organization_name/agent-pools": "Creating agent pool",
        "POST /organizations/:organization_name/oauth-clients": "Creating OAuth client",
        "POST /teams/:team_id/relationships/organization-memberships": "Adding organization memberships",
        "POST /teams/:team_id/relationships/users": "Adding users",
        "POST /workspaces/:workspace_id/notification-configurations": "Creating notification",
      }
    `);
  });
  test('of a registry', () => {
    expect(purposes(registryEndpoints as never)).toMatchInlineSnapshot(`
      {
        "GET /": "Fetching modules",
        "GET /:namespace": "Fetching module",
        "GET /:namespace/:name": "Fetching module",
        "GET /:namespace/:name/:provider": "Fetching module",
        "GET /:namespace/:name/:provider/:version": "Fetching module",
        "GET /:namespace/:name/:provider/:version/download": "Fetching location of the module",
        "GET /:namespace/:name/:provider/download": "Fetching location of the module",
        "GET /:namespace/:name/:provider/downloads/summary": "Fetching download counts",
        "GET /:namespace/:name/:provider/versions": "Fetching versions",
        "GET /search": "Fetching modules",
      }
    `);
  });
});

describe('what a person tries with an endpoint reads as a sentence', () => {
  test.each([
    ['POST', '/admin/banners', 'create banners'],
    ['DELETE', '/admin/banners/:id', 'delete this banner'],
    ['POST', '/notification-configurations/:id/actions/verify', 'verify this notification'],
    ['PATCH', '/admin/customization-settings', 'update the customization settings'],
    ['PATCH', '/account/update', 'update your account'],
    ['PATCH', '/account/password', 'change your password'],
    ['PATCH', '/organizations/:organization_name/subscription', 'update the subscription'],
  ] as const)('%s %s: %s', (method, path, expected) => {
    const { object, verb } = deedOf({ method, path });
    expect(`${verb} ${object}`).toBe(expected);
  });
});
