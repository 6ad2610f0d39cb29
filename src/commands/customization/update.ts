import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { reportIgnored, strictHelp } from '../../cli/ignored-attributes.ts';
import { requireChange, run } from '../../cli/run.ts';
import { collect, setHelp, withExtra } from '../../cli/set-flag.ts';
import { knowing, words } from '../../cli/values.ts';
import { avatarSources, type CustomizationPatch, customization } from '../../contract/platform/customization.ts';
import { UsageError } from '../../errors.ts';
import { customizationTexts } from './texts.ts';
import { customizationDrawing, customizationView } from './view.ts';

export function registerUpdate(noun: Command): void {
  explain(noun.command('update'), {
    notes: `What is not named stays. --clear-... brings a default link back. The hosted edition ignores what only the
self-hosted one has; that is a warning, or exit 8 with --strict.`,
    calls: [customization.update],
    examples: [
      'svc customization update --internal-support-url https://support.example.com',
      'svc customization update --clear-internal-support-url --footer "<b>Internal use only</b>"',
      'svc customization update --avatar-sources gravatar',
    ],
  })
    .description('Change links and texts of the site')
    .option('--support-email-address <text>', 'address that people in need of help are sent to')
    .option('--clear-support-email-address', 'bring the default of support-email-address back')
    .option('--support-url-address <text>', 'page that they are sent to instead')
    .option('--clear-support-url-address', 'bring the default of support-url-address back')
    .option('--internal-support-url <text>', 'support link in the help menu (http, https or mailto)')
    .option('--clear-internal-support-url', 'bring the default of internal-support-url back')
    .option('--internal-documentation-url <text>', 'documentation link in the help menu')
    .option('--clear-internal-documentation-url', 'bring the default of internal-documentation-url back')
    .option('--internal-tutorials-url <text>', 'tutorials link in the help menu')
    .option('--clear-internal-tutorials-url', 'bring the default of internal-tutorials-url back')
    .option('--login-help <text>', 'HTML on the login page')
    .option('--clear-login-help', 'bring the default of login-help back')
    .option('--footer <text>', 'HTML at the foot of every page')
    .option('--clear-footer', 'bring the default of footer back')
    .option('--error <text>', 'HTML on error pages')
    .option('--clear-error', 'bring the default of error back')
    .option('--new-user <text>', 'HTML for people without an organization')
    .option('--clear-new-user', 'bring the default of new-user back')
    .option(
      '--avatar-sources <names>',
      `which are on, of ${avatarSources.join(', ')}; the others go off`,
      knowing(avatarSources, words),
    )
    .option('--clear-avatar-sources', 'all avatar sources off')
    .option('--strict', strictHelp)
    .option('--set <key=value>', setHelp, collect)
    .action(
      run(async ({ output, platform }, flags) => {
        requireChange(flags, ['strict']);
        const { avatarSources: on, clearAvatarSources, set, strict } = flags;
        const changes = withExtra({ ...texts(flags), ...avatars(on, clearAvatarSources) }, set);
        const body = { data: { type: 'customization-settings' as const, ...changes } };
        const { data } = await platform(customization.update, { body });
        output.note('Changed the customization settings.');
        await output.show(customizationView, data, customizationDrawing(data));
        reportIgnored(changes.attributes, data.attributes, { output, strict });
      }),
    );
}

/** The texts that flags set or clear, by attribute. @throws {UsageError} for one that is both set and cleared */
function texts(flags: Readonly<Record<string, unknown>>): CustomizationPatch {
  const attributes: Record<string, unknown> = {};
  for (const name of customizationTexts) {
    const value = flags[camelCase(name)];
    const cleared = flags[camelCase(`clear-${name}`)];
    if (value !== undefined && cleared) throw new UsageError(`--${name} and --clear-${name} do not go together.`);
    if (cleared) attributes[name] = null;
    else if (value !== undefined) attributes[name] = value;
  }
  return attributes;
}

function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function avatars(on: readonly string[] | undefined, cleared: true | undefined): CustomizationPatch {
  if (on && cleared) throw new UsageError('--avatar-sources and --clear-avatar-sources do not go together.');
  if (cleared) return { 'avatar-sources': [] };
  if (!on) return {};
  // An unknown source is sent all the same: the service decides.
  return { 'avatar-sources': (on as 'gravatar'[]).map((source) => ({ source, enabled: true })) };
}
