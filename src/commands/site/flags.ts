import { collect } from '../../cli/set-flag.ts';
import { option, wholeNumber } from '../../cli/values.ts';
import type { Command, FlagsOf } from '../../cli/verb.ts';

export function platformJobs() {
  return option('--jobs <n>', 'number of parallel requests', wholeNumber(1, 100)).default(8);
}

/** The first sentence of the help of each command. */
export const documentSentence =
  'A document declares what a site has: banner, settings, OAuth clients, agent pools, teams and notifications.';
export const recordText = 'file with what earlier applies created (default: one in the state folder)';

export function planFlags(verb: Command, deed: string, sends: string) {
  return verb
    .argument('[documents...]', 'documents of the site, as with --file')
    .option('-f, --file <path>', 'document of the site: a file, a folder, or - for stdin; repeatable', collect)
    .optionsGroup('Deletions:')
    .option('--prune', `${deed} what is listed under absent, and what earlier applies made and no document declares`)
    .option(
      '--forget <name>',
      `with --prune, also ${deed} what an omitted document of this name declared; repeatable`,
      collect,
    )
    .optionsGroup('Flags:')
    .option('--record <file>', recordText)
    .option('--send-secrets', sends)
    .addOption(platformJobs());
}

type Flags = FlagsOf<typeof planFlags>;
export type PlanFlags = {
  [Name in keyof Flags]: Flags[Name] extends true | undefined ? boolean | undefined : Flags[Name];
};
