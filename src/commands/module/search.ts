import type { Command } from 'commander';
import { z } from 'zod';
import { type ModuleSummary, modules } from '../../contract/registry/modules.ts';
import { pagesByOffset } from '../../module/pages.ts';
import { openRegistry } from '../../module/registry.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { count, option } from '../values.ts';
import { moduleView } from './view.ts';

const flags = z.object({
  provider: z.string().optional(),
  namespace: z.string().optional(),
  verified: z.boolean().optional(),
  limit: z.number().min(1).default(20),
  all: z.boolean().default(false),
});

export function registerSearch(module: Command, { output, registryParts }: Context): void {
  module
    .command('search')
    .description('Find modules by words')
    .argument('<query...>', 'words to look for; quote a phrase')
    .option('--provider <name>', 'only modules for this provider')
    .option('--namespace <name>', 'only modules of this publisher')
    .option('--verified', 'only verified modules')
    .addOption(option('--limit <n>', 'show at most that many (default: 20)', count))
    .option('--all', 'show every one')
    .addHelpText(
      'after',
      `
Calls GET search of the registry; a public one needs no token.

Examples:
  svc module search network
  svc module search network --provider aws --limit 5 -o json`,
    )
    .action(
      action(flags, async ({ all, limit, ...narrowing }, words: string[]) => {
        const registry = await openRegistry(registryParts());
        const query = { q: words.join(' '), ...narrowing };
        const wanted = all ? Number.POSITIVE_INFINITY : limit;
        const found = pagesByOffset(
          (offset, size) => registry.call(modules.search, { query: { ...query, offset, limit: size } }),
          wanted,
          () => output.note(`There are more; show them with --limit N or --all.`),
        );
        await output.list<ModuleSummary>(moduleView, found, `No module matches ${query.q}.`);
      }),
    );
}
