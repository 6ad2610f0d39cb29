import type { Command } from 'commander';
import { confirmDeletion } from '../../cli/deletion.ts';
import { requireProfile } from '../../cli/setting.ts';
import { removeToken } from '../../cli/settings/keyring.ts';
import { verb } from '../../cli/verb.ts';
import { deletedProfileView } from './view.ts';

export const remove = verb({
  words: 'delete',
  about: 'Delete a profile and its token',
  text: `The token remains valid until it is revoked at the service. Prompts for confirmation unless --yes is given. With -o json: {"name", "deleted": true}.`,
  flags: (command: Command) => command.argument('<profile>', 'name of the profile'),
  examples: ['svc profile delete work --yes'],
  async run(context, _, name) {
    const { dryRun, host, output, settings } = context;
    requireProfile(settings, name);
    await confirmDeletion(`profile ${name}`, context);
    const held = settings.config().profiles[name];
    const wasInUse = settings.config().current === name;
    await settings.store.change(async (config) => {
      if (!dryRun) await removeToken(name, held, settings.store.path, host);
      delete config.profiles[name];
      if (config.current === name) delete config.current;
    });
    await output.done(deletedProfileView, { name, deleted: true }, `Deleted profile ${name}.`);
    if (held?.token !== undefined || held?.keyring)
      output.note('The token remains valid until it is revoked at the service.');
    if (wasInUse) output.note('This was the current profile. Switch to another with: svc profile use NAME');
  },
});
