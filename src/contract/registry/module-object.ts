import { z } from 'zod';

// Schemas are created on first use: most commands load this file and use none of them.
const summary = () =>
  z.looseObject({
    id: z.string(),
    namespace: z.string(),
    name: z.string(),
    provider: z.string(),
    version: z.string(),
    owner: z.string().nullish(),
    description: z.string().nullish(),
    source: z.string().nullish(),
    published_at: z.string().nullish(),
    downloads: z.number().nullish(),
    verified: z.boolean().nullish(),
  });
/** A published module in lists, search results and single responses (docs/protocol/registry.md#module-object). */
export const moduleSummary = z.lazy(summary);
export type ModuleSummary = z.infer<typeof moduleSummary>;

const modulePart = z.lazy(() =>
  z.looseObject({
    path: z.string(),
    readme: z.string().nullish(),
    empty: z.boolean().nullish(),
    inputs: z.array(z.looseObject({ name: z.string() })).nullish(),
    outputs: z.array(z.looseObject({ name: z.string() })).nullish(),
    dependencies: z.array(z.unknown()).nullish(),
    resources: z.array(z.looseObject({ name: z.string(), type: z.string() })).nullish(),
    data_sources: z.array(z.unknown()).nullish(),
    ephemeral_resources: z.array(z.unknown()).nullish(),
    required_version: z.unknown().optional(),
  }),
);
export type ModulePart = z.infer<typeof modulePart>;

/** The response for one module: the latest for a provider, or one version. */
export const moduleDetail = z.lazy(() =>
  summary().extend({
    root: modulePart,
    submodules: z.array(modulePart).nullish(),
    providers: z.array(z.string()).nullish(),
    versions: z.array(z.string()).nullish(),
  }),
);
export type ModuleDetail = z.infer<typeof moduleDetail>;

/** See docs/protocol/registry.md#pages. */
export const pageMeta = z.lazy(() =>
  z.looseObject({
    limit: z.number(),
    current_offset: z.number(),
    next_offset: z.number().nullish(),
    prev_offset: z.number().nullish(),
    next_url: z.string().nullish(),
    prev_url: z.string().nullish(),
  }),
);
export type PageMeta = z.infer<typeof pageMeta>;

export const modulePage = z.lazy(() => z.looseObject({ meta: pageMeta, modules: z.array(moduleSummary) }));
export type ModulePage = z.infer<typeof modulePage>;

const versionsOfModule = z.lazy(() => z.looseObject({ versions: z.array(z.looseObject({ version: z.string() })) }));

/** The requested module comes first; optional fields may have any value (docs/protocol/registry.md#versions). */
export const versionList = z.lazy(() => z.looseObject({ modules: z.tuple([versionsOfModule], z.unknown()) }));
export type VersionList = z.infer<typeof versionList>;
