import { pagerOf, writePaged } from '../base/system/pager.ts';
import type { Host } from './context.ts';

/** Prints a help text, in a pager if it is longer than the terminal. */
export async function printHelp(
  text: string,
  argv: readonly string[],
  host: Pick<Host, 'env' | 'stdout' | 'stderr'>,
): Promise<void> {
  const { env, stderr, stdout } = host;
  const pager = pagerOf(env, stdout, !argv.includes('--no-pager'));
  if (pager === undefined) stdout.write(text);
  else await writePaged([text].values(), { env, pager, stderr, stdout });
}
