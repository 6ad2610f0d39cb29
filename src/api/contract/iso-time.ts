const form =
  /^(\d{4})(-?)(\d\d)\2(\d\d)(?:[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?(?:(Z)|([+-])([01]\d|2[0-3]):?([0-5]\d)?)?)?$/i;

/**
 * Reads ISO 8601: a calendar date, alone or with a time, extended or basic, `T24:00` included; undefined for any other text. `wall` is
 * what the clock shows, in milliseconds as if in UTC; `offset` is from UTC in milliseconds, undefined for a local time and a date.
 */
export function isoTime(text: string): { wall: number; offset: number | undefined } | undefined {
  const [, year, , month, day, hour = '00', minute = '00', second = '00', fraction = '', utc, sign, hours, minutes] =
    form.exec(text) ?? [];
  const date = `${year}-${month}-${day}T`;
  const wall = Date.parse(`${date}${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  // Date.parse moves February 30 to March.
  if (Number.isNaN(wall) || new Date(`${date}00:00Z`).getUTCDate() !== Number(day)) return undefined;
  const offsetMs = Number(`${sign ?? ''}1`) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return { wall, offset: utc || sign ? offsetMs : undefined };
}

/** Returns whether a time zone is a name of the IANA database. */
export function isTimezone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
