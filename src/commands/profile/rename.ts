import { UsageError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { newProfileName, profileNamed } from '../../cli/setting.ts';
import type { Config } from '../../cli/settings/config.ts';
import { copyToken, removeToken } from '../../cli/settings/keyring.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { profileRow, profileSentence, profileView } from './view.ts';

export const rename = verb({
  words: 'rename',
  about: 'Rename a profile',
  text: `${profileSentence} The renamed profile keeps them, and the tokens of its notification configurations. The current profile stays the current one.`,
  flags: (command: Command) =>
    command.argument('[profile]', 'name of the profile').argument('[new-name]', 'its new name'),
  examples: ['svc profile rename work production'],
  async run(context, _, typedName, typedNewName) {
    const { ask, dryRun, host, output, settings } = context;
    const { path } = settings.store;
    if (typedNewName === undefined) ask.require([...(typedName === undefined ? ['<profile>'] : []), '<new-name>']);
    const name = await profileNamed(typedName, context);
    const check = (text: string) => checkFree(text, settings.config(), context);
    const newName = typedNewName ?? (await ask.text('New name', { argument: 'new-name', parse: check }));
    const held = { ...settings.config().profiles[name] };
    let isCurrent = false;
    await settings.store.change(async (config) => {
      checkFree(newName, config, context);
      if (!dryRun) await copyToken(name, newName, held, path, host);
      const entries = Object.entries(config.profiles).map(([each, value]) => [each === name ? newName : each, value]);
      config.profiles = Object.assign(Object.create(null), Object.fromEntries(entries));
      isCurrent = config.current === name;
      if (isCurrent) config.current = newName;
    });
    // Remove the old token only after its copy is in use.
    await removeToken(name, held, path, host).catch(({ message }: Error) => output.warn(message));
    await output.done(profileView, profileRow(newName, held, isCurrent), `Renamed profile ${name} to ${newName}.`);
    if (host.env.SVC_PROFILE === name) output.warn(`SVC_PROFILE is set to ${name}, which no longer exists.`);
  },
});

/** Checks that a name is free. @throws {UsageError} for an invalid name, and for the name of an existing profile */
function checkFree(name: string, { profiles }: Config, { settings }: Pick<Context, 'settings'>): void {
  newProfileName(settings, name);
  if (profiles[name]) throw new UsageError(`Profile "${name}" already exists.`);
}
