import { z } from 'zod';
import { agentPoolDraft } from '../contract/platform/agent-pools.ts';
import { bannerDraft } from '../contract/platform/banners.ts';
import { customizationPatch } from '../contract/platform/customization.ts';
import { notificationDraft, urlComplaint } from '../contract/platform/notifications.ts';
import { oauthClientDraft, oauthClientPatch } from '../contract/platform/oauth-clients.ts';
import { subscriptionPatch } from '../contract/platform/subscriptions.ts';

const text = z.string().min(1);
const texts = z.array(text);

/** The source of a secret, which never stands in the document itself. */
const secret = z
  .strictObject(
    { file: text.optional(), env: text.optional(), version: z.int().min(1).optional() },
    {
      error: ({ code }) =>
        code === 'invalid_type' ? 'must be { file: PATH } or { env: NAME }, not the secret' : undefined,
    },
  )
  .refine(({ env, file }) => (env === undefined) !== (file === undefined), 'must have either file or env');
export type SecretSource = z.infer<typeof secret>;

const id = text.optional();
const place = { workspaces: texts.min(1), except: texts.optional() };

export const customizationEntry = z.strictObject(customizationPatch.shape);
export type CustomizationEntry = z.infer<typeof customizationEntry>;

export const bannerEntry = z
  .strictObject(bannerDraft.shape)
  .refine((given) => !given['scheduled-publish-at'] === !given['scheduled-expire-at'], {
    message: 'scheduled-publish-at and scheduled-expire-at must be given together',
  });
export type BannerEntry = z.infer<typeof bannerEntry>;

export const subscriptionEntry = z.strictObject(subscriptionPatch.shape);
export type SubscriptionEntry = z.infer<typeof subscriptionEntry>;

export const agentPoolEntry = z.strictObject({
  ...agentPoolDraft.shape,
  'allowed-workspaces': texts.optional(),
  'excluded-workspaces': texts.optional(),
  'allowed-projects': texts.optional(),
});
export type AgentPoolEntry = z.infer<typeof agentPoolEntry>;

export const oauthClientEntry = z.strictObject({
  id,
  ...oauthClientDraft.shape,
  'oauth-token-string': secret.optional(),
  'private-key': secret.optional(),
  key: oauthClientPatch.shape.key,
  secret: secret.optional(),
  'agent-pool': text.nullable().optional(),
  projects: texts.optional(),
});
export type OauthClientEntry = z.infer<typeof oauthClientEntry>;

export const teamEntry = z.strictObject({ users: texts, exact: z.boolean().optional() });
export type TeamEntry = z.infer<typeof teamEntry>;

export const notificationEntry = z
  .strictObject({ id, ...notificationDraft.shape, token: secret.optional(), users: texts.optional(), ...place })
  .superRefine(({ 'destination-type': type, url, users }, { addIssue }) => {
    const complaint = urlComplaint(type, url);
    if (complaint !== undefined) addIssue({ code: 'custom', path: ['url'], message: complaint });
    if (type === 'email' && users === undefined)
      addIssue({ code: 'custom', path: ['users'], message: 'is required for email' });
    if (type !== 'email' && users !== undefined)
      addIssue({ code: 'custom', path: ['users'], message: 'is for email only' });
  });
export type NotificationEntry = z.infer<typeof notificationEntry>;

const absentOauthClient = z
  .strictObject({ name: text, 'service-provider': text, 'http-url': text })
  .partial()
  .refine((given) => given.name !== undefined || (given['service-provider'] && given['http-url']), {
    message: 'must have a name, or service-provider and http-url',
  });

const absent = z.strictObject({
  notifications: z.array(z.strictObject({ name: text, ...place })).optional(),
  'agent-pools': z.array(z.strictObject({ name: text })).optional(),
  'oauth-clients': z.array(absentOauthClient).optional(),
});
export type Absent = z.infer<typeof absent>;

/** The document of a site: attributes have the names of the API, every part is optional, unknown keys are mistakes. */
export const siteDocument = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  name: z
    .string()
    .max(200)
    .regex(/^[\w-][\w.-]*$/, 'may have letters, digits, dots, hyphens and underscores only')
    .optional(),
  organization: text.optional(),
  site: z.strictObject({ customization: customizationEntry.optional(), banner: bannerEntry.optional() }).optional(),
  subscription: subscriptionEntry.optional(),
  'agent-pools': z.array(agentPoolEntry).optional(),
  'oauth-clients': z.array(oauthClientEntry).optional(),
  teams: z.record(text, teamEntry).optional(),
  notifications: z.array(notificationEntry).optional(),
  absent: absent.optional(),
});
export type SiteDocument = z.infer<typeof siteDocument>;
