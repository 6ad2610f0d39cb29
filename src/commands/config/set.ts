import { checkedSetting, profileInUse, settingNamed } from '../../cli/setting.ts';
import { fromVariables } from '../../cli/settings/sources.ts';
import { lines, type SettingKey, settingKeys } from '../../cli/settings/table.ts';
import { knowing } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { keepTokenAtHome } from './token-home.ts';
import { storedView } from './view.ts';

/** Commands that store values other than settings. */
const elsewhere = { token: 'svc login', profile: 'svc profile use NAME' };

export const set = verb({
  words: 'set',
  about: 'Store a setting in the profile',
  text: `Settings: ${settingKeys.join(', ')}. Each accepts the values of its flag and
is stored in the current profile, or in --profile NAME. To store a token, use svc login. With -o json: {"profile", "key", "value"}.`,
  flags: (command: Command) =>
    command.argument('[key]', 'name of the setting', knowing(settingKeys)).argument('[value]', 'value of the setting'),
  examples: [
    'svc config set organization acme',
    'svc config set output json',
    'svc config set timeout 30s',
    'svc config set address https://svc.example.com',
  ],
  async run({ ask, host, output, settings }, _, typed, typedValue) {
    if (typedValue === undefined) ask.require([...(typed === undefined ? ['<key>'] : []), '<value>']);
    const key = settingNamed(await ask.argument(typed, ['Setting', 'key'], settingKeys), elsewhere);
    const checked = (text: string) => checkedSetting(key, text, { host, settings });
    const text = typedValue ?? (await ask.text(`Value of ${key}`, { argument: 'value', parse: checked }));
    const value = checked(text);
    const profile = profileInUse(settings);
    await settings.store.change((config) => {
      const held = config.profiles[profile] ?? {};
      if (key === 'address') keepTokenAtHome(profile, held, value);
      config.profiles[profile] = { ...held, [key]: value };
    });
    await output.done(storedView, { profile, key, value }, `Set ${key} to ${value} in profile ${profile}.`);
    const placeholder = placeholderIn(key, text);
    if (placeholder !== undefined)
      output.warn(`${placeholder} is a placeholder of the help. To remove it: svc config unset ${key}`);
    const before = fromVariables(key, host.env);
    if (before) output.warn(`${before.origin.name} is set and overrides the profile.`);
  },
});

/** Finds the placeholder of the setting's flag in a value, as help shows it: `NAME` or `<name>`. Either may be a real name. */
function placeholderIn(key: SettingKey, text: string): string | undefined {
  const words = /<(.+)>/.exec(lines[key].flag)?.[1]?.split('|') ?? [];
  return text.split(/[=,]/).find((part) => words.some((word) => part === word.toUpperCase() || part === `<${word}>`));
}
