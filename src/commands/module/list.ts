import { type ListedModule, modules } from '../../api/contract/registry/modules.ts';
import { UsageError } from '../../base/errors.ts';
import { type Command, verb } from '../../cli/verb.ts';
import type { RowRange } from '../../modules/registry/offset-pages.ts';
import { orLacking, readModules } from '../../modules/registry/pages.ts';
import { openRegistry } from '../../modules/registry/registry.ts';
import { parseFamily } from '../../modules/registry/resolve.ts';
import { listFlags, rangeOf } from './list-flags.ts';
import { moduleSentence, registriesOf } from './registries.ts';
import { moduleView } from './view.ts';

export const list = verb({
  words: 'list',
  about: 'List modules',
  text: moduleSentence,
  flags: (command: Command) => listFlags(command.argument('[namespace]', 'only modules in this namespace')),
  calls: [modules.list, modules.namespace],
  examples: ['svc module list', 'svc module list acme --provider cloud', 'svc module list --verified --all -o json'],
  async run(context, { provider, verified, ...extent }, namespace) {
    if (namespace?.includes('/')) {
      // Throws for HOST/NAMESPACE, with the command that lists it.
      parseFamily(namespace);
      const hint = `For one module, run: svc module latest ${namespace}`;
      throw new UsageError(`Invalid namespace "${namespace}".`, { hint });
    }
    const registry = await openRegistry(await registriesOf(context));
    const query = { provider, verified };
    const rows = rangeOf(extent, context.output);
    const all = (extent: RowRange) => readModules(registry, modules.list, { query }, extent);
    const pages =
      namespace === undefined
        ? all(rows)
        : namespace === 'search'
          ? searchNamespace(all({ ...rows, limit: undefined, offset: undefined }), rows)
          : readModules(registry, modules.namespace, { namespace, query }, rows);
    const lacking = `no list of ${namespace === undefined ? 'its modules' : `the modules of ${namespace}`}`;
    const listedModules = orLacking(pages, registry, { lacking });
    const none = `No modules${namespace ? ` of ${namespace}` : ''} found.`;
    await context.output.list<ListedModule>(moduleView, listedModules, none);
  },
});

/** Yields the modules of a namespace called `search`: in the API, its path is the path of a search (docs/protocol/registry.md#endpoints). */
async function* searchNamespace(all: AsyncIterable<ListedModule>, { cut, limit = Infinity, offset = 0 }: RowRange) {
  let at = 0;
  for await (const row of all) {
    if (row.namespace !== 'search') continue;
    if (at === offset + limit) return cut?.();
    if (at++ >= offset) yield row;
  }
}
