import { profileInUse, settingNamed } from '../../cli/setting.ts';
import { settingKeys } from '../../cli/settings/table.ts';
import { knowing } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { rejectTokenMove } from './set.ts';
import { keyHelp, settingSentence, storedView } from './view.ts';

export const unset = verb({
  words: 'unset',
  about: 'Remove a setting from the profile',
  text: `${settingSentence} Removes it from the current profile, or from --profile NAME. With -o json: {"profile", "key", "value": null}.`,
  flags: (command: Command) => command.argument('[key]', keyHelp, knowing(settingKeys)),
  examples: ['svc config unset organization'],
  async run({ ask, output, settings }, _, typed) {
    const key = settingNamed(await ask.argument(typed, ['Setting', 'key'], settingKeys), { token: 'svc logout' });
    const profile = profileInUse(settings);
    const isSet = settings.profile().held[key] !== undefined;
    if (isSet) {
      await settings.store.change((config) => {
        const held = config.profiles[profile];
        if (!held) return;
        if (key === 'address') rejectTokenMove(profile, held, undefined);
        delete held[key];
      });
    }
    const message = isSet ? `Removed ${key} from profile ${profile}.` : `${key} is not set in profile ${profile}.`;
    await output.done(storedView, { profile, key, value: null }, message);
  },
});
