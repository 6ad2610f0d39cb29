import { z } from 'zod/mini';

// Schemas are created on first use: most commands load this file and use none of them.
const summary = () =>
  z.looseObject({
    id: z.string(),
    namespace: z.string(),
    name: z.string(),
    provider: z.string(),
    version: z.string(),
    owner: z.nullish(z.string()),
    description: z.nullish(z.string()),
    source: z.nullish(z.string()),
    published_at: z.nullish(z.string()),
    downloads: z.nullish(z.number()),
    verified: z.nullish(z.boolean()),
  });
/** A published module in lists, search results and single responses (docs/protocol/registry.md#module-object). */
export const moduleSummary = z.lazy(summary);
export type ModuleSummary = z.infer<typeof moduleSummary>;

const modulePart = z.lazy(() =>
  z.looseObject({
    path: z.string(),
    readme: z.nullish(z.string()),
    empty: z.nullish(z.boolean()),
    inputs: z.nullish(z.array(z.looseObject({ name: z.string() }))),
    outputs: z.nullish(z.array(z.looseObject({ name: z.string() }))),
    dependencies: z.nullish(z.array(z.unknown())),
    resources: z.nullish(z.array(z.looseObject({ name: z.string(), type: z.string() }))),
    data_sources: z.nullish(z.array(z.unknown())),
    ephemeral_resources: z.nullish(z.array(z.unknown())),
    required_version: z.optional(z.unknown()),
  }),
);
export type ModulePart = z.infer<typeof modulePart>;

/** The response for one module: the latest for a provider, or one version. */
export const moduleDetail = z.lazy(() =>
  z.extend(summary(), {
    root: modulePart,
    submodules: z.nullish(z.array(modulePart)),
    providers: z.nullish(z.array(z.string())),
    versions: z.nullish(z.array(z.string())),
  }),
);
export type ModuleDetail = z.infer<typeof moduleDetail>;

/** See docs/protocol/registry.md#pages. */
export const pageMeta = z.lazy(() =>
  z.looseObject({
    limit: z.number(),
    current_offset: z.number(),
    next_offset: z.nullish(z.number()),
    prev_offset: z.nullish(z.number()),
    next_url: z.nullish(z.string()),
    prev_url: z.nullish(z.string()),
  }),
);
export type PageMeta = z.infer<typeof pageMeta>;

export const modulePage = z.lazy(() => z.looseObject({ meta: pageMeta, modules: z.array(moduleSummary) }));
export type ModulePage = z.infer<typeof modulePage>;

const versionsOfModule = z.lazy(() => z.looseObject({ versions: z.array(z.looseObject({ version: z.string() })) }));

/** The requested module comes first; optional fields may have any value (docs/protocol/registry.md#versions). */
export const versionList = z.lazy(() => z.looseObject({ modules: z.tuple([versionsOfModule], z.unknown()) }));
export type VersionList = z.infer<typeof versionList>;
