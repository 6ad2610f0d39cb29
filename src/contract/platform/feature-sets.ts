import type { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { flag, many, number, pageQuery, resource, text } from '../jsonapi.ts';

/** A plan with its features. assumed: its fields, with `cost` in cents (docs/protocol/feature-sets.md#assumed). */
export const featureSet = resource(undefined, {
  identifier: text,
  name: text,
  description: text,
  cost: number,
  plan: text,
  'is-current': flag,
  'is-free-tier': flag,
  'is-managed-resource-plan': flag,
});
export type FeatureSet = z.infer<typeof featureSet>;

/** Hosted only (docs/protocol/feature-sets.md#endpoints). */
export const featureSets = {
  list: endpoint('GET /feature-sets', 'see feature sets', 'authenticated', {
    edition: 'hosted',
    query: pageQuery,
    reply: many(featureSet),
  }),
  ofOrganization: endpoint(
    'GET /organizations/:organization_name/feature-sets',
    'see feature sets',
    'organization-member',
    { edition: 'hosted', forbidden: 403, query: pageQuery, reply: many(featureSet) },
  ),
};
