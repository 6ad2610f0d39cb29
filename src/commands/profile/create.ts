import { UsageError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { newProfileName, storedForm } from '../../cli/setting.ts';
import type { Profile } from '../../cli/settings/config.ts';
import { lines, settingKeys } from '../../cli/settings/table.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { profileRow, profileSentence, profileView } from './view.ts';

/** The settings that the command stores in the profile. --output and --color are excluded: they apply to the command itself. */
const storedKeys = settingKeys.filter((key) => !lines[key].looks && !lines[key].of);
const storedFlags = storedKeys.map((key) => `--${key}`).join(', ');

export const create = verb({
  words: 'create',
  about: 'Create a profile',
  text: `${profileSentence} Set output and color with svc config
set. The first profile becomes the current one. svc login --profile NAME stores a token. Names consist of letters, digits, dots, hyphens and
underscores.`,
  flags: (command: Command) => command.argument('[name]', `name of the new profile, which stores ${storedFlags}`),
  examples: [
    'svc profile create work --address https://svc.example.com --organization acme',
    'svc profile create mirror --registry https://registry.example.com/v1/modules/ --timeout 1m',
  ],
  async run(context, _, typedName) {
    const { host, output, settings } = context;
    const name = typedName ?? (await askName(context));
    newProfileName(settings, name);
    const held: Profile = typedName === undefined ? await askSettings(context) : {};
    for (const key of storedKeys) {
      const typed = settings.typed(key);
      if (typed) held[key] = storedForm(key, typed.text, { host, settings });
    }
    let isFirst = false;
    await settings.store.change((config) => {
      if (config.profiles[name]) {
        throw new UsageError(`Profile "${name}" already exists.`, {
          hint: `Change it with: svc config set KEY VALUE --profile ${name}`,
        });
      }
      isFirst = Object.keys(config.profiles).length === 0;
      config.profiles[name] = held;
      if (isFirst) config.current = name;
    });
    await output.done(profileView, profileRow(name, held, isFirst), `Created profile ${name}.`);
    if (!isFirst) output.note(`To switch to it: svc profile use ${name}`);
  },
});

type PromptDeps = Pick<Context, 'ask' | 'host' | 'settings'>;

function askName({ ask, settings }: PromptDeps): Promise<string> {
  const parse = (name: string) => {
    newProfileName(settings, name);
    if (settings.config().profiles[name]) throw new UsageError(`Profile "${name}" already exists.`);
  };
  return ask.text('Profile name', { argument: 'name', parse });
}

/** Prompts for the two settings that most profiles have, unless a flag already sets them. */
async function askSettings({ ask, host, settings }: PromptDeps): Promise<Profile> {
  const held: Profile = {};
  for (const [key, question] of [
    ['address', 'Address of the platform (optional)'],
    ['organization', 'Default organization (optional)'],
  ] as const) {
    if (settings.typed(key)) continue;
    const parse = (text: string) => storedForm(key, text, { host, settings });
    const text = await ask.text(question, { flag: `--${key}`, optional: true, parse });
    if (text !== '') held[key] = parse(text);
  }
  return held;
}
