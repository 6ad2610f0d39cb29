import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { moduleDetail, modulePage, versionList } from './module-object.ts';

// The fields that `svc` needs in a registry's responses. Registries omit documented fields, or send them in another form.

/** An entry of a list or search. */
const listedModule = z.lazy(() =>
  z.looseObject({ namespace: z.string(), name: z.string(), provider: z.string(), version: z.string() }),
);
export type ListedModule = z.infer<typeof listedModule>;

const listedPage = z.lazy(() =>
  z.looseObject({
    meta: z.nullish(z.looseObject({ next_offset: z.nullish(z.number()), next_url: z.nullish(z.string()) })),
    modules: z.array(listedModule),
  }),
);

const describedModule = z.lazy(() => z.looseObject({ version: z.string() }));
export type DescribedModule = z.infer<typeof describedModule>;

const versionsOfModule = z.lazy(() => z.looseObject({ versions: z.nullish(z.array(z.unknown())) }));

/** The lenient schema of a versions response. The first element is the requested module; a registry may omit an unknown module or its versions. */
const listedVersions = z.lazy(() => z.looseObject({ modules: z.tuple([z.optional(versionsOfModule)], z.unknown()) }));

const page = ['offset', 'limit'] as const;
const pages = { reply: listedPage, documented: modulePage };
const oneModule = { reply: describedModule, documented: moduleDetail };

/**
 * See docs/protocol/registry.md#endpoints. Paths are relative to the discovered base URL, which ends in a slash. assumed: public,
 * with a bearer token where a private registry requires one (docs/protocol/registry.md#authentication).
 */
export const modules = {
  list: endpoint('GET /', 'see modules', 'anyone', { query: ['provider', 'verified', ...page], ...pages }),
  namespace: endpoint('GET /:namespace', 'see modules', 'anyone', {
    query: ['provider', 'verified', ...page],
    ...pages,
  }),
  search: endpoint('GET /search', 'see modules', 'anyone', {
    query: ['q', 'provider', 'namespace', 'verified', ...page],
    ...pages,
  }),
  versions: endpoint('GET /:namespace/:name/:provider/versions', 'see versions', 'anyone', {
    reply: listedVersions,
    documented: versionList,
  }),
  download: endpoint('GET /:namespace/:name/:provider/:version/download', 'see the location of the module', 'anyone'),
  latestOfProviders: endpoint('GET /:namespace/:name', 'see modules', 'anyone', { query: page, ...pages }),
  latestDownload: endpoint('GET /:namespace/:name/:provider/download', 'see the location of the module', 'anyone', {
    status: 302,
  }),
  latest: endpoint('GET /:namespace/:name/:provider', 'see this module', 'anyone', oneModule),
  show: endpoint('GET /:namespace/:name/:provider/:version', 'see this module', 'anyone', oneModule),
};
