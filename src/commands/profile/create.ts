import type { Command } from 'commander';
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
    .argument('<name>', 'name of the new profile')
    .action(
      run(async ({ host, output, settings }, _, name) => {
        newProfileName(settings, name);
        const held: Profile = {};
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
