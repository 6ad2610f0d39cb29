import { z } from 'zod/mini';
import type { Shape } from '../contract/jsonapi.ts';
import { urlComplaint } from '../contract/platform/notifications.ts';
import { webUrl } from '../contract/url.ts';
import { lists, type PartName, parts } from '../resources/index.ts';
import { placeIn, type Resource, type Row, type Setting } from '../resources/resource.ts';

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

const place: Shape = { workspaces: texts.check(z.minLength(1)), except: z.optional(texts) };
const placeOf = (resource: Resource): Shape => (placeIn(resource) === 'workspace_id' ? place : {});

/** The entry of a list: the attributes of a write, names for what it refers to, sources for secrets, and what documents have besides. */
function shapeOf(resource: Resource): Shape {
  const { fields, isUnique, shape } = resource;
  const others = Object.entries(fields).flatMap(
    ([name, { secret: isSecret, single, to }]): [string, z.ZodMiniType][] => {
      if (isSecret) return [[name, z.optional(secret)]];
      return to ? [[name, single ? z.nullish(text) : z.optional(texts)]] : [];
    },
  );
  const id = isUnique ? {} : { id: z.optional(text) };
  return { ...id, ...shape, ...Object.fromEntries(others), 'renamed-from': z.optional(text), ...placeOf(resource) };
}

const settingOf = ({ shape }: Pick<Setting, 'shape'>) => z.strictObject(shape);

const time = z.nullish(z.iso.datetime({ offset: true }));

const bannerEntry = z
  .strictObject({ ...parts.banner.shape, 'scheduled-publish-at': time, 'scheduled-expire-at': time })
  .check(
    z.refine((given) => !given['scheduled-publish-at'] === !given['scheduled-expire-at'], {
      message: 'scheduled-publish-at and scheduled-expire-at must be given together',
    }),
  );

const teamEntry = z.strictObject({ users: texts, exact: z.optional(z.boolean()) });
export type TeamEntry = z.infer<typeof teamEntry>;

const url = z.nullish(z.union([z.string(), secret], 'must be text, { file: PATH } or { env: NAME }'));

const notificationEntry = z.strictObject({ ...shapeOf(lists.notifications), url }).check(
  z.superRefine(({ url, ...others }, { addIssue }) => {
    const { 'destination-type': type, users } = others as Row['attributes'];
    if (typeof url === 'string' && !webUrl.safeParse(url).success)
      addIssue({ code: 'custom', path: ['url'], message: 'must be an http or https URL' });
    // A configuration that exists keeps its URL where none is declared.
    const complaint = type === 'email' || url === null ? urlComplaint(String(type), url && 'a URL') : undefined;
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

const strictly = (shape: (resource: Resource) => Shape) =>
  Object.fromEntries(Object.entries(lists).map(([name, resource]) => [name, z.strictObject(shape(resource))]));
const listsOf = (schemas: Readonly<Record<string, z.ZodMiniType>>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, z.optional(z.array(schema))]));

/** An entry of each part that is a list. */
export const entries: Readonly<Record<string, z.ZodMiniType>> = {
  ...strictly(shapeOf),
  notifications: notificationEntry,
};
const absent = {
  ...strictly((resource) => ({ name: text, ...placeOf(resource) })),
  'oauth-clients': absentOauthClient,
};

const siteName = z
  .string()
  .check(z.maxLength(200), z.regex(/^[\w-][\w.-]*$/, 'may have letters, digits, dots, hyphens and underscores only'));

/** The document of a site: attributes have the names of the API, every part is optional, unknown keys are mistakes. */
export const siteDocument = z.strictObject({
  $schema: z.optional(z.string()),
  version: z.literal(1),
  name: z.optional(siteName),
  organization: z.optional(text),
  site: z.optional(
    z.strictObject({ customization: z.optional(settingOf(parts.customization)), banner: z.optional(bannerEntry) }),
  ),
  subscription: z.optional(settingOf(parts.subscription)),
  teams: z.optional(z.record(text, teamEntry)),
  ...listsOf(entries),
  absent: z.optional(z.strictObject(listsOf(absent))),
});

type Parts = { [Name in PartName]?: unknown };
export type SiteDocument = Parts &
  Pick<z.infer<typeof siteDocument>, 'name' | 'organization' | 'version'> & {
    site?: Parts | undefined;
    absent?: Parts | undefined;
  };
