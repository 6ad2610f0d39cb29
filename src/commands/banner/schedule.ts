import { UsageError } from '../../errors.ts';

/** The schedule as the wire has it: all three, or all null to clear it. */
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
 * The schedule that flags ask for; nothing where they ask for nothing. A time without an offset is one of the time zone's.
 * @throws {UsageError} for flags that contradict each other, a time or time zone that is none, or an end before its beginning
 */
export function scheduleOf(flags: ScheduleFlags, now: Date): Schedule {
  const { scheduledPublishAt, scheduledExpireAt, timezone, clearSchedule } = flags;
  const parts = [scheduledPublishAt, scheduledExpireAt, timezone].filter((part) => part !== undefined);
  const ways = [parts.length > 0, flags.for !== undefined, clearSchedule === true].filter(Boolean);
  if (ways.length > 1) {
    throw new UsageError('A banner has one schedule: give --for, or the --scheduled flags, or --clear-schedule.');
  }
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
    schedule['scheduled-publish-at'] = instant('--scheduled-publish-at', scheduledPublishAt, timezone);
  }
  if (scheduledExpireAt !== undefined) {
    schedule['scheduled-expire-at'] = instant('--scheduled-expire-at', scheduledExpireAt, timezone);
  }
  refuseReversed(schedule);
  return schedule;
}

/** @throws {UsageError} when some of the three are given but not all (part 1, Admin banners, rule 4; facts, section a) */
export function refusePartial(schedule: Schedule): void {
  const missing = (['scheduled-publish-at', 'scheduled-expire-at', 'timezone'] as const).filter(
    (name) => schedule[name] === undefined,
  );
  if (missing.length === 0 || missing.length === 3) return;
  throw new UsageError(`A schedule needs all of its parts: --${missing.join(' and --')} is missing.`, {
    hint: 'Or give --for 2h: published now, gone in two hours.',
  });
}

function refuseReversed(schedule: Schedule): void {
  const { 'scheduled-publish-at': publish, 'scheduled-expire-at': expire } = schedule;
  if (publish && expire && Date.parse(expire) <= Date.parse(publish)) {
    throw new UsageError('--scheduled-expire-at: the banner would expire before it is published.');
  }
}

function knownTimezone(timezone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
    return timezone;
  } catch {
    throw new UsageError(`--timezone: "${timezone}" is not a time zone.`, {
      hint: 'Give an IANA name such as UTC or Europe/Berlin.',
    });
  }
}

const timePattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?$/i;

function instant(flag: string, text: string, timezone: string | undefined): string {
  const [, day, time, offset] = timePattern.exec(text.trim()) ?? [];
  const wall = Date.parse(`${day}T${time}Z`);
  if (!day || Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 10) !== day) {
    throw new UsageError(`${flag}: "${text}" is not a time.`, {
      hint: 'Write it like 2026-12-24T18:00:00Z, or 2026-12-24T18:00 with --timezone.',
    });
  }
  if (offset) return new Date(Date.parse(`${day}T${time}${offset.toUpperCase()}`)).toISOString();
  if (timezone === undefined) {
    throw new UsageError(`${flag}: "${text}" has no offset, so --timezone must say what it means.`, {
      hint: `Give --timezone, or write ${day}T${time}Z for UTC.`,
    });
  }
  // The zone's offset depends on the instant, which depends on the offset: a second look settles clock changes.
  const guess = wall - offsetMs(timezone, wall);
  return new Date(wall - offsetMs(timezone, guess)).toISOString();
}

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetMs(timezone: string, at: number): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const wall = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!);
  return wall - Math.floor(at / 1000) * 1000;
}
