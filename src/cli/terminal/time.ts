import { isTimezone } from '../../api/contract/iso-time.ts';

/** The units of relative times: the name, the number of seconds from which it is used, and the seconds of one unit. */
const units: readonly [unit: Intl.RelativeTimeFormatUnit, from: number, seconds: number][] = [
  // Use years from two years on: 20 months would be rounded up to 2 years.
  ['year', 2 * 31_536_000, 31_536_000],
  ['month', 2_629_800, 2_629_800],
  ['week', 604_800, 604_800],
  ['day', 86_400, 86_400],
  ['hour', 3_600, 3_600],
  ['minute', 60, 60],
  ['second', 0, 1],
];

/** Formats a time relative to now: `3 days ago`, `in 2 hours`. Returns any other text unchanged. */
export function relativeTime(text: string, now: Date): string {
  const seconds = /^\d{4}-\d{2}-\d{2}T/.test(text) ? (Date.parse(text) - now.getTime()) / 1000 : Number.NaN;
  const [unit, , size] = units.find(([, from]) => Math.abs(seconds) >= from) ?? [];
  if (unit === undefined || size === undefined) return text;
  // Only "now" is exact: "yesterday" and "last month" would depend on the calendar.
  const numeric = unit === 'second' ? 'auto' : 'always';
  return new Intl.RelativeTimeFormat('en', { numeric }).format(Math.round(seconds / size), unit);
}

/** Formats a time in a known time zone, else in that of this machine: `2026-11-26 23:00 CET (in 2 hours)`. Other text is returned unchanged. */
export function localTime(text: string, now: Date, zoneName?: unknown): string {
  const relative = relativeTime(text, now);
  if (relative === text) return text;
  const time = new Date(text);
  const timeZone = typeof zoneName === 'string' && isTimezone(zoneName) ? zoneName : undefined;
  // The Swedish locale writes dates as ISO 8601. A locale has names for its own zones only; other zones become GMT+9.
  const clock = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(time);
  if (timeZone) return `${clock} ${timeZone} (${relative})`;
  const zones = ['en-US', 'en-GB'].map((locale) =>
    new Intl.DateTimeFormat(locale, { timeZoneName: 'short' })
      .formatToParts(time)
      .find(({ type }) => type === 'timeZoneName'),
  );
  const zone = zones.find((each) => !/[+-]/.test(each?.value ?? '+')) ?? zones[0];
  return `${clock} ${zone?.value} (${relative})`;
}
