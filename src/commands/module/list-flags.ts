import type { Output } from '../../cli/terminal/output.ts';
import { count, option, positive } from '../../cli/values.ts';
import type { Command, OptionValues } from '../../cli/verb.ts';
import type { RowRange } from '../../modules/registry/offset-pages.ts';

/** Declares the flags that every list of modules has. */
export function listFlags<Args extends unknown[], Opts extends OptionValues>(verb: Command<Args, Opts>) {
  return verb
    .optionsGroup('Filter:')
    .option('--provider <name>', 'only modules for this provider')
    .option('--verified', 'only verified modules')
    .optionsGroup('Range:')
    .addOption(offsetOption())
    .option('--limit <n>', 'maximum number of items', positive, 20)
    .option('--all', 'show all modules');
}

export function offsetOption() {
  return option('--offset <n>', 'skip the first n', count);
}

/** Returns the requested range of a list, with a note about how to show the other rows. */
export function rangeOf(
  { all, limit, offset }: { limit: number; all?: boolean | undefined; offset?: number | undefined },
  { note, warn }: Output,
): RowRange {
  if (all) return { offset, warn };
  const shown = limit === 1 ? 'Showing only the first' : `Showing the first ${limit}`;
  const message = offset ? `Showing ${limit} after the first ${offset}` : shown;
  return { offset, limit, warn, cut: () => note(`${message}. Show more with --limit N or --all.`) };
}
