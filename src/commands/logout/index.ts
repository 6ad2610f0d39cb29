import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { requireProfileAsked } from '../../cli/setting.ts';
import { UsageError } from '../../errors.ts';
import { platformUrl } from '../../origin.ts';
import type { Settings } from '../../settings/resolve.ts';
import { joined } from '../../text.ts';

export function register(logout: Command): void {
  explain(logout, {
    examples: ['svc logout', 'svc logout svc.example.com'],
  })
    .argument('[host]', 'host or URL of the platform (default: that of the profile in use)')
    .action(
      run(async ({ credentials, output, settings }, _, typed) => {
        requireProfileAsked(settings);
        const names = typed === undefined ? [settings.profile().value] : profilesAt(typed, settings);
        const held = names.filter((name) => settings.profiles()[name]?.token !== undefined);
        if (held.length === 0) {
          output.note(typed === undefined ? `Profile ${names[0]} holds no token.` : `No token is kept for ${typed}.`);
          return;
        }
        await settings.store.change((config) => {
          for (const name of held) delete config.profiles[name]?.token;
        });
        output.note(`Forgot the token of profile ${joined(held)}. It stays valid until it is revoked at the service.`);
        const address = settings.knownAddress();
        const left = address && credentials.fromEnvironment(address.value.origin);
        if (left) output.warn(`A token is still there: ${left.origin}.`);
      }),
    );
}

/** The profiles of a platform. @throws {UsageError} where there is none */
function profilesAt(typed: string, settings: Settings): string[] {
  const { origin } = platformUrl(typed, { insecureHttp: true, source: 'The platform' });
  const names = Object.entries(settings.profiles())
    .filter(([, { address }]) => address !== undefined && URL.canParse(address) && new URL(address).origin === origin)
    .map(([name]) => name);
  if (names.length === 0) {
    const known = Object.values(settings.profiles()).flatMap(({ address }) => address ?? []);
    throw new UsageError(`No profile is for ${typed}.`, {
      hint: known.length > 0 ? `There are profiles for ${joined(known)}.` : 'There are no profiles at all.',
    });
  }
  return names;
}
