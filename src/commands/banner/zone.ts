/**
 * Returns the instants at which the clocks of a zone show a wall time (in milliseconds, as if it were UTC), in order: two instants
 * if the clocks are set back over that time, none if they skip it.
 */
export function instantsAt(wall: number, timezone: string): number[] {
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
