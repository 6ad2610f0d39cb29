import { UsageError } from '../../base/errors.ts';
import { platformUrl } from '../../base/origin.ts';
import { joined } from '../../base/text.ts';
import { isRequested, profileInUse } from '../../cli/setting.ts';
import { originOf } from '../../cli/settings/credentials.ts';
import { removeToken } from '../../cli/settings/keyring.ts';
import type { Settings } from '../../cli/settings/resolve.ts';
import { action, type Command } from '../../cli/verb.ts';

export const noun = action({
  text: 'Removes the stored token of a platform from this machine. The token remains valid until it is revoked at the service.',
  flags: (command: Command) => command.argument('[host]', 'host or URL of the platform (default: the current profile)'),
  examples: ['svc logout', 'svc logout svc.example.com'],
  async run({ credentials, dryRun, host, output, settings }, _, typed) {
    if (isRequested(settings.profile().origin)) profileInUse(settings);
    const names = typed === undefined ? [settings.profile().value] : profilesAt(typed, settings);
    const profiles = settings.config().profiles;
    const held = names.filter((name) => profiles[name]?.token !== undefined || profiles[name]?.keyring);
    if (held.length === 0) {
      output.note(typed === undefined ? `Profile ${names[0]} has no token.` : `No stored token for ${typed}.`);
    } else {
      await settings.store.change(async (config) => {
        for (const name of held) {
          const { keyring: _, token: __, ...rest } = config.profiles[name] ?? {};
          if (!dryRun) await removeToken(name, config.profiles[name], settings.store.path, host);
          config.profiles[name] = rest;
        }
      });
      output.note(`Removed the token of profile ${joined(held)}. It remains valid until it is revoked at the service.`);
    }
    const address = settings.knownAddress();
    const otherToken = address && credentials.fromEnvironment(address.value.origin);
    if (otherToken) output.warn(`${otherToken.origin} is still set: svc uses that token.`);
  },
});

/** Returns the profiles of a platform. @throws {UsageError} if no profile has its address */
function profilesAt(typed: string, settings: Settings): string[] {
  const { origin } = platformUrl(typed, { insecureHttp: true, source: 'The platform' });
  const names = Object.entries(settings.config().profiles)
    .filter(([, { address }]) => originOf(address) === origin)
    .map(([name]) => name);
  if (names.length === 0) {
    const addresses = Object.values(settings.config().profiles).flatMap(({ address }) => address ?? []);
    throw new UsageError(`No profile for ${typed}.`, {
      hint: addresses.length > 0 ? `Profiles exist for ${joined(addresses)}.` : 'No profiles exist.',
    });
  }
  return names;
}
