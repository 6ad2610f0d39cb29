import { posix } from 'node:path';
import { modules } from '../../api/contract/registry/modules.ts';
import { columnsOf } from '../../base/view.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { parseAddress, splitSubdir } from '../../modules/address/address.ts';
import { findModule } from '../../modules/download.ts';
import { moduleSentence, registriesOf } from './registries.ts';

export const source = verb({
  words: 'source',
  about: 'Print the download URL of a module',
  text: `${moduleSentence} Prints the full location, with secrets masked. -o json has address, version, location, kind (archive or git), format or ref, and subdir.`,
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
    const { from, key, locate, name, subdir } = await findModule(address, { registry, warn: output.warn });
    const { location } = await locate();
    await output.answer(
      { columns: columnsOf('location:whole') },
      {
        ...{ address: name, version: key.version, location: withFolder(from, address.subdir), kind: location.kind },
        ...(location.kind === 'git' ? { ref: location.ref } : { format: location.format }),
        subdir,
      },
    );
  },
});

function withFolder(location: string, folder: string | undefined): string {
  if (folder === undefined) return location;
  const [source, before] = splitSubdir(location);
  const [path = ''] = source.split('?');
  return `${path}//${posix.join(before, folder)}${source.slice(path.length)}`;
}
