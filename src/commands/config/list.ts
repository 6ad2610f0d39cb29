import { profileInUse } from '../../cli/setting.ts';
import { settingKeys } from '../../cli/settings/table.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { settingsInForce, valueWarnings } from './effective.ts';
import { originView, settingSentence, settingView } from './view.ts';

export const list = verb({
  words: 'list',
  about: 'List settings and their values',
  text: `${settingSentence} A flag overrides the environment, which overrides the profile, which overrides the default. Tokens are never shown. With -o json
each entry is {"key", "value", "origin"}.`,
  flags: (command: Command) => command.option('--show-origin', 'show the source of each value in CSV and TSV too'),
  examples: ['svc config list', 'svc config list --show-origin -o csv', 'svc config list --profile default -o json'],
  async run({ credentials, host, output, settings }, { showOrigin }) {
    profileInUse(settings);
    const rows = settingsInForce({ credentials, host, settings });
    for (const message of settingKeys.flatMap((key) => valueWarnings(key, { settings }))) output.warn(message);
    await output.list(showOrigin ? originView : settingView, rows, 'No settings.');
  },
});
