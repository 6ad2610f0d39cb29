import type { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { fieldsOf, flag, listOf, number, pageQuery, resource, text } from '../jsonapi.ts';

/** A plan with its features. assumed: its fields, with `cost` in cents (docs/protocol/feature-sets.md#assumed). */
export const featureSet = resource(undefined, {
  ...fieldsOf(text, 'identifier name description'),
  cost: number,
  plan: text,
  ...fieldsOf(flag, 'is-current is-free-tier is-managed-resource-plan'),
});
export type FeatureSet = z.infer<typeof featureSet>;

/** Hosted only (docs/protocol/feature-sets.md#endpoints). */
export const featureSets = {
  list: endpoint('GET /feature-sets', 'see feature sets', 'authenticated', {
    edition: 'hosted',
    query: pageQuery,
    reply: listOf(featureSet),
  }),
  ofOrganization: endpoint(
    'GET /organizations/:organization_name/feature-sets',
    'see feature sets',
    'organization-member',
    { edition: 'hosted', forbidden: 403, query: pageQuery, reply: listOf(featureSet) },
  ),
};
