import { unlessFailed } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { alsoKnown } from '../../cli/deletion.ts';
import { useOf } from '../../platform/resources/oauth-client.ts';

/**
 * Prints the effect of a change on the workspaces of a client, and prompts for confirmation. Does nothing in a dry run.
 * @param consequence the effect, as the end of a sentence
 */
export async function consentTo(
  { consequence, id, verb }: Record<'consequence' | 'id' | 'verb', string>,
  { ask, dryRun, output, platform }: Pick<Context, 'ask' | 'dryRun' | 'output' | 'platform'>,
): Promise<void> {
  if (dryRun) return;
  const use = useOf(id, platform);
  const found = await unlessFailed(use);
  if (found?.who) output.warn(`${found.who} ${consequence}`);
  else if (found) output.note('No workspace uses this OAuth client.');
  // A prompt needs what --yes can do without.
  await ask.consent(async () => `${verb} OAuth client ${id}${alsoKnown((await use).name)}?`);
}
