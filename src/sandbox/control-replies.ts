import { z } from 'zod/mini';
import { mail } from './rows/notifications.ts';

const delivery = z.looseObject({
  name: z.string(),
  successful: z.boolean(),
  error: z.nullish(z.string()),
  status: z.nullish(z.number()),
});
const transition = z.looseObject({
  trigger: z.string(),
  run: z.looseObject({ id: z.string(), status: z.string() }),
  deliveries: z.array(delivery),
});
export type Transition = z.infer<typeof transition>;
export const transitionReply = z.looseObject({ transitions: z.array(transition), disabled: z.array(z.string()) });

const workspace = z.looseObject({ id: z.string(), name: z.string(), organization: z.string() });
export const workspacesReply = z.looseObject({ workspaces: z.array(workspace) });

export const outboxReply = z.looseObject({ mails: z.array(mail) });

export const rumReply = z.looseObject({
  organization: z.string(),
  count: z.number(),
  threshold: z.nullable(z.number()),
  alerted: z.boolean(),
});
export type RumReply = z.infer<typeof rumReply>;
