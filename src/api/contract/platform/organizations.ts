import type { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { every, many, one, pageQuery, resource, text } from '../jsonapi.ts';

/** An organization, whose id is its name. assumed: its fields (docs/protocol/lookups.md#organizations). */
export const organization = resource(undefined, {
  ...every(text, 'name email plan-identifier'),
});
export type Organization = z.infer<typeof organization>;

/** assumed: lookups; the list has the caller's organizations (docs/protocol/lookups.md#organizations). */
export const organizations = {
  list: endpoint('GET /organizations', 'see organizations', 'authenticated', {
    query: ['q', ...pageQuery],
    reply: many(organization),
  }),
  show: endpoint('GET /organizations/:organization_name', 'see this organization', 'organization-member', {
    reply: one(organization),
  }),
};
