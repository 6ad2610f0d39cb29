import { isoTime, isTimezone } from '../../api/contract/iso-time.ts';
import type { BannerPatch } from '../../api/contract/platform/banners.ts';
import { UsageError, ValueError } from '../../base/errors.ts';

/** The attributes of a schedule; null clears them. */
export type Schedule = Pick<BannerPatch, 'scheduled-publish-at' | 'scheduled-expire-at' | 'timezone'>;

export interface ScheduleFlags {
  scheduledPublishAt?: string | undefined;
  scheduledExpireAt?: string | undefined;
  timezone?: string | undefined;
  /** The duration, in milliseconds from now. */
  for?: number | undefined;
  clearSchedule?: boolean | undefined;
}

/**
 * Returns the schedule that the flags set. Two times without a time zone are sent with UTC, because public services require a time zone
 * (docs/protocol/banners.md#other-services). A time without an offset is local to the time zone. If the clocks of the zone show that
 * time twice, the first instant is sent, with a warning.
 * @throws {UsageError} for an invalid time or time zone, or an end before the start
 */
export function scheduleOf(flags: ScheduleFlags, now: Date, warn: (message: string) => void): Schedule {
  const { scheduledPublishAt, scheduledExpireAt, timezone, clearSchedule } = flags;
  if (clearSchedule) return { 'scheduled-publish-at': null, 'scheduled-expire-at': null, timezone: null };
  if (flags.for !== undefined) {
    return {
      'scheduled-publish-at': now.toISOString(),
      'scheduled-expire-at': new Date(now.getTime() + flags.for).toISOString(),
      timezone: 'UTC',
    };
  }
  if (timezone !== undefined && !isTimezone(timezone)) {
    throw new UsageError(`Invalid time zone "${timezone}" for --timezone.`, {
      hint: 'Use an IANA name such as UTC or Europe/Berlin.',
    });
  }
  const publish = instant('--scheduled-publish-at', scheduledPublishAt, timezone, warn);
  const expire = instant('--scheduled-expire-at', scheduledExpireAt, timezone, warn);
  if (publish && expire && Date.parse(expire) <= Date.parse(publish))
    throw new UsageError('--scheduled-expire-at must be after --scheduled-publish-at.');
  const zone = timezone ?? (publish && expire && 'UTC');
  return {
    ...(publish && { 'scheduled-publish-at': publish }),
    ...(expire && { 'scheduled-expire-at': expire }),
    ...(zone && { timezone: zone }),
  };
}

/** Requires both times of a schedule or none. @throws {UsageError} if only one is given (docs/protocol/banners.md#schedule) */
export function rejectPartial(schedule: Schedule): void {
  const times = ['scheduled-publish-at', 'scheduled-expire-at'] as const;
  const missing = times.filter((name) => schedule[name] === undefined);
  if (missing.length !== 1) return;
  throw new UsageError(`Missing required flag: --${missing[0]} (a schedule needs both times).`, {
    hint: 'To publish now and expire in two hours: --for 2h',
  });
}

/** Rejects a schedule that has already ended. @throws {ValueError} naming its end */
export function rejectPast({ 'scheduled-expire-at': expire }: Schedule, typed: string | undefined, now: Date): void {
  if (!expire || Date.parse(expire) > now.getTime()) return;
  throw new ValueError(`must be in the future, not ${typed ?? expire}`);
}

function instant(
  flag: string,
  text: string | undefined,
  timezone: string | undefined,
  warn: (message: string) => void,
) {
  if (text === undefined) return undefined;
  const time = isoTime(text.trim());
  if (time === undefined) {
    throw new UsageError(`Invalid time "${text}" for ${flag}.`, {
      hint: 'Format: 2026-12-24T18:00:00Z, or 2026-12-24T18:00 with --timezone',
    });
  }
  const { offset, wall } = time;
  if (offset !== undefined) return new Date(wall - offset).toISOString();
  if (timezone === undefined) {
    throw new UsageError(`${flag} "${text}" needs a time zone.`, {
      hint: `Use --timezone, or use UTC: ${new Date(wall).toISOString().replace('.000', '')}`,
    });
  }
  const [first, second] = instantsAt(wall, timezone);
  if (first === undefined) {
    throw new UsageError(`${flag}: the clocks of ${timezone} skip ${text}.`, {
      hint: 'Specify an earlier or a later time.',
    });
  }
  if (second !== undefined) {
    warn(`${flag}: ${text} occurs twice in ${timezone}. Using the first; for the second, give an offset.`);
  }
  return new Date(first).toISOString();
}

/**
 * Returns the instants at which the clocks of a zone show a wall time (in milliseconds, as if it were UTC), in order: two instants
 * if the clocks are set back over that time, none if they skip it.
 */
function instantsAt(wall: number, timezone: string): number[] {
  const dayMs = 86_400_000;
  const offsets = new Set([wall - dayMs, wall + dayMs].map((at) => offsetMs(timezone, at)));
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((at) => at + offsetMs(timezone, at) === wall)
    .sort((a, b) => a - b);
}

/** Returns the offset of a zone from UTC at an instant, in milliseconds. */
function offsetMs(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '', hours, minutes, seconds] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? [];
  return Number(`${sign}1`) * (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000;
}
