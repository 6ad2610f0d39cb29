import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { one, resource } from '../jsonapi.ts';

/** Only what `svc` needs to say a name instead of an id. */
export const workspace = resource('workspaces', z.looseObject({ name: z.string().nullish() }));

/** assumed: the public service's look-up by name; the documents have none. */
export const workspaces = {
  show: endpoint({
    method: 'GET',
    path: '/organizations/:organization_name/workspaces/:name',
    access: 'organization-member',
    reply: one(workspace),
  }),
};
