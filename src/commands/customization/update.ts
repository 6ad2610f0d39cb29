import type { Command } from 'commander';
import { z } from 'zod';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { reportIgnored, strictHelp } from '../../cli/ignored-attributes.ts';
import { action } from '../../cli/run.ts';
import { collect, setHelp, withExtra } from '../../cli/set-flag.ts';
import { knowing, option, words } from '../../cli/values.ts';
import { avatarSources, type CustomizationPatch, customization } from '../../contract/platform/customization.ts';
import { UsageError } from '../../errors.ts';
import { customizationTexts } from './texts.ts';
import { customizationView } from './view.ts';

const flags = z
  .record(z.string(), z.unknown())
  .refine((given) => Object.keys(given).some((flag) => flag !== 'strict'), { message: 'There is nothing to change.' });

export function registerUpdate(noun: Command, { output, platform }: Context): void {
  const update = explain(noun.command('update'), {
    notes: `What is not named stays. --clear-... brings a default link back. The hosted edition ignores what only the
self-hosted one has; that is a warning, or exit 8 with --strict.`,
    calls: [customization.update],
    examples: [
      'svc customization update --internal-support-url https://support.example.com',
      'svc customization update --clear-internal-support-url --footer "<b>Internal use only</b>"',
      'svc customization update --avatar-sources gravatar',
    ],
  }).description('Change links and texts of the site');
  for (const [name, purpose] of customizationTexts) {
    update.option(`--${name} <text>`, purpose).option(`--clear-${name}`, `bring the default of ${name} back`);
  }
  update
    .addOption(
      option(
        '--avatar-sources <names>',
        `which are on, of ${avatarSources.join(', ')}; the others go off`,
        knowing(avatarSources, words),
      ),
    )
    .option('--clear-avatar-sources', 'all avatar sources off')
    .option('--strict', strictHelp)
    .option('--set <key=value>', setHelp, collect)
    .action(
      action(flags, async (given) => {
        const attributes = { ...texts(update), ...avatars(given) };
        const set = given.set as string[] | undefined;
        const changes = withExtra(attributes, set);
        const body = { data: { type: 'customization-settings' as const, ...changes } };
        const { data } = await platform(customization.update, { body });
        output.note('Changed the customization settings.');
        await output.show(customizationView, data);
        reportIgnored(changes.attributes, data.attributes, { output, strict: given.strict === true });
      }),
    );
}

/** The texts that flags set or clear, by attribute. @throws {UsageError} for one that is both set and cleared */
function texts(update: Command): CustomizationPatch {
  const attributes: Record<string, string | null> = {};
  for (const [name] of customizationTexts) {
    const value = update.getOptionValue(attributeName(update, `--${name}`)) as string | undefined;
    const cleared = update.getOptionValue(attributeName(update, `--clear-${name}`)) === true;
    if (value !== undefined && cleared) throw new UsageError(`--${name} and --clear-${name} do not go together.`);
    if (cleared) attributes[name] = null;
    else if (value !== undefined) attributes[name] = value;
  }
  return attributes;
}

function attributeName(command: Command, flag: string): string {
  return command.options.find(({ long }) => long === flag)!.attributeName();
}

function avatars({ avatarSources: on, clearAvatarSources: cleared }: Record<string, unknown>): CustomizationPatch {
  if (on && cleared) throw new UsageError('--avatar-sources and --clear-avatar-sources do not go together.');
  if (cleared) return { 'avatar-sources': [] };
  if (!on) return {};
  // An unknown source is sent all the same: the service decides.
  return { 'avatar-sources': (on as 'gravatar'[]).map((source) => ({ source, enabled: true })) };
}
