import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { modules } from '../../contract/registry/modules.ts';
import { parseAddress } from '../../module/address/address.ts';
import { findSource } from '../../module/find.ts';
import { openRegistry } from '../../module/registry/registry.ts';
import { registriesOf } from './registries.ts';
import { sourceView } from './view.ts';

export function registerSource(module: Command): void {
  explain(module.command('source'), {
    notes: `One line: the location in full, secrets masked. As JSON an object with address, version, location, kind (archive or git), format or ref, and subdir. Without a version the redirect of the latest download is followed; for a constraint the versions are asked for first.`,
    calls: [modules.latestDownload, modules.download, modules.versions],
    examples: [
      'svc module source acme/label/null',
      'svc module source globex/queue/null@0.3.0',
      'svc module source "acme/network/cloud//modules/subnet@~> 1.1" -o json',
    ],
  })
    .description('Print where a module version is downloaded from')
    .argument('<address>', '[HOST/]NAMESPACE/NAME/PROVIDER[//SUBDIR][@VERSION]; a constraint may stand for the version')
    .action(
      run(async (context, _, text) => {
        const { output } = context;
        const address = parseAddress(text);
        const registry = await openRegistry(await registriesOf(context, address), address.host);
        await output.answer(sourceView, await findSource(registry, address, output.warn));
      }),
    );
}
