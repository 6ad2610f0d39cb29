import { bannerAudiences, bannerStyles, longestTitle } from '../../api/contract/platform/banners.ts';
import type { Context } from '../../cli/context.ts';
import { attributesOf, setFlag, strictFlag } from '../../cli/set-flag.ts';
import { emptyValues, knowing, period, unknownValues } from '../../cli/values.ts';
import { type Command, excludes, type FlagsOf } from '../../cli/verb.ts';
import { banner, type bannerDefaults } from '../../platform/resources/banner.ts';
import type { Schedule } from './schedule.ts';

/** Declares a flag for each attribute of a banner, with the attribute's name; help shows the defaults of a new one. */
export function bannerFlags(verb: Command, defaults?: typeof bannerDefaults) {
  const usual = (field: keyof typeof bannerDefaults) => (defaults ? ` (default: ${defaults[field]})` : '');
  return verb
    .option('-t, --title <text>', `headline, at most ${longestTitle} characters`)
    .option('-b, --body <text>', 'text, at most 255 characters; strong, em, b, i and links are allowed')
    .option('--body-file <path>', 'read --body from a file, - for stdin')
    .option('--editor', 'write --body in $VISUAL or $EDITOR')
    .option('--style <style>', `${bannerStyles.join(', ')}${usual('style')}`, knowing(bannerStyles))
    .option('--audience <audience>', `${bannerAudiences.join(', ')}${usual('audience')}`, knowing(bannerAudiences))
    .optionsGroup('Schedule:')
    .option('--scheduled-publish-at <time>', 'start: 2026-12-24T18:00:00Z, or 2026-12-24T18:00 in --timezone')
    .option('--scheduled-expire-at <time>', 'end, in the same format')
    .option('--timezone <name>', 'IANA time zone of the schedule; required for times without an offset')
    .option('--for <duration>', 'publish now, expire after 2h, 3d, 1w', period)
    .optionsGroup('Flags:')
    .addOption(setFlag())
    .addOption(strictFlag());
}

export const bannerRules = [
  excludes('for', 'scheduledPublishAt', 'scheduledExpireAt', 'timezone'),
  excludes('editor', 'body', 'bodyFile'),
  excludes('body', 'bodyFile'),
];

/** The flags that `create` and `update` share. */
export type BannerFlags = FlagsOf<typeof bannerFlags>;

/**
 * Returns the attributes that the flags set, with their wire names.
 * @throws {UsageError} for a file that cannot be read, and for an invalid schedule
 */
export async function bannerAttributes(
  flags: BannerFlags,
  { host, output, read }: Pick<Context, 'host' | 'output' | 'read'>,
): Promise<Schedule & Record<string, unknown>> {
  const { body, bodyFile } = flags;
  const text = bodyFile === undefined ? body : (await read('--body-file', bodyFile)).trimEnd();
  const attributes = attributesOf({ ...flags, body: text }, Object.keys(banner.fields));
  const { scheduleOf } = await import('./schedule.ts');
  return { ...attributes, ...scheduleOf(flags, host.now(), output.warn) };
}

/** Returns warnings about unknown and unusual values. These values are sent anyway: the service decides. */
export function warnings({ audience, body, style, title }: BannerFlags): string[] {
  const length = [...(title ?? '')].length;
  return [
    ...unknownValues('--style', style, bannerStyles),
    ...unknownValues('--audience', audience, bannerAudiences),
    ...emptyValues({ '--title': title, '--body': body }),
    ...(length > longestTitle ? [`--title has ${length} characters, more than ${longestTitle}, sent as is.`] : []),
  ];
}
