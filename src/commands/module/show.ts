import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { oneOf } from '../../cli/values.ts';
import { modules } from '../../contract/registry/modules.ts';
import { parseAddress } from '../../module/address/address.ts';
import { describeModule } from '../../module/registry/describe.ts';
import { openRegistry } from '../../module/registry/registry.ts';
import { card, stack } from '../../terminal/canvas.ts';
import { registriesOf } from './registries.ts';
import { describedIn, readmeOf, rowsOf, sectionDrawings, sectionNames } from './sections.ts';
import { detailView, partView } from './view.ts';

export function registerShow(module: Command): void {
  explain(module.command('show'), {
    notes: `Without a version the latest is shown; with //SUBDIR the submodule in that folder. As JSON it is the module object as the registry sent it (with //SUBDIR that of the submodule); a section is an array, the readme a text. The versions are asked for where the registry has no latest one, and where a constraint is given.`,
    calls: [modules.latest, modules.show, modules.versions],
    examples: [
      'svc module show acme/network/cloud',
      'svc module show acme/network/cloud@1.1.0 --section inputs -o csv',
      'svc module show acme/network/cloud//modules/subnet --section readme',
    ],
  })
    .description('Show what a module version is, takes and gives')
    .argument('<address>', '[HOST/]NAMESPACE/NAME/PROVIDER[//SUBDIR][@VERSION]; a constraint may stand for the version')
    .option('--section <name>', `only one of ${sectionNames.join(', ')}`, oneOf(sectionNames))
    .action(
      run(async (context, { section }, text) => {
        const { output } = context;
        const address = parseAddress(text);
        const registry = await openRegistry(await registriesOf(context, address), address.host);
        const found = await describeModule(registry, address, output.warn);
        const described = describedIn(found, address.subdir);
        const { part } = described;
        if (section === 'readme') return output.text(readmeOf(part));
        if (section !== undefined) {
          const { view, rows } = rowsOf(section, described);
          return output.list(view, rows, `${text} has no ${section}.`);
        }
        const sections = sectionDrawings(described, address.text);
        if (address.subdir !== undefined) return output.show(partView, part, stack(card(partView, part), ...sections));
        const view = detailView(address);
        await output.show(view, found, stack(card(view, found), ...sections));
      }),
    );
}
