import { NotFoundError } from '../../base/errors.ts';
import { profileInUse, settingNamed } from '../../cli/setting.ts';
import { settingKeys } from '../../cli/settings/table.ts';
import { knowing } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { profileRow, settingInForce, valueWarnings } from './effective.ts';
import { keyHelp, settingSentence } from './view.ts';

export const get = verb({
  words: 'get',
  about: 'Print the value of a setting',
  text: `${settingSentence} Prints only its value, wherever it is set. The exit code is 3 if it is not set.
With -o json: {"key", "value", "origin"}.`,
  flags: (command: Command) => command.argument('[key]', `${keyHelp}, profile`, knowing([...settingKeys, 'profile'])),
  reads: true,
  examples: ['svc config get output', 'svc config get profile -o json'],
  async run({ ask, credentials, host, output, settings }, _, typed) {
    const key = await ask.argument(typed, ['Setting', 'key'], [...settingKeys, 'profile']);
    const name = key === 'profile' ? key : settingNamed(key, { token: 'svc auth token' });
    profileInUse(settings);
    const deps = { credentials, host, settings };
    const row = name === 'profile' ? profileRow(deps) : settingInForce(name, deps);
    if (row.value === null) {
      throw new NotFoundError(`${key} is not set.`, { hint: `svc config set ${key} VALUE` });
    }
    if (name !== 'profile') for (const message of valueWarnings(name, { settings })) output.warn(message);
    await output.text(`${row.value}\n`, row);
  },
});
