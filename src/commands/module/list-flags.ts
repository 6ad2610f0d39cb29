import type { Command, OptionValues } from 'commander';
import { z } from 'zod';
import { count, option } from '../../cli/values.ts';
import type { Wanted } from '../../module/registry/offset-pages.ts';
import type { Output } from '../../terminal/output.ts';

/** The flags that every list of modules has. */
export const narrowing = {
  provider: z.string().optional(),
  verified: z.boolean().optional(),
  offset: z.number().optional(),
  limit: z.number().min(1).default(20),
  all: z.boolean().default(false),
};

/** Declares them. */
export function withNarrowing<Args extends unknown[], Opts extends OptionValues>(verb: Command<Args, Opts>) {
  return verb
    .option('--provider <name>', 'only modules for this provider')
    .option('--verified', 'only verified modules')
    .addOption(offsetOption())
    .addOption(option('--limit <n>', 'show at most that many (default: 20)', count))
    .option('--all', 'show every one');
}

/** The flag that leaves out the beginning of a list. */
export function offsetOption() {
  return option('--offset <n>', 'skip the first n', count);
}

/** How much of a list they ask for; a cut is said, with how to get the rest. */
export function wanted(
  { all, limit, offset }: { limit: number; all: boolean; offset?: number | undefined },
  { note, warn }: Output,
): Wanted {
  if (all) return { offset, warn };
  const shown = limit === 1 ? 'Only the first is shown' : `The first ${limit} are shown`;
  const after = limit === 1 ? '1 is shown' : `${limit} are shown`;
  const words = offset ? `${after}, after the first ${offset}` : shown;
  return { offset, limit, warn, cut: () => note(`${words}. There are more; show them with --limit N or --all.`) };
}
