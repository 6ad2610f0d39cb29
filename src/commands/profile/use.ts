import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { requireProfile } from '../../cli/setting.ts';
import { profileRow, profileView } from './view.ts';

export function registerUse(profile: Command): void {
  explain(profile.command('use'), {
    notes: 'To use a profile for one command, use --profile NAME; for a shell, set SVC_PROFILE.',
    examples: ['svc profile use work'],
  })
    .description('Switch to a profile')
    .argument('<profile>', 'name of the profile')
    .action(
      run(async ({ host, output, settings }, _, name) => {
        requireProfile(settings, name);
        await settings.store.change((config) => {
          config.current = name;
        });
        const row = profileRow(name, settings.config().profiles[name] ?? {}, true);
        await output.done(profileView, row, `Switched to profile ${name}.`);
        if (host.env.SVC_PROFILE) output.warn('SVC_PROFILE is set and overrides the current profile.');
      }),
    );
}
