import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { body, documentOf, fieldsOf, flag, nonEmpty, patch, resource, text, typeOrNone } from '../jsonapi.ts';

/**
 * The caller, or the synthetic service user of a team or organization token. assumed: its fields, and that a service which
 * confirms e-mail addresses shows a new one in `unconfirmed-email` until then (docs/protocol/account.md#assumed).
 */
export const user = resource('users', {
  ...fieldsOf(text, 'username email unconfirmed-email'),
  'is-service-account': flag,
  'is-admin': flag,
});
export type User = z.infer<typeof user>;

/** The only fields that an update changes (docs/protocol/account.md#profile). assumed: the name `email` (docs/protocol/account.md#assumed). */
export const accountPatch = z.looseObject({
  username: z.optional(nonEmpty),
  email: z.optional(z.email()),
});

/** assumed: the shortest password (docs/protocol/account.md#assumed). */
export const shortestPassword = 10;

/** A password change; its fields are spelled with underscores (docs/protocol/account.md#password). assumed: its validations (docs/protocol/account.md#assumed). */
export const passwordChange = z
  .looseObject({
    current_password: nonEmpty,
    password: z.string().check(z.minLength(shortestPassword)),
    password_confirmation: nonEmpty,
  })
  .check(
    z.refine(({ password, password_confirmation }) => password === password_confirmation, {
      path: ['password_confirmation'],
      message: "doesn't match Password",
    }),
  );

/** An HCP organization of the caller. assumed: its fields (docs/protocol/account.md#assumed). */
export const hcpOrganization = resource(undefined, {
  name: text,
  'hcp-owner-email': text,
  'is-hcp-admin': flag,
});
export type HcpOrganization = z.infer<typeof hcpOrganization>;

/** assumed: the request of stock clients for a user (docs/protocol/account.md#assumed). */
export const users = {
  show: endpoint('GET /users/:id', 'see this user', 'authenticated', { reply: documentOf(user) }),
};

/** assumed: the service user of a team or organization token cannot change its account (docs/protocol/account.md#assumed). */
export const account = {
  details: endpoint('GET /account/details', 'see your account', 'authenticated', { reply: documentOf(user) }),
  update: endpoint('PATCH /account/update', 'update your account', 'user', {
    body: patch('users', accountPatch),
    reply: documentOf(user),
  }),
  password: endpoint('PATCH /account/password', 'change your password', 'user', {
    body: body({ type: typeOrNone('users'), attributes: passwordChange }),
    reply: documentOf(user),
  }),
  hcpOrganization: endpoint(
    'GET /account/hcp-organizations/:id',
    'see this HCP organization',
    'hcp-organization-member',
    { edition: 'hosted', reply: documentOf(hcpOrganization) },
  ),
};
