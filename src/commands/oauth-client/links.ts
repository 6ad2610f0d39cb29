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
  { output, platform, settings }: Pick<Context, 'output' | 'platform' | 'settings'>,
  isOneOfMany = false,
): Promise<string | null | undefined> {
  const reading = useOf(id, platform);
  // With --yes the client is read only for this message, so a failure must not stop the write. A prompt needs the name of the client.
  const use = settings.lookup('yes')?.value === true ? await unlessFailed(reading) : await reading;
  const start = isOneOfMany ? `${id}: ` : '';
  if (use?.who) output.warn(`${start}${use.who} ${consequence}`);
  else if (use) output.note(`${start}No workspace uses this OAuth client.`);
  return use?.name;
}
