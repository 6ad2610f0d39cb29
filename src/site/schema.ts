import { z } from 'zod/mini';
import { agentPoolDraft } from '../contract/platform/agent-pools.ts';
import { bannerDraft } from '../contract/platform/banners.ts';
import { customizationPatch } from '../contract/platform/customization.ts';
import { notificationDraft, urlComplaint } from '../contract/platform/notifications.ts';
import { oauthClientDraft, oauthClientPatch } from '../contract/platform/oauth-clients.ts';
import { subscriptionPatch } from '../contract/platform/subscriptions.ts';
import { webUrl } from '../contract/url.ts';

const text = z.string().check(z.minLength(1));
const texts = z.array(text);

/** The source of a secret, which never stands in the document itself. */
const secret = z
  .strictObject(
    { file: z.optional(text), env: z.optional(text), version: z.optional(z.int().check(z.minimum(1))) },
    {
      error: ({ code }) =>
        code === 'invalid_type' ? 'must be { file: PATH } or { env: NAME }, not the secret' : undefined,
    },
  )
  .check(z.refine(({ env, file }) => (env === undefined) !== (file === undefined), 'must have either file or env'));
export type SecretSource = z.infer<typeof secret>;

const id = z.optional(text);
const renamed = { 'renamed-from': z.optional(text) };
const place = { workspaces: texts.check(z.minLength(1)), except: z.optional(texts) };

export const customizationEntry = z.strictObject(customizationPatch.shape);

const time = z.nullish(z.iso.datetime({ offset: true }));

export const bannerEntry = z
  .strictObject({ ...bannerDraft.shape, 'scheduled-publish-at': time, 'scheduled-expire-at': time })
  .check(
    z.refine((given) => !given['scheduled-publish-at'] === !given['scheduled-expire-at'], {
      message: 'scheduled-publish-at and scheduled-expire-at must be given together',
    }),
  );

export const subscriptionEntry = z.strictObject(subscriptionPatch.shape);

export const agentPoolEntry = z.strictObject({
  ...agentPoolDraft.shape,
  'allowed-workspaces': z.optional(texts),
  'excluded-workspaces': z.optional(texts),
  'allowed-projects': z.optional(texts),
  ...renamed,
});

export const oauthClientEntry = z.strictObject({
  id,
  ...oauthClientDraft.shape,
  'oauth-token-string': z.optional(secret),
  'private-key': z.optional(secret),
  key: oauthClientPatch.shape.key,
  secret: z.optional(secret),
  'agent-pool': z.nullish(text),
  projects: z.optional(texts),
  ...renamed,
});

export const teamEntry = z.strictObject({ users: texts, exact: z.optional(z.boolean()) });
export type TeamEntry = z.infer<typeof teamEntry>;

export const notificationEntry = z
  .strictObject({
    id,
    ...notificationDraft.shape,
    url: z.nullish(z.union([z.string(), secret], 'must be text, { file: PATH } or { env: NAME }')),
    token: z.optional(secret),
    users: z.optional(texts),
    ...renamed,
    ...place,
  })
  .check(
    z.superRefine(({ 'destination-type': type, url, users }, { addIssue }) => {
      if (typeof url === 'string' && !webUrl.safeParse(url).success)
        addIssue({ code: 'custom', path: ['url'], message: 'must be an http or https URL' });
      // A configuration that exists keeps its URL where none is declared.
      const complaint = type === 'email' || url === null ? urlComplaint(type, url && 'a URL') : undefined;
      if (complaint !== undefined) addIssue({ code: 'custom', path: ['url'], message: complaint });
      if (type === 'email' && users === undefined)
        addIssue({ code: 'custom', path: ['users'], message: 'is required for email' });
      if (type !== 'email' && users !== undefined)
        addIssue({ code: 'custom', path: ['users'], message: 'is for email only' });
    }),
  );

const absentOauthClient = z.partial(z.strictObject({ name: text, 'service-provider': text, 'http-url': text })).check(
  z.refine((given) => given.name !== undefined || (given['service-provider'] && given['http-url']), {
    message: 'must have a name, or service-provider and http-url',
  }),
);

const absent = z.strictObject({
  notifications: z.optional(z.array(z.strictObject({ name: text, ...place }))),
  'agent-pools': z.optional(z.array(z.strictObject({ name: text }))),
  'oauth-clients': z.optional(z.array(absentOauthClient)),
});
export type Absent = z.infer<typeof absent>;

const siteName = z
  .string()
  .check(z.maxLength(200), z.regex(/^[\w-][\w.-]*$/, 'may have letters, digits, dots, hyphens and underscores only'));

/** The document of a site: attributes have the names of the API, every part is optional, unknown keys are mistakes. */
export const siteDocument = z.strictObject({
  $schema: z.optional(z.string()),
  version: z.literal(1),
  name: z.optional(siteName),
  organization: z.optional(text),
  site: z.optional(z.strictObject({ customization: z.optional(customizationEntry), banner: z.optional(bannerEntry) })),
  subscription: z.optional(subscriptionEntry),
  'agent-pools': z.optional(z.array(agentPoolEntry)),
  'oauth-clients': z.optional(z.array(oauthClientEntry)),
  teams: z.optional(z.record(text, teamEntry)),
  notifications: z.optional(z.array(notificationEntry)),
  absent: z.optional(absent),
});
export type SiteDocument = z.infer<typeof siteDocument>;
