import { isTimezone } from '../../api/contract/iso-time.ts';

/**
 * Returns the instants at which the clocks of a zone show a time (given as if it were UTC), in order: two instants when the clocks go
 * back, none when they skip the time.
 */
export function instantsAt(wall: number, timezone: string): number[] {
  const dayMs = 86_400_000;
  const offsets = new Set([wall - dayMs, wall + dayMs].map((at) => offsetMs(timezone, at)));
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((at) => at + offsetMs(timezone, at) === wall)
    .sort((a, b) => a - b);
}

/** Returns an instant as `2026-12-24 18:00 Europe/Berlin`, or unchanged for an unknown time zone. */
export function wallTime(instant: string, timezone: string | null | undefined): string {
  const at = Date.parse(instant);
  if (!timezone || Number.isNaN(at) || !isTimezone(timezone)) return instant;
  const [day, time = ''] = new Date(at + offsetMs(timezone, at)).toISOString().split('T');
  return `${day} ${time.slice(0, time.startsWith(':00', 5) ? 5 : 8)} ${timezone}`;
}

/** Returns the offset of a zone from UTC at an instant, in milliseconds. */
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
