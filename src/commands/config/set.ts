import { UsageError } from '../../base/errors.ts';
import { checkedSetting, profileInUse, settingNamed } from '../../cli/setting.ts';
import type { Profile } from '../../cli/settings/config.ts';
import { originOf } from '../../cli/settings/credentials.ts';
import { fromVariables } from '../../cli/settings/sources.ts';
import { lines, type SettingKey, settingKeys } from '../../cli/settings/table.ts';
import { knowing } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { keyHelp, settingSentence, storedView } from './view.ts';

/** Commands that store values other than settings. */
const otherCommands = { token: 'svc login', profile: 'svc profile use NAME' };

export const set = verb({
  words: 'set',
  about: 'Store a setting in the profile',
  text: `${settingSentence} Each accepts the values of its flag and is stored in the current profile, or in
--profile NAME. To store a token: svc login. With -o json: {"profile", "key", "value"}.`,
  flags: (command: Command) =>
    command.argument('[key]', keyHelp, knowing(settingKeys)).argument('[value]', 'value of the setting'),
  examples: [
    'svc config set organization acme',
    'svc config set output json',
    'svc config set timeout 30s',
    'svc config set address https://svc.example.com',
  ],
  async run({ ask, host, output, settings }, _, typed, typedValue) {
    if (typedValue === undefined) ask.require([...(typed === undefined ? ['<key>'] : []), '<value>']);
    const key = settingNamed(await ask.argument(typed, ['Setting', 'key'], settingKeys), otherCommands);
    const checked = (text: string) => checkedSetting(key, text, { host, settings });
    const text = typedValue ?? (await ask.text(`Value of ${key}`, { argument: 'value', parse: checked }));
    const value = checked(text);
    const profile = profileInUse(settings);
    await settings.store.change((config) => {
      const held = config.profiles[profile] ?? {};
      if (key === 'address') rejectTokenMove(profile, held, value);
      config.profiles[profile] = { ...held, [key]: value };
    });
    await output.done(storedView, { profile, key, value }, `Set ${key} to ${value} in profile ${profile}.`);
    const placeholder = placeholderIn(key, text);
    if (placeholder !== undefined)
      output.warn(`${placeholder} is a placeholder of the help. To remove it: svc config unset ${key}`);
    const overridingVariable = fromVariables(key, host.env);
    if (overridingVariable) output.warn(`${overridingVariable.origin.name} is set and overrides the profile.`);
  },
});

/** Finds the placeholder of the setting's flag, such as `NAME` or `<name>`, if the typed value looks like it. It may still be a real name. */
function placeholderIn(key: SettingKey, text: string): string | undefined {
  const placeholders = /<(.+)>/.exec(lines[key].flag)?.[1]?.split('|') ?? [];
  return text
    .split(/[=,]/)
    .find((part) => placeholders.some((each) => part === each.toUpperCase() || part === `<${each}>`));
}

/**
 * Rejects a new address of a profile if the profile's token belongs to the origin of the old one: the token would go to another server.
 * @throws {UsageError} for such an address
 */
export function rejectTokenMove(name: string, { address, keyring, token }: Profile, value: string | undefined): void {
  if (token === undefined && !keyring) return;
  const [from, to] = [originOf(address), originOf(value)];
  if (from !== undefined && from === to) return;
  throw new UsageError(
    `Profile ${name} has a token${from ? ` for ${from}` : ''}. svc does not send it to another address.`,
    {
      hint: to
        ? `Log in there with svc login ${to}, create another profile with svc profile create NAME --address ${to}, or run svc logout first.`
        : `Run svc logout --profile ${name} first.`,
    },
  );
}
