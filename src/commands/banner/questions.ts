import { isoTime } from '../../api/contract/iso-time.ts';
import { bannerAudiences, bannerStyles, longestTitle } from '../../api/contract/platform/banners.ts';
import { UsageError, unlessFailed, ValueError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { alsoKnown } from '../../cli/pick.ts';
import { hasExtra } from '../../cli/set-flag.ts';
import { durationForm, period } from '../../cli/values.ts';
import { changesTo, requireAccess } from '../../cli/walk.ts';
import { type Field, FieldKinds } from '../../cli/wizard.ts';
import { banner } from '../../platform/resources/banner.ts';
import type { BannerFlags } from './flags.ts';
import { publishedRow, unlistedText } from './lookup.ts';
import { rejectPast, type Schedule, type ScheduleFlags, scheduleOf } from './schedule.ts';

/** Checks a typed title. @throws {ValueError} for a title that is too long (a flag only warns about it) */
function titleOf(typed: string): string {
  const { length } = [...typed];
  if (length > longestTitle) throw new ValueError(`must have at most ${longestTitle} characters, not ${length}`);
  return typed;
}

/** Returns the prompts for a new banner. */
export function bannerFields(
  { editor }: BannerFlags,
  { ask, host, output }: Pick<Context, 'ask' | 'host' | 'output'>,
  current: BannerFlags = {},
): Field<BannerFlags>[] {
  const kinds = new FieldKinds<BannerFlags>(ask);
  const publishAt = current.scheduledPublishAt ?? host.now().toISOString();

  function until(answer: string): Partial<BannerFlags> {
    if (answer === '') return { scheduledExpireAt: undefined };
    if (/^-?\d+(\.\d+)?([smhdw][\d.smhdw]*)?$/.test(answer)) return { for: period(answer) };
    if (isoTime(answer)?.offset === undefined)
      throw new ValueError(`must be ${durationForm}, or a time such as 2026-12-24T18:00Z, not "${answer}"`);
    const times = { scheduledPublishAt: publishAt, scheduledExpireAt: answer };
    rejectPast(scheduleOf({ scheduledExpireAt: answer }, host.now(), output.warn), answer, host.now());
    return times;
  }

  const body = {
    question: 'Text',
    missing: (flags: BannerFlags) => (flags.body ?? flags.bodyFile) === undefined && !hasExtra(flags.set, 'body'),
  };
  const edited = async (_: string, flags: BannerFlags) => ({
    body: await ask.edit('The text', { initial: flags.body, says: '--body' }),
  });

  return [
    kinds.text('title', { question: 'Title', parse: titleOf }),
    editor ? kinds.field('body', body, edited) : kinds.text('body', body),
    kinds.choice('style', bannerStyles, { question: 'Style', optional: true, initial: 'info' }),
    kinds.choice('audience', bannerAudiences, { question: 'Audience', optional: true, initial: 'all_users' }),
    kinds.text('for', {
      question: `Expires: 2h or 2026-12-24T18:00Z (${current.scheduledExpireAt ? 'Backspace' : 'empty'}: never)`,
      optional: true,
      empty: true,
      initial: () => current.scheduledExpireAt,
      read: until,
      words: (answer) =>
        /^\d{4}-/.test(answer)
          ? ['--scheduled-publish-at', publishAt, '--scheduled-expire-at', answer]
          : ['--for', answer],
      sets: ['scheduled-publish-at', 'scheduled-expire-at', 'timezone'],
    }),
  ];
}

/** Prompts for each field of a published banner, and returns the changes. @throws {UsageError} for a banner that is not listed */
export async function bannerChanges(id: string, context: Context): Promise<BannerFlags & ScheduleFlags> {
  await requireAccess(banner, undefined, context);
  const row = await publishedRow(context, id);
  if (!row) throw new UsageError(`No changes given, and svc cannot prompt for them. ${unlistedText(id)}`);
  const { 'scheduled-publish-at': publish, 'scheduled-expire-at': expire, ...texts } = row.attributes;
  const [title, body, style, audience] = [texts.title, texts.body, texts.style, texts.audience].map(
    (each) => each ?? undefined,
  );
  const schedule = { scheduledPublishAt: publish ?? undefined, scheduledExpireAt: expire ?? undefined };
  const current = { title, body, style, audience, ...schedule };
  const changes = await changesTo<BannerFlags>(current, bannerFields({}, context, current), context);
  if (!('scheduledExpireAt' in changes) || changes.scheduledExpireAt) return changes;
  context.ask.answers.set('--for', ['--clear-schedule'], true);
  return { ...changes, clearSchedule: true };
}

/**
 * Returns the published banner that a new one replaces immediately, for messages. Undefined if no banner is published, or if the
 * service does not show banners.
 */
export async function replacedBanner(
  { 'scheduled-publish-at': publishAt }: Schedule,
  context: Pick<Context, 'host' | 'platform'>,
): Promise<string | undefined> {
  if (publishAt && Date.parse(publishAt) > context.host.now().getTime()) return undefined;
  const row = await unlessFailed(publishedRow(context));
  return row && `banner ${row.id}${alsoKnown(row.attributes.title)}`;
}

/** Opens the published text in the editor, and returns the edited text. */
export async function editedBody(id: string, context: Pick<Context, 'ask' | 'dryRun' | 'platform'>) {
  const row = context.dryRun ? undefined : await publishedRow(context, id);
  const initial = row?.attributes.body ?? undefined;
  return context.ask.edit('The text', { initial, says: '--body' });
}
