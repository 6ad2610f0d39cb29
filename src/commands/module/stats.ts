import { downloads } from '../../api/contract/registry/downloads-summary.ts';
import { bars } from '../../cli/terminal/canvas.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { downloadsOf } from '../../modules/registry/describe.ts';
import { openRegistry } from '../../modules/registry/registry.ts';
import { parseWhole } from '../../modules/registry/resolve.ts';
import { moduleSentence, registriesOf } from './registries.ts';
import { downloadsView, periodBars } from './view.ts';

export const stats = verb({
  words: 'stats',
  about: 'Show the download counts of a module',
  text: `${moduleSentence} Counts downloads of this week, month and year, and in total. Requires version 2 of the registry API: /v2/modules/ where its URL has
/v1/modules/.`,
  flags: (command: Command) => command.argument('<address>', '[HOST/]NAMESPACE/NAME/PROVIDER'),
  calls: [downloads.summary],
  examples: ['svc module stats acme/network/cloud', 'svc module stats acme/label/null --jq .attributes.total'],
  async run(context, _, text) {
    const address = parseWhole(text);
    const registry = await openRegistry(await registriesOf(context, address), address);
    const summary = await downloadsOf(registry, address);
    await context.output.show(downloadsView, summary, bars(periodBars(summary)));
  },
});
