import { joined } from '../../base/text.ts';
import { profileNamed, requireProfile } from '../../cli/setting.ts';
import { removeToken } from '../../cli/settings/keyring.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { deletedProfileView, profileSentence } from './view.ts';

export const remove = verb({
  words: 'delete',
  about: 'Delete profiles and their tokens',
  text: `${profileSentence} The token remains valid until it is revoked at the service. Prompts for confirmation unless --yes is given. With -o json: {"name", "deleted": true}, an array for several.`,
  flags: (command: Command) => command.argument('[profile...]', 'names of profiles'),
  examples: ['svc profile delete work --yes'],
  async run(context, _, typed) {
    const { ask, dryRun, host, output, settings } = context;
    const names = typed.length > 0 ? [...new Set(typed)] : [await profileNamed(undefined, context)];
    for (const name of names) requireProfile(settings, name);
    const { current = '', profiles } = settings.config();
    const what = `profile${names.length > 1 ? 's' : ''} ${joined(names)}`;
    if (!dryRun) await ask.consent(`Delete ${what}?`);
    const held = names.map((name) => profiles[name]);
    await settings.store.change(async (config) => {
      for (const name of names) {
        if (!dryRun) await removeToken(name, config.profiles[name], settings.store.path, host);
        delete config.profiles[name];
        if (config.current === name) delete config.current;
      }
    });
    const rows = names.map((name) => ({ name, deleted: true }) as const);
    const [row] = rows;
    if (row && rows.length === 1) await output.done(deletedProfileView, row, `Deleted ${what}.`);
    else await output.list(deletedProfileView, rows, 'No profiles.');
    if (held.some((each) => each?.token !== undefined || each?.keyring))
      output.note('The token remains valid until it is revoked at the service.');
    if (names.includes(current))
      output.note('This was the current profile. Switch to another with: svc profile use NAME');
  },
});
