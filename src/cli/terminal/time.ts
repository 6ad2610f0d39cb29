/** The units of a time, with the seconds from which they are used and those of one of them. */
const units: readonly [unit: Intl.RelativeTimeFormatUnit, from: number, seconds: number][] = [
  // Years begin at two: 20 months would be rounded up to 2 years.
  ['year', 2 * 31_536_000, 31_536_000],
  ['month', 2_629_800, 2_629_800],
  ['week', 604_800, 604_800],
  ['day', 86_400, 86_400],
  ['hour', 3_600, 3_600],
  ['minute', 60, 60],
  ['second', 0, 1],
];

/** Formats a time relative to now, `3 days ago` or `in 2 hours`; returns any other text unchanged. */
export function relativeTime(text: string, now: Date): string {
  const seconds = /^\d{4}-\d{2}-\d{2}T/.test(text) ? (Date.parse(text) - now.getTime()) / 1000 : Number.NaN;
  const [unit, , size] = units.find(([, from]) => Math.abs(seconds) >= from) ?? [];
  if (unit === undefined || size === undefined) return text;
  // "yesterday" and "last month" depend on the calendar; "now" does not.
  const numeric = unit === 'second' ? 'auto' : 'always';
  return new Intl.RelativeTimeFormat('en', { numeric }).format(Math.round(seconds / size), unit);
}

/** Formats a time as the clocks of this machine show it, `2026-11-26 23:00 CET (in 2 hours)`; other texts as `relativeTime`. */
export function localTime(text: string, now: Date): string {
  const relative = relativeTime(text, now);
  if (relative === text) return text;
  const time = new Date(text);
  // Sweden writes dates as ISO 8601 does. Each country knows the names of its own zones; the others are GMT+9.
  const clock = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short' }).format(time);
  const zones = ['en-US', 'en-GB'].map((locale) =>
    new Intl.DateTimeFormat(locale, { timeZoneName: 'short' })
      .formatToParts(time)
      .find(({ type }) => type === 'timeZoneName'),
  );
  const zone = zones.find((each) => !/[+-]/.test(each?.value ?? '+')) ?? zones[0];
  return `${clock} ${zone?.value} (${relative})`;
}
