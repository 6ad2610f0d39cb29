import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { newProfileName, storedForm } from '../../cli/setting.ts';
import { UsageError } from '../../errors.ts';
import type { Profile } from '../../settings/config.ts';
import { lines, settingKeys } from '../../settings/table.ts';
import { profileRow, profileView } from './view.ts';

/** How this command itself speaks is not what the profile is to hold. */
const kept = settingKeys.filter((key) => !lines[key].looks && !lines[key].of);

export function registerCreate(profile: Command): void {
  explain(profile.command('create'), {
    notes: `Stores the values of ${kept.map((key) => `--${key}`).join(', ')}. Set output and color with svc config
set. The first profile becomes the current one. svc login --profile NAME stores a token. A name has letters, digits, dots, hyphens and
underscores.`,
    examples: [
      'svc profile create work --address https://svc.example.com --organization acme',
      'svc profile create mirror --registry https://registry.example.com/v1/modules/ --timeout 1m',
    ],
  })
    .description('Create a profile')
    .argument('[name]', 'name of the new profile')
    .action(
      run(async (context, _, typedName) => {
        const { host, output, settings } = context;
        const name = typedName ?? (await askName(context));
        newProfileName(settings, name);
        const held: Profile = typedName === undefined ? await askSettings(context) : {};
        for (const key of kept) {
          const typed = settings.typed(key);
          if (typed) held[key] = storedForm(key, typed.value, { host, settings });
        }
        let isFirst = false;
        await settings.store.change((config) => {
          if (config.profiles[name]) {
            throw new UsageError(`There is a profile "${name}" already.`, {
              hint: `svc config set KEY VALUE --profile ${name}`,
            });
          }
          isFirst = Object.keys(config.profiles).length === 0;
          config.profiles[name] = held;
          if (isFirst) config.current = name;
        });
        await output.done(profileView, profileRow(name, held, isFirst), `Made profile ${name}.`);
        if (!isFirst) output.note(`It is not in use yet: svc profile use ${name}`);
      }),
    );
}

type Asking = Pick<Context, 'ask' | 'host' | 'settings'>;

function askName({ ask, settings }: Asking): Promise<string> {
  const parse = (name: string) => {
    newProfileName(settings, name);
    if (settings.profiles()[name]) throw new UsageError(`There is a profile "${name}" already.`);
  };
  return ask.text('Name of the profile', { argument: 'name', parse });
}

/** The two settings that most profiles hold, where no flag says them. */
async function askSettings({ ask, host, settings }: Asking): Promise<Profile> {
  const held: Profile = {};
  for (const [key, question] of [
    ['address', 'Address of the platform (empty: none)'],
    ['organization', 'Default organization (empty: none)'],
  ] as const) {
    if (settings.typed(key)) continue;
    const parse = (text: string) => storedForm(key, text, { host, settings });
    const text = await ask.text(question, { flag: `--${key}`, optional: true, parse });
    if (text !== '') held[key] = parse(text);
  }
  return held;
}
