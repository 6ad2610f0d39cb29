import type { Command } from 'commander';
import { z } from 'zod';
import type { Wanted } from '../../module/pages.ts';
import type { Output } from '../../terminal/output.ts';
import { count, option } from '../values.ts';

/** The flags that every list of modules has. */
export const narrowing = {
  provider: z.string().optional(),
  verified: z.boolean().optional(),
  limit: z.number().min(1).default(20),
  all: z.boolean().default(false),
};

/** Declares them. */
export function withNarrowing(verb: Command): Command {
  return verb
    .option('--provider <name>', 'only modules for this provider')
    .option('--verified', 'only verified modules')
    .addOption(option('--limit <n>', 'show at most that many (default: 20)', count))
    .option('--all', 'show every one');
}

/** How much of a list they ask for; a cut is said, with how to get the rest. */
export function wanted({ limit, all }: { limit: number; all: boolean }, { note }: Output): Wanted {
  if (all) return {};
  const first = limit === 1 ? 'Only the first is shown' : `The first ${limit} are shown`;
  return { limit, cut: () => note(`${first}. There are more; show them with --limit N or --all.`) };
}
