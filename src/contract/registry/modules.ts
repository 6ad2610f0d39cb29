import { endpoint } from '../endpoint.ts';
import { describedModule, listedPage, listedVersions } from './answers.ts';
import { moduleDetail, modulePage, versionList } from './module-object.ts';

const page = ['offset', 'limit'] as const;

/**
 * Paths are relative to the discovered base URL, which ends in a slash (docs/protocol/registry.md#endpoints). assumed: public,
 * with a bearer token where a private registry requires one (docs/protocol/registry.md#authentication).
 */
export const modules = {
  list: endpoint('GET /', 'see modules', {
    access: 'anyone',
    query: ['provider', 'verified', ...page],
    reply: listedPage,
    documented: modulePage,
  }),
  namespace: endpoint('GET /:namespace', 'see modules', {
    access: 'anyone',
    query: ['provider', 'verified', ...page],
    reply: listedPage,
    documented: modulePage,
  }),
  search: endpoint('GET /search', 'see modules', {
    access: 'anyone',
    query: ['q', 'provider', 'namespace', 'verified', ...page],
    reply: listedPage,
    documented: modulePage,
  }),
  versions: endpoint('GET /:namespace/:name/:provider/versions', 'see versions', {
    access: 'anyone',
    reply: listedVersions,
    documented: versionList,
  }),
  download: endpoint('GET /:namespace/:name/:provider/:version/download', 'see the location of the module', {
    access: 'anyone',
    status: 204,
  }),
  latestOfProviders: endpoint('GET /:namespace/:name', 'see modules', {
    access: 'anyone',
    query: page,
    reply: listedPage,
    documented: modulePage,
  }),
  latestDownload: endpoint('GET /:namespace/:name/:provider/download', 'see the location of the module', {
    access: 'anyone',
    status: 302,
  }),
  latest: endpoint('GET /:namespace/:name/:provider', 'see this module', {
    access: 'anyone',
    reply: describedModule,
    documented: moduleDetail,
  }),
  show: endpoint('GET /:namespace/:name/:provider/:version', 'see this module', {
    access: 'anyone',
    reply: describedModule,
    documented: moduleDetail,
  }),
};
