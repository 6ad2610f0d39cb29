import { type ListedModule, modules } from '../../api/contract/registry/modules.ts';
import { UsageError } from '../../base/errors.ts';
import { positive } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { latestVersion } from '../../modules/registry/describe.ts';
import type { RowRange } from '../../modules/registry/offset-pages.ts';
import { orLacking, readModules } from '../../modules/registry/pages.ts';
import { openRegistry, type Registry } from '../../modules/registry/registry.ts';
import { type ModuleFamily, parseFamily, parseWhole, searchHint } from '../../modules/registry/resolve.ts';
import { offsetOption } from './list-flags.ts';
import { moduleSentence, registriesOf } from './registries.ts';
import { moduleView, oneModuleView } from './view.ts';

export const latest = verb({
  words: 'latest',
  about: 'Show the latest version of a module',
  text: `${moduleSentence} Without a provider the result is a list (an array in JSON), with one it is a single module.`,
  flags: (command: Command) =>
    command
      .argument('<address>', '[HOST/]NAMESPACE/NAME[/PROVIDER]')
      .addOption(offsetOption())
      .option('--limit <n>', 'maximum number of providers (default: all)', positive),
  calls: [modules.latestOfProviders, modules.latest, modules.versions],
  examples: ['svc module latest acme/network', 'svc module latest acme/network/cloud -o json'],
  async run(context, { limit, offset }, text) {
    const { output } = context;
    const family = parseFamily(text);
    const address = family ?? parseWhole(text);
    if (!family && (limit ?? offset) !== undefined)
      throw new UsageError(`--limit and --offset are for lists of providers, but "${text}" names one.`);
    const registry = await openRegistry(await registriesOf(context, address), address);
    if (family) {
      const cut = () => output.note(`Only the first ${limit} are shown. Show more with --limit N.`);
      const listedModules = ofEachProvider(registry, family, { limit, offset, cut, warn: output.warn });
      return output.list(moduleView, listedModules, offset ? 'No more providers.' : `No module ${text} found.`);
    }
    const one = parseWhole(text);
    await output.show(oneModuleView(one), await latestVersion(registry, one, output.warn));
  },
});

function ofEachProvider(registry: Registry, family: ModuleFamily, range: RowRange): AsyncGenerator<ListedModule> {
  const { host, namespace, name } = family;
  const oneProvider = `svc module latest ${host ? `${host.display}/` : ''}${namespace}/${name}/PROVIDER`;
  return orLacking(readModules(registry, modules.latestOfProviders, { namespace, name }, range), registry, {
    lacking: `no latest versions of ${namespace}/${name}`,
    hint: `${searchHint(registry, family)}, or name the provider: ${oneProvider}`,
  });
}
