import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { many, pageQuery, resource } from '../jsonapi.ts';

/** A plan with its features. Its fields are "not shown"; assumed: these (docs/protocol/feature-sets.md#assumed). `cost` is in cents. */
export const featureSet = resource('feature-sets', {
  identifier: z.string().nullish(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  cost: z.number().nullish(),
  plan: z.string().nullish(),
  'is-current': z.boolean().nullish(),
  'is-free-tier': z.boolean().nullish(),
  'is-managed-resource-plan': z.boolean().nullish(),
});
export type FeatureSet = z.infer<typeof featureSet>;

/** Hosted only (docs/protocol/feature-sets.md#endpoints). */
export const featureSets = {
  list: endpoint('GET /feature-sets', {
    access: 'authenticated',
    edition: 'hosted',
    query: pageQuery,
    reply: many(featureSet),
  }),
  ofOrganization: endpoint('GET /organizations/:organization_name/feature-sets', {
    access: 'organization-member',
    edition: 'hosted',
    forbidden: 403,
    query: pageQuery,
    reply: many(featureSet),
  }),
};
