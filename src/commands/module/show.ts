import { modules } from '../../api/contract/registry/modules.ts';
import { card, stack } from '../../cli/terminal/canvas.ts';
import { oneOf } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { parseAddress } from '../../modules/address/address.ts';
import { describeModule } from '../../modules/registry/describe.ts';
import { openRegistry } from '../../modules/registry/registry.ts';
import { warnOfDeprecated } from '../../modules/registry/resolve.ts';
import { moduleSentence, registriesOf } from './registries.ts';
import { describedIn, readmeOf, rowsOf, sectionDrawings, sectionNames } from './sections.ts';
import { detailView, partView } from './view.ts';

export const show = verb({
  words: 'show',
  about: 'Show the inputs, outputs and contents of a module',
  text: `${moduleSentence} Shows the latest version by default; with //SUBDIR, the submodule in that folder. -o json prints the module object of the registry, a
section as an array, the readme as a text.`,
  flags: (command: Command) =>
    command
      .argument('<address>', '[HOST/]NAMESPACE/NAME/PROVIDER[//SUBDIR][@VERSION]; a version constraint is allowed')
      .option('--section <name>', `show only one section: ${sectionNames.join(', ')}`, oneOf(sectionNames)),
  calls: [modules.latest, modules.show, modules.versions],
  examples: [
    'svc module show acme/network/cloud',
    'svc module show acme/network/cloud@1.1.0 --section inputs -o csv',
    'svc module show acme/network/cloud//modules/subnet --section readme',
  ],
  async run(context, { section }, text) {
    const { output } = context;
    const address = parseAddress(text);
    const registry = await openRegistry(await registriesOf(context, address), address);
    const description = await describeModule(registry, address, output.warn);
    warnOfDeprecated([description], output.warn);
    const described = describedIn(description, address.subdir);
    const { part } = described;
    if (section === 'readme') return output.text(readmeOf(part));
    if (section !== undefined) {
      const { view, rows } = rowsOf(section, described);
      return output.list(view, rows, `${text} has no ${section}.`);
    }
    const sections = sectionDrawings(described, address.text);
    if (address.subdir !== undefined) return output.show(partView, part, stack([card(partView, part), ...sections]));
    const view = detailView(address);
    await output.show(view, description, stack([card(view, description), ...sections]));
  },
});
