import { z } from 'zod/mini';
import { fieldsOf, flag, number, text } from '../jsonapi.ts';

// Schemas are created on first use: most commands load this file and use none of them.
const summary = () =>
  z.looseObject({
    ...fieldsOf(z.string(), 'id namespace name provider version'),
    ...fieldsOf(text, 'owner description source published_at'),
    downloads: number,
    verified: flag,
  });
/** A published module in lists, search results and single responses (docs/protocol/registry.md#module-object). */
export const moduleSummary = z.lazy(summary);
export type ModuleSummary = z.infer<typeof moduleSummary>;

const modulePart = z.lazy(() =>
  z.looseObject({
    path: z.string(),
    readme: text,
    empty: flag,
    ...fieldsOf(z.nullish(z.array(z.looseObject({ name: z.string() }))), 'inputs outputs'),
    resources: z.nullish(z.array(z.looseObject({ name: z.string(), type: z.string() }))),
    ...fieldsOf(z.nullish(z.array(z.unknown())), 'dependencies data_sources ephemeral_resources'),
    required_version: z.optional(z.unknown()),
  }),
);
export type ModulePart = z.infer<typeof modulePart>;

/** The response for one module: the latest for a provider, or one version. */
export const moduleDetail = z.lazy(() =>
  z.extend(summary(), {
    root: modulePart,
    submodules: z.nullish(z.array(modulePart)),
    ...fieldsOf(z.nullish(z.array(z.string())), 'providers versions'),
  }),
);
export type ModuleDetail = z.infer<typeof moduleDetail>;

/** See docs/protocol/registry.md#pages. */
export const pageMeta = z.lazy(() =>
  z.looseObject({
    ...fieldsOf(z.number(), 'limit current_offset'),
    ...fieldsOf(number, 'next_offset prev_offset'),
    ...fieldsOf(text, 'next_url prev_url'),
  }),
);
export type PageMeta = z.infer<typeof pageMeta>;

export const modulePage = z.lazy(() => z.looseObject({ meta: pageMeta, modules: z.array(moduleSummary) }));
export type ModulePage = z.infer<typeof modulePage>;

const versionsOfModule = z.lazy(() => z.looseObject({ versions: z.array(z.looseObject({ version: z.string() })) }));

/** The versions of a module. The requested module comes first; optional fields may have any value (docs/protocol/registry.md#versions). */
export const versionList = z.lazy(() => z.looseObject({ modules: z.tuple([versionsOfModule], z.unknown()) }));
export type VersionList = z.infer<typeof versionList>;
