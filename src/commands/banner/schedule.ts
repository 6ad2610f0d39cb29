import { UsageError } from '../../errors.ts';
import { joined } from '../../text.ts';
import { instantsAt, isTimezone } from './zone.ts';

/** The schedule as the wire has it; all three are null to clear it. */
export interface Schedule {
  'scheduled-publish-at'?: string | null;
  'scheduled-expire-at'?: string | null;
  timezone?: string | null;
}

/** What the schedule flags say. */
export interface ScheduleFlags {
  scheduledPublishAt?: string | undefined;
  scheduledExpireAt?: string | undefined;
  timezone?: string | undefined;
  /** Milliseconds from now. */
  for?: number | undefined;
  clearSchedule?: boolean | undefined;
}

/**
 * The schedule that flags ask for; nothing where they ask for nothing. Both times without a time zone are sent with UTC, since
 * public services require one (docs/protocol/banners.md#other-services). A time without an offset is one of the time zone's; where
 * its clocks show it twice the first is meant, which `warn` is told.
 * @throws {UsageError} for flags that contradict each other, a time or time zone that is none, or an end before its beginning
 */
export function scheduleOf(flags: ScheduleFlags, now: Date, warn: (words: string) => void): Schedule {
  const { scheduledPublishAt, scheduledExpireAt, timezone, clearSchedule } = flags;
  refuseSeveral(flags);
  if (clearSchedule) return { 'scheduled-publish-at': null, 'scheduled-expire-at': null, timezone: null };
  if (flags.for !== undefined) {
    return {
      'scheduled-publish-at': now.toISOString(),
      'scheduled-expire-at': new Date(now.getTime() + flags.for).toISOString(),
      timezone: 'UTC',
    };
  }
  const schedule: Schedule = {};
  if (timezone !== undefined) schedule.timezone = knownTimezone(timezone);
  if (scheduledPublishAt !== undefined) {
    schedule['scheduled-publish-at'] = instant('--scheduled-publish-at', scheduledPublishAt, timezone, warn);
  }
  if (scheduledExpireAt !== undefined) {
    schedule['scheduled-expire-at'] = instant('--scheduled-expire-at', scheduledExpireAt, timezone, warn);
  }
  refuseReversed(schedule);
  if (scheduledPublishAt !== undefined && scheduledExpireAt !== undefined) schedule.timezone ??= 'UTC';
  return schedule;
}

/** @throws {UsageError} when one of the two times is given without the other (docs/protocol/banners.md#schedule) */
export function refusePartial(schedule: Schedule): void {
  const times = ['scheduled-publish-at', 'scheduled-expire-at'] as const;
  const missing = times.filter((name) => schedule[name] === undefined);
  if (missing.length !== 1) return;
  throw new UsageError(`A schedule needs both times: --${missing[0]} is missing.`, {
    hint: 'Or give --for 2h: published now, gone in two hours.',
  });
}

/** @throws {UsageError} when the schedule ends before anybody could see the banner */
export function refuseOver({ 'scheduled-expire-at': expire }: Schedule, typed: string | undefined, now: Date): void {
  if (!expire || Date.parse(expire) > now.getTime()) return;
  throw new UsageError(`--scheduled-expire-at: ${typed ?? expire} has passed already; nobody would see the banner.`);
}

/** @throws {UsageError} naming the flags that ask for more than one schedule */
function refuseSeveral(flags: ScheduleFlags): void {
  const alone = [flags.for !== undefined && '--for', flags.clearSchedule && '--clear-schedule'].filter((flag) => flag);
  const parts = [
    flags.scheduledPublishAt !== undefined && '--scheduled-publish-at',
    flags.scheduledExpireAt !== undefined && '--scheduled-expire-at',
    flags.timezone !== undefined && '--timezone',
  ].filter((flag) => flag);
  if (alone.length === 0 || alone.length + parts.length === 1) return;
  const given = [...alone, ...parts].filter((flag) => typeof flag === 'string');
  throw new UsageError(
    `${joined(given)} do not go together: a banner has one schedule.`,
    alone.includes('--for') ? { hint: '--for 2h alone says it all: published now, gone in two hours.' } : {},
  );
}

function refuseReversed(schedule: Schedule): void {
  const { 'scheduled-publish-at': publish, 'scheduled-expire-at': expire } = schedule;
  if (publish && expire && Date.parse(expire) <= Date.parse(publish)) {
    throw new UsageError('--scheduled-expire-at: the banner would expire before it is published.');
  }
}

function knownTimezone(timezone: string): string {
  if (isTimezone(timezone)) return timezone;
  throw new UsageError(`--timezone: "${timezone}" is not a time zone.`, {
    hint: 'Give an IANA name such as UTC or Europe/Berlin.',
  });
}

const timePattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?$/i;

function instant(flag: string, text: string, timezone: string | undefined, warn: (words: string) => void): string {
  const [, day, time, offset] = timePattern.exec(text.trim()) ?? [];
  const wall = Date.parse(`${day}T${time}Z`);
  const absolute = offset ? Date.parse(`${day}T${time}${offset.toUpperCase()}`) : 0;
  if (!day || Number.isNaN(wall + absolute) || new Date(wall).toISOString().slice(0, 10) !== day) {
    throw new UsageError(`${flag}: "${text}" is not a time.`, {
      hint: 'Write it like 2026-12-24T18:00:00Z, or 2026-12-24T18:00 with --timezone.',
    });
  }
  if (offset) return new Date(absolute).toISOString();
  if (timezone === undefined) {
    throw new UsageError(`${flag}: "${text}" has no offset, so --timezone must say what it means.`, {
      hint: `Give --timezone, or write ${day}T${time}Z for UTC.`,
    });
  }
  const [first, second] = instantsAt(wall, timezone);
  if (first === undefined) {
    throw new UsageError(`${flag}: ${text} does not exist in ${timezone}, whose clocks skip it.`, {
      hint: 'Give a time before or after the change.',
    });
  }
  if (second !== undefined) {
    warn(`${flag}: ${text} comes twice in ${timezone}; the first is meant. For the other give an offset or Z.`);
  }
  return new Date(first).toISOString();
}
