import { avatarSources, type CustomizationPatch, customization } from '../../api/contract/platform/customization.ts';
import type { Context } from '../../cli/context.ts';
import { attributesOf, setFlag, strictFlag, withExtra } from '../../cli/set-flag.ts';
import { commaSeparated, knowing, oneOf } from '../../cli/values.ts';
import { type Command, contradiction, requireChange, verb } from '../../cli/verb.ts';
import { customizationTexts, longTexts, customization as resource } from '../../platform/resources/customization.ts';
import { customizationDrawing, opening } from './view.ts';

export const update = verb({
  words: 'update',
  about: 'Update the links and texts of the site',
  text: `${opening} Only the given attributes change. --clear-... restores a default. On a terminal, without
flags, svc prompts for each text. The hosted edition ignores attributes that only the
self-hosted edition has, with a warning, or with exit code 8 if --strict is given.`,
  flags: (command: Command) =>
    command
      .optionsGroup('Links:')
      .option('--support-email-address <address>', 'support e-mail address')
      .option('--clear-support-email-address', 'restore the default of support-email-address')
      .option('--support-url-address <url>', 'support page, instead of the e-mail address')
      .option('--clear-support-url-address', 'restore the default of support-url-address')
      .option('--internal-support-url <url>', 'support link in the help menu (http, https or mailto)')
      .option('--clear-internal-support-url', 'restore the default of internal-support-url')
      .option('--internal-documentation-url <url>', 'documentation link in the help menu')
      .option('--clear-internal-documentation-url', 'restore the default of internal-documentation-url')
      .option('--internal-tutorials-url <url>', 'tutorials link in the help menu')
      .option('--clear-internal-tutorials-url', 'restore the default of internal-tutorials-url')
      .optionsGroup('Texts:')
      .option('--login-help <text>', 'HTML on the login page')
      .option('--clear-login-help', 'restore the default of login-help')
      .option('--footer <text>', 'HTML in the footer of every page')
      .option('--clear-footer', 'restore the default of footer')
      .option('--error <text>', 'HTML on error pages')
      .option('--clear-error', 'restore the default of error')
      .option('--new-user <text>', 'HTML for users without an organization')
      .option('--clear-new-user', 'restore the default of new-user')
      .option('--editor <setting>', `text to write in $VISUAL or $EDITOR: ${longTexts.join(', ')}`, oneOf(longTexts))
      .optionsGroup('Flags:')
      .option(
        '--avatar-sources <names>',
        `avatar sources to enable: ${avatarSources.join(', ')}; the others are disabled`,
        knowing(avatarSources, commaSeparated),
      )
      .option('--clear-avatar-sources', 'disable all avatar sources')
      .addOption(setFlag())
      .addOption(strictFlag()),
  calls: [customization.update, customization.show],
  examples: [
    'svc customization update --internal-support-url https://support.example.com',
    'svc customization update --clear-internal-support-url --footer "<b>Internal use only</b>"',
    'svc customization update --avatar-sources gravatar',
  ],
  async run(context, flags) {
    const { output, platform } = context;
    const isWalk = Object.keys(flags).every((flag) => flag === 'strict') && context.ask.canAsk();
    if (!isWalk) requireChange(flags);
    const { avatarSources: on, clearAvatarSources, set } = flags;
    const texts = isWalk ? await changedTexts(context) : attributesOf(flags, customizationTexts);
    if (isWalk && Object.keys(texts).length === 0) return output.note('No changes.');
    const edited = await editedText(flags.editor, texts, context);
    const changes = withExtra({ ...texts, ...edited, ...avatars(on, clearAvatarSources) }, set);
    const body = { data: { type: resource.type, ...changes } };
    const { data } = await platform(customization.update, { body });
    output.note('Updated the customization settings.');
    await output.show(resource.view, data, customizationDrawing(data));
  },
});

/** Prompts for each text that this edition has, and returns the changed ones; null restores a default. */
async function changedTexts(context: Context): Promise<Record<string, string | null>> {
  const { changesTo, FieldKinds, requireAccess } = await import('../../cli/walk.ts');
  await requireAccess(resource, undefined, context, 'the customization settings');
  const { attributes } = (await context.platform(customization.show, {})).data;
  const kinds = new FieldKinds<Record<string, string | undefined> & { set?: string[] }>(context.ask);
  const names = customizationTexts.filter((name) => name in attributes);
  const fields = names.map((name) => kinds.text(name, { question: name, empty: true }));
  const current = Object.fromEntries(names.map((name) => [name, attributes[name] ?? undefined]));
  const changes = Object.entries(await changesTo(current, fields, context));
  return Object.fromEntries(changes.map(([name, text]) => [name, text ?? null]));
}

/** Opens the effective text of a setting in the editor, and returns the edited text. */
async function editedText(
  name: (typeof longTexts)[number] | undefined,
  others: object,
  { ask, dryRun, platform }: Pick<Context, 'ask' | 'dryRun' | 'platform'>,
): Promise<CustomizationPatch> {
  if (name === undefined) return {};
  if (name in others) throw contradiction(`--editor ${name}`, `another flag for ${name}`);
  const current = dryRun ? undefined : (await platform(customization.show, {})).data.attributes[name];
  return { [name]: await ask.edit(`The text of ${name}`, { initial: current ?? '', says: `--${name}` }) };
}

function avatars(on: readonly string[] | undefined, cleared: true | undefined): CustomizationPatch {
  if (cleared) return { 'avatar-sources': [] };
  // Unknown sources are sent too: the service decides.
  return on ? { 'avatar-sources': (on as 'gravatar'[]).map((source) => ({ source, enabled: true })) } : {};
}
