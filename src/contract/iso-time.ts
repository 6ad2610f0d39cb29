const form =
  /^(\d{4})(-?)(\d\d)\2(\d\d)(?:[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?(?:(Z)|([+-])(\d\d):?([0-5]\d)?)?)?$/i;

/** A time as its clock shows it. */
export interface IsoTime {
  /** In milliseconds, as if in UTC. */
  wall: number;
  /** The offset from UTC in milliseconds; undefined for a local time and a date. */
  offset: number | undefined;
}

/** Reads ISO 8601: a calendar date, alone or with a time, extended or basic, `T24:00` included; undefined for any other text. */
export function isoTime(text: string): IsoTime | undefined {
  const found = form.exec(text);
  if (!found) return undefined;
  const [, year, , month, day, hour = '00', minute = '00', second = '00', fraction = '', utc, sign, hours, rest] =
    found;
  const date = `${year}-${month}-${day}`;
  const wall = Date.parse(`${date}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  // Date.parse moves February 30 to March.
  const isDay = new Date(Date.parse(`${date}T00:00Z`)).getUTCDate() === Number(day);
  if (Number.isNaN(wall) || !isDay || Number(hours ?? 0) > 23) return undefined;
  const offsetMs = Number(`${sign ?? ''}1`) * (Number(hours ?? 0) * 60 + Number(rest ?? 0)) * 60_000;
  return { wall, offset: utc || sign ? offsetMs : undefined };
}
