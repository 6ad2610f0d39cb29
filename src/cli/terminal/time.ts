const units: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/**
 * Formats a time relative to now, `3 days ago` or `in 2 hours`; returns a text that is not an ISO 8601 time unchanged.
 */
export function relativeTime(text: string, now: Date): string {
  if (!/^\d{4}-\d{2}-\d{2}T/.test(text)) return text;
  const seconds = (Date.parse(text) - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return text;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}
