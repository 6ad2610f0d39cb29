import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { many, one, pageQuery, resource } from '../jsonapi.ts';

/** An organization, whose id is its name. assumed: its fields, as the public service has them. */
export const organization = resource(
  'organizations',
  z.looseObject({
    name: z.string().nullish(),
    email: z.string().nullish(),
    'plan-identifier': z.string().nullish(),
  }),
);
export type Organization = z.infer<typeof organization>;

/** assumed: the public service's lookups; the documents have none. The list has the organizations that the caller belongs to. */
export const organizations = {
  list: endpoint({
    method: 'GET',
    path: '/organizations',
    access: 'authenticated',
    query: ['q', ...pageQuery],
    reply: many(organization),
  }),
  show: endpoint({
    method: 'GET',
    path: '/organizations/:organization_name',
    access: 'organization-member',
    reply: one(organization),
  }),
};
