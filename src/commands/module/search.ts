import { type ListedModule, modules } from '../../api/contract/registry/modules.ts';
import { NotFoundError, RejectedError, UsageError, ValueError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import { joined } from '../../base/text.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { orLacking, readModules } from '../../modules/registry/pages.ts';
import { openRegistry, type Registry } from '../../modules/registry/registry.ts';
import { listFlags, rangeOf } from './list-flags.ts';
import { moduleSentence, registriesOf } from './registries.ts';
import { moduleView } from './view.ts';

export const search = verb({
  words: 'search',
  about: 'Search for modules',
  text: moduleSentence,
  flags: (command: Command) =>
    listFlags(
      command
        .argument('<query...>', 'words to search for; quote a phrase')
        .optionsGroup('Filter:')
        .option('--namespace <name>', 'only modules in this namespace', publisher),
    ),
  calls: [modules.search, modules.list],
  examples: [
    'svc module search network',
    `svc module search '"message queue"' --namespace globex`,
    'svc module search network --provider cloud --limit 5 -o json',
  ],
  async run(context, { namespace, provider, verified, ...extent }, terms) {
    const q = terms.join(' ');
    if (q.trim() === '') {
      throw new UsageError('No search terms given.', { hint: 'List all modules with: svc module list' });
    }
    const registry = await openRegistry(await registriesOf(context));
    const query = { q, provider, namespace, verified };
    const pages = readModules(registry, modules.search, { query }, rangeOf(extent, context.output));
    const matches = orLacking(pages, registry, { lacking: 'no search' });
    await context.output.list<ListedModule>(moduleView, matches, async () => {
      const near = await namesLike(q, registry);
      return `No modules match ${q}.${near.length > 0 ? `\nDid you mean ${joined(near, 'or')}?` : ''}`;
    });
  },
});

/** Returns at most three similar names among the first modules of the registry; an empty list if the registry cannot list modules. */
async function namesLike(typed: string, registry: Registry): Promise<string[]> {
  const names = new Set<string>();
  try {
    for await (const { name } of readModules(registry, modules.list, {}, { limit: 100 })) names.add(name);
  } catch (error) {
    if (!(error instanceof NotFoundError || error instanceof RejectedError)) throw error;
  }
  return [...names].filter((name) => name !== typed && nearest(typed, [name])).slice(0, 3);
}

function publisher(name: string): string {
  if (name.includes('/')) throw new ValueError('must not contain a slash.');
  return name;
}
