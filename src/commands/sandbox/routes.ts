import type { Command } from 'commander';
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { platformEndpoints } from '../../contract/platform/index.ts';
import { downloads } from '../../contract/registry/downloads-summary.ts';
import { modules } from '../../contract/registry/modules.ts';
import type { View } from '../../terminal/view.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';

type Route = Pick<Endpoint, 'method' | 'path' | 'access' | 'edition'> & { api: 'platform' | 'registry' };

const routeView: View<Route> = {
  columns: [
    { name: 'method', of: ({ method }) => method, fit: 'whole' },
    { name: 'path', of: ({ path }) => path, fit: 'whole' },
    { name: 'api', of: ({ api }) => api },
    { name: 'access', of: ({ access }) => access },
    { name: 'edition', of: ({ edition }) => edition },
  ],
};

export function registerRoutes(sandbox: Command, { output }: Context): void {
  explain(sandbox.command('routes'), {
    examples: ['svc sandbox routes', 'svc sandbox routes -o json'],
  })
    .description('List every endpoint the sandbox serves, who may call it, and in which edition')
    .action(
      action(z.object({}), async () => {
        const platform = Object.values(platformEndpoints).flatMap((group) => Object.values<Endpoint>(group));
        const routes = [
          ...platform.map((endpoint) => route(endpoint, 'platform')),
          ...Object.values<Endpoint>({ ...modules, ...downloads }).map((endpoint) => route(endpoint, 'registry')),
        ];
        await output.list(routeView, routes, 'There are no routes.');
      }),
    );
}

function route({ method, path, access, edition }: Endpoint, api: Route['api']): Route {
  return { method, path, access, edition, api };
}
