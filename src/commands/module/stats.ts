import type { Command } from 'commander';
import { downloads } from '../../api/contract/registry/downloads-summary.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { bars } from '../../cli/terminal/canvas.ts';
import { downloadsOf } from '../../modules/registry/downloads.ts';
import { parseWhole } from '../../modules/registry/family.ts';
import { openRegistry } from '../../modules/registry/registry.ts';
import { registriesOf } from './registries.ts';
import { downloadsView, periodBars } from './view.ts';

export function registerStats(module: Command): void {
  explain(module.command('stats'), {
    notes: `Counts downloads of this week, month and year, and in total. Requires version 2 of the registry API: /v2/modules/ where its URL has
/v1/modules/.`,
    calls: [downloads.summary],
    examples: ['svc module stats acme/network/cloud', 'svc module stats acme/label/null --jq .attributes.total'],
  })
    .description('Show the download counts of a module')
    .argument('<address>', '[HOST/]NAMESPACE/NAME/PROVIDER')
    .action(
      run(async (context, _, text) => {
        const address = parseWhole(text);
        const registry = await openRegistry(await registriesOf(context, address), address);
        const summary = await downloadsOf(registry, address);
        await context.output.show(downloadsView, summary, bars(periodBars(summary)));
      }),
    );
}
