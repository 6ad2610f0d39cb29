import type { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documentOf, fieldsOf, listOf, pageQuery, resource, text } from '../jsonapi.ts';

/** An organization, whose id is its name. assumed: its fields (docs/protocol/lookups.md#organizations). */
export const organization = resource(undefined, {
  ...fieldsOf(text, 'name email plan-identifier'),
});
export type Organization = z.infer<typeof organization>;

/** assumed: the requests for organizations; the list has those of the caller (docs/protocol/lookups.md#organizations). */
export const organizations = {
  list: endpoint('GET /organizations', 'see organizations', 'authenticated', {
    query: ['q', ...pageQuery],
    reply: listOf(organization),
  }),
  show: endpoint('GET /organizations/:organization_name', 'see this organization', 'organization-member', {
    reply: documentOf(organization),
  }),
};
