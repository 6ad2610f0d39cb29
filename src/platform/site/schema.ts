import { z } from 'zod/mini';
import type { Shape } from '../../api/contract/jsonapi.ts';
import { lists, parts } from '../resources/index.ts';
import { type Declarable, placeIn, type Resource, type Row } from '../resources/resource.ts';

const text = z.string().check(z.minLength(1));
const texts = z.array(text);

const notSource = (isNull: boolean) =>
  `must be { file: PATH } or { env: NAME }, not ${isNull ? 'null: remove the key to keep what was sent' : 'the secret'}`;

/** The source of a secret, whose value is never in the document. */
const secret = z
  .strictObject(
    { file: z.optional(text), env: z.optional(text), version: z.optional(z.int().check(z.minimum(1))) },
    { error: ({ code, input }) => (code === 'invalid_type' ? notSource(input === null) : undefined) },
  )
  .check(z.refine(({ env, file }) => (env === undefined) !== (file === undefined), 'must have either file or env'));
export type SecretSource = z.infer<typeof secret>;

const textOrSecret = z.nullish(z.union([z.string(), secret], 'must be text, { file: PATH } or { env: NAME }'));

const place: Shape = { workspaces: texts.check(z.minLength(1)), except: z.optional(texts) };
const placeOf = (resource: Resource): Shape => (placeIn(resource) === 'workspace_id' ? place : {});

/** Returns the keys of an entry: the attributes of a write, relationships by name, sources of secrets, and keys that only documents have. */
function shapeOf(resource: Resource): Shape {
  const { fields, shape } = resource;
  const others = Object.entries(fields).flatMap(
    ([name, { credential, secret: isSecret, single, to }]): [string, z.ZodMiniType][] => {
      if (isSecret) return [[name, z.optional(secret)]];
      if (credential) return [[name, textOrSecret]];
      return to ? [[name, single ? z.nullish(text) : z.optional(texts)]] : [];
    },
  );
  const commonKeys = { id: z.optional(text), 'renamed-from': z.optional(text) };
  return { ...commonKeys, ...shape, ...Object.fromEntries(others), ...placeOf(resource) };
}

function ruled(shape: Shape, { rules }: Pick<Declarable, 'rules'>): z.ZodMiniType {
  return z.strictObject(shape).check(
    z.superRefine((entry, { addIssue }) => {
      for (const [field, messages] of Object.entries(rules?.(entry) ?? {}))
        for (const message of [messages].flat()) if (message) addIssue({ code: 'custom', path: [field], message });
    }),
  );
}

const settingOf = (setting: Pick<Declarable, 'rules' | 'shape'>) => z.optional(ruled(setting.shape, setting));

function absentOf(resource: Resource): z.ZodMiniType {
  const { identifiedBy = [['name']] } = resource;
  const isOptional = identifiedBy.length > 1;
  const names = identifiedBy.flat().map((name) => [name, isOptional ? z.optional(text) : text]);
  const isEnough = (given: Row['attributes']) =>
    identifiedBy.some((set) => set.every((name) => given[name] !== undefined));
  const sets = identifiedBy.map((set) => set.join(' and '));
  const schema = z.strictObject({ ...Object.fromEntries(names), ...placeOf(resource) });
  return schema.check(z.refine(isEnough, `must have a ${sets.join(', or ')}`));
}

const teamEntry = z
  .strictObject({ users: z.optional(texts), memberships: z.optional(texts), exact: z.optional(z.boolean()) })
  .check(z.refine(({ memberships, users }) => users ?? memberships, 'must have users or memberships'));
export type TeamEntry = z.infer<typeof teamEntry>;

const listsOf = (schemaOf: (resource: Resource) => z.ZodMiniType) =>
  Object.fromEntries(Object.entries(lists).map(([name, resource]) => [name, schemaOf(resource)]));
const optional = (schemas: Readonly<Record<string, z.ZodMiniType>>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, z.optional(z.array(schema))]));

export const entries = listsOf((resource) => ruled(shapeOf(resource), resource));

const siteName = z
  .string()
  .check(z.maxLength(200), z.regex(/^[\w-][\w.-]*$/, 'may have letters, digits, dots, hyphens and underscores only'));

/** The document of a site: attributes have the names of the API, every part is optional, unknown keys are mistakes. */
export const siteDocument = z.strictObject({
  $schema: z.optional(z.string()),
  version: z.literal(1),
  name: z.optional(siteName),
  organization: z.optional(text),
  site: z.optional(z.strictObject({ customization: settingOf(parts.customization), banner: settingOf(parts.banner) })),
  subscription: settingOf(parts.subscription),
  teams: z.optional(z.record(text, teamEntry)),
  ...optional(entries),
  absent: z.optional(z.strictObject(optional(listsOf(absentOf)))),
});

export type SiteDocument = z.infer<typeof siteDocument>;
