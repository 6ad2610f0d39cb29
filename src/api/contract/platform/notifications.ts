import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { body, documentOf, flag, listOf, nonEmpty, pageQuery, references, resource, text } from '../jsonapi.ts';
import { destinationTypes, triggers } from '../notification.ts';
import { webUrl } from '../url.ts';

/** See docs/protocol/notifications.md#limits. */
export const configurationsPerWorkspace = 20;

/** The response of a destination; `successful` may be text (docs/protocol/notifications.md#other-services). */
export const deliveryResponse = z.looseObject({
  url: text,
  body: text,
  code: z.nullish(z.union([z.string(), z.number()])),
  headers: z.nullish(z.record(z.string(), z.unknown())),
  'sent-at': text,
  successful: z.nullish(z.union([z.boolean(), z.string()])),
});
export type DeliveryResponse = z.infer<typeof deliveryResponse>;

/** A notification configuration; unknown kinds and triggers are accepted (docs/protocol/notifications.md#other-services). */
export const notificationConfiguration = resource(undefined, {
  name: text,
  enabled: flag,
  'destination-type': text,
  url: text,
  triggers: z.nullish(z.array(z.string())),
  'delivery-responses': z.nullish(z.array(deliveryResponse)),
  'created-at': text,
  'updated-at': text,
});
export type NotificationConfiguration = z.infer<typeof notificationConfiguration>;

const fields = {
  name: nonEmpty,
  enabled: z.optional(z.boolean()),
  token: text,
  triggers: z.optional(z.array(z.enum(triggers))),
  url: z.nullish(webUrl),
};

/** Triggers as users give them: `all` stands for every trigger. */
export const triggerWords = z.optional(z.array(z.enum(['all', ...triggers])));

export const newNotification = z.looseObject({ ...fields, 'destination-type': z.enum(destinationTypes) }).check(
  z.superRefine(({ 'destination-type': kind, url }, { addIssue }) => {
    const message = urlComplaint(kind, url);
    if (message !== undefined) addIssue({ code: 'custom', path: ['url'], message });
  }),
);

/** assumed: the kind of destination cannot change, as the table of PATCH does not have it (docs/protocol/notifications.md#update). */
export const notificationPatch = z.partial(z.looseObject(fields));

/** Returns why a URL is invalid for a kind of destination: `slack` and `generic` require one, others have none. */
export function urlComplaint(kind: string, url: string | null | undefined): string | undefined {
  if (kind === 'email') return url ? "can't be given when Destination type is email" : undefined;
  return url ? undefined : `can't be blank when Destination type is ${kind}`;
}

/** The specification documents `data.type` in the singular, but its examples have the plural. Both are accepted (docs/protocol/notifications.md#create). */
const type = z.enum(['notification-configurations', 'notification-configuration']);
const relationships = z.optional(z.looseObject({ users: z.optional(references('users')) }));

const listPath = '/workspaces/:workspace_id/notification-configurations';
const itemPath = '/notification-configurations/:id';
const admin = 'workspace-admin';

/** See docs/protocol/notifications.md#endpoints. The `users` are user ids, for destinations of the type `email` only. */
export const notifications = {
  create: endpoint(`POST ${listPath}`, 'create notifications', admin, {
    body: body({ type, attributes: newNotification, relationships }),
    status: 201,
    reply: documentOf(notificationConfiguration),
  }),
  list: endpoint(`GET ${listPath}`, 'see notifications', admin, {
    query: pageQuery,
    reply: listOf(notificationConfiguration),
  }),
  show: endpoint(`GET ${itemPath}`, 'see this notification', admin, { reply: documentOf(notificationConfiguration) }),
  update: endpoint(`PATCH ${itemPath}`, 'update this notification', admin, {
    body: body({ type, attributes: z.optional(notificationPatch), relationships }),
    reply: documentOf(notificationConfiguration),
  }),
  verify: endpoint(`POST ${itemPath}/actions/verify`, 'verify this notification', admin, {
    reply: documentOf(notificationConfiguration),
  }),
  remove: endpoint(`DELETE ${itemPath}`, 'delete this notification', admin),
};
