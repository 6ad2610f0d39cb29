import { modules } from '../../api/contract/registry/modules.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { parseAddress } from '../../modules/address/address.ts';
import { findSource } from '../../modules/find.ts';
import { registriesOf } from './registries.ts';
import { sourceView } from './view.ts';

export const source = verb({
  words: 'source',
  about: 'Print the download URL of a module',
  text: `Prints the full location, with secrets masked. -o json has address, version, location, kind (archive or git), format or ref, and subdir.`,
  flags: (command: Command) =>
    command.argument(
      '<address>',
      '[HOST/]NAMESPACE/NAME/PROVIDER[//SUBDIR][@VERSION]; a version constraint is allowed',
    ),
  calls: [modules.versions, modules.download, modules.latestDownload],
  examples: [
    'svc module source acme/label/null',
    'svc module source globex/queue/null@0.3.0',
    'svc module source "acme/network/cloud//modules/subnet@~> 1.1" -o json',
  ],
  async run(context, _, text) {
    const { output } = context;
    const address = parseAddress(text);
    const registry = await registriesOf(context, address);
    await output.answer(sourceView, await findSource(address, { registry, warn: output.warn }));
  },
});
