import { endpoint } from '../endpoint.ts';
import { describedModule, listedPage, listedVersions } from './answers.ts';
import { moduleDetail, modulePage, versionList } from './module-object.ts';

const page = ['offset', 'limit'] as const;
const pages = { reply: listedPage, documented: modulePage };
const oneModule = { reply: describedModule, documented: moduleDetail };

/**
 * Paths are relative to the discovered base URL, which ends in a slash (docs/protocol/registry.md#endpoints). assumed: public,
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
