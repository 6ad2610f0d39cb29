import { discoveryPaths } from '../api/contract/dialect.ts';
import type { Endpoint } from '../api/contract/endpoint.ts';
import { controlPaths } from './control.ts';
import { serviceParts } from './handlers/index.ts';
import { archivePaths } from './locations.ts';

/** A method of a path that the sandbox serves. */
export interface ServedRoute {
  method: string;
  /** The path from the root of the host. */
  path: string;
  api: 'platform' | 'registry' | 'sandbox';
  access: Endpoint['access'] | 'control-token';
  edition: Endpoint['edition'];
}

/** Returns all routes of the sandbox, in both editions: the documented endpoints, lookups, discovery, archives and controls. */
export function servedRoutes(): ServedRoute[] {
  const documented = serviceParts.flatMap(({ prefix, api, resources }) =>
    resources
      .flatMap(({ table }) => Object.values(table))
      .map(({ access, edition, method, path }): ServedRoute => ({ method, path: prefix + path, api, access, edition })),
  );
  const open = [...discoveryPaths, ...archivePaths].map(
    (path): ServedRoute => ({ method: 'GET', path, api: 'registry', access: 'anyone', edition: 'both' }),
  );
  return [
    ...documented,
    ...open,
    ...controlPaths.map((line): ServedRoute => ({ ...line, api: 'sandbox', access: 'control-token', edition: 'both' })),
  ];
}
