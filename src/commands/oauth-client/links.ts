import { unlessFailed } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { useOf } from '../../platform/resources/oauth-client.ts';

/**
 * Prints the effect of a change on the workspaces of a client, and returns what a person calls the client.
 * @param consequence the effect, as the end of a sentence
 */
export async function warnOfLinks(
  id: string,
  consequence: string,
  { output, platform }: Pick<Context, 'output' | 'platform'>,
  isOneOfMany = false,
): Promise<string | null | undefined> {
  // What reads only for a message never stops the write: an unknown id is the error of the write.
  const use = await unlessFailed(useOf(id, platform));
  const start = isOneOfMany ? `${id}: ` : '';
  if (use?.who) output.warn(`${start}${use.who} ${consequence}`);
  else if (use) output.note(`${start}No workspace uses this OAuth client.`);
  return use?.name;
}
