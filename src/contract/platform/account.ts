import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { one, resource } from '../jsonapi.ts';

/** The caller, or the synthetic service user behind a team or organization token. assumed: its fields (facts, section c). */
export const user = resource(
  'users',
  z.looseObject({
    username: z.string().nullish(),
    email: z.string().nullish(),
    'is-service-account': z.boolean().optional(),
    'is-admin': z.boolean().optional(),
  }),
);
export type User = z.infer<typeof user>;

/** Part 1, Account. */
export const account = {
  details: endpoint({ method: 'GET', path: '/account/details', access: 'authenticated', reply: one(user) }),
};
