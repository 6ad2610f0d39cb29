import { z } from 'zod/mini';
import { destinationTypes, triggers } from '../../api/contract/notification.ts';
import { list, rowId } from './people.ts';

const deliveryResponse = z.object({
  url: z.string(),
  body: z.string(),
  code: z.string(),
  headers: z.record(z.string(), z.array(z.string())),
  'sent-at': z.string(),
  successful: z.boolean(),
});
export type DeliveryResponseRow = z.infer<typeof deliveryResponse>;

const notification = z.object({
  id: rowId,
  workspace: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  destinationType: z.enum(destinationTypes),
  url: z.nullable(z.string()),
  token: z.nullable(z.string()),
  triggers: z.array(z.enum(triggers)),
  /** Ids of the receivers, for e-mail. */
  users: z.array(z.string()),
  deliveryResponses: z.array(deliveryResponse),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type NotificationRow = z.infer<typeof notification>;

export const mail = z.object({
  id: rowId,
  at: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  body: z.string(),
});
export type MailRow = z.infer<typeof mail>;

export const notifications = {
  notifications: list(notification),
  /** The stored mail, oldest first. */
  outbox: list(mail),
};
