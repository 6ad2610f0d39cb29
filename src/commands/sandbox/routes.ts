import type { Command } from 'commander';
import { columnsOf, type View } from '../../base/view.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import type { ServedRoute } from '../../sandbox/served-routes.ts';

const routeView: View<ServedRoute> = {
  columns: columnsOf('method:whole path:whole api access edition'),
};

export function registerRoutes(sandbox: Command): void {
  explain(sandbox.command('routes'), {
    notes: `Paths start at the root of the host. Routes of the API "sandbox" are the controls of svc sandbox run, rum, outbox and fail.`,
    examples: ['svc sandbox routes', 'svc sandbox routes -o json'],
  })
    .description('List the routes of the sandbox')
    .action(
      run(async ({ output }) => {
        const { servedRoutes } = await import('../../sandbox/served-routes.ts');
        await output.list(routeView, servedRoutes(), 'No routes.');
      }),
    );
}
