import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

// Schemas are made when an answer is read: many a command loads this table and reads none of them.
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
/** A published module as lists, searches and single answers show it (part 2, Module object). */
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
  }),
);
export type ModulePart = z.infer<typeof modulePart>;

/** The answer for one module: latest for a provider, or one version. */
export const moduleDetail = z.lazy(() =>
  summary().extend({
    root: modulePart,
    submodules: z.array(modulePart).nullish(),
    providers: z.array(z.string()).nullish(),
    versions: z.array(z.string()).nullish(),
  }),
);
export type ModuleDetail = z.infer<typeof moduleDetail>;

/** Part 2, Pagination envelope. */
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

/** Part 2, Versions response: the first element is the requested module. */
export const versionList = z.lazy(() =>
  z.looseObject({
    modules: z
      .array(
        z.looseObject({
          source: z.string().nullish(),
          versions: z.array(z.looseObject({ version: z.string() })),
        }),
      )
      .min(1),
  }),
);
export type VersionList = z.infer<typeof versionList>;

const page = ['offset', 'limit'] as const;

/**
 * Part 2, Endpoints; paths are relative to the discovered base URL, which ends in a slash.
 * Authentication is "not shown"; assumed: open for everybody, a bearer token where a private registry wants one (facts, section k).
 */
export const modules = {
  list: endpoint({
    method: 'GET',
    path: '/',
    access: 'anyone',
    query: ['provider', 'verified', ...page],
    reply: modulePage,
  }),
  namespace: endpoint({
    method: 'GET',
    path: '/:namespace',
    access: 'anyone',
    query: ['provider', 'verified', ...page],
    reply: modulePage,
  }),
  search: endpoint({
    method: 'GET',
    path: '/search',
    access: 'anyone',
    query: ['q', 'provider', 'namespace', 'verified', ...page],
    reply: modulePage,
  }),
  versions: endpoint({
    method: 'GET',
    path: '/:namespace/:name/:provider/versions',
    access: 'anyone',
    reply: versionList,
  }),
  download: endpoint({
    method: 'GET',
    path: '/:namespace/:name/:provider/:version/download',
    access: 'anyone',
    status: 204,
  }),
  latestOfProviders: endpoint({
    method: 'GET',
    path: '/:namespace/:name',
    access: 'anyone',
    query: page,
    reply: modulePage,
  }),
  latestDownload: endpoint({
    method: 'GET',
    path: '/:namespace/:name/:provider/download',
    access: 'anyone',
    status: 302,
  }),
  latest: endpoint({
    method: 'GET',
    path: '/:namespace/:name/:provider',
    access: 'anyone',
    reply: moduleDetail,
  }),
  show: endpoint({
    method: 'GET',
    path: '/:namespace/:name/:provider/:version',
    access: 'anyone',
    reply: moduleDetail,
  }),
};
