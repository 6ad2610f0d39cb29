import { columnsOf, type View } from '../../base/view.ts';
import { verb } from '../../cli/verb.ts';
import type { ServedRoute } from '../../sandbox/served-routes.ts';

const routeView: View<ServedRoute> = {
  columns: columnsOf('method:whole path:whole api access edition'),
};

export const routes = verb({
  words: 'routes',
  about: 'List the routes of the sandbox',
  text: `A route is a method and a path that the sandbox answers. Paths start at the root of the host. Routes of the API "sandbox" are the controls of svc sandbox run, billable-resources, outbox and fail.`,
  examples: ['svc sandbox routes', 'svc sandbox routes -o json'],
  async run({ output }) {
    const { servedRoutes } = await import('../../sandbox/served-routes.ts');
    await output.list(routeView, servedRoutes(), 'No routes.');
  },
});
