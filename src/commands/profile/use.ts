import { profileNamed } from '../../cli/setting.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { profileRow, profileView } from './view.ts';

export const use = verb({
  words: 'use',
  about: 'Switch to a profile',
  text: 'To use a profile for one command, use --profile NAME; for a shell, set SVC_PROFILE.',
  flags: (command: Command) => command.argument('[profile]', 'name of the profile'),
  examples: ['svc profile use work'],
  async run(context, _, typed) {
    const { host, output, settings } = context;
    const name = await profileNamed(typed, context);
    await settings.store.change((config) => {
      config.current = name;
    });
    const row = profileRow(name, settings.config().profiles[name] ?? {}, true);
    await output.done(profileView, row, `Switched to profile ${name}.`);
    if (host.env.SVC_PROFILE) output.warn('SVC_PROFILE is set and overrides the current profile.');
  },
});
