import type { World } from './world.ts';

/** The numbers of downloads, by module version id and day (UTC). */
type Downloads = World['downloads'];

/** Counts one download of a module version. */
export function countDownload(downloads: Downloads, id: string, now: Date): void {
  const days = Object.hasOwn(downloads, id) ? downloads[id]! : {};
  const day = dayOf(now);
  days[day] = (days[day] ?? 0) + 1;
  downloads[id] = days;
}

/** Returns the number of downloads of a version in the last `days`, including today (default: since the start). */
export function downloadsInDays(downloads: Downloads, id: string, now: Date, days = Number.POSITIVE_INFINITY): number {
  const since = Number.isFinite(days) ? dayOf(new Date(now.getTime() - (days - 1) * 86_400_000)) : '';
  const counted = Object.hasOwn(downloads, id) ? Object.entries(downloads[id]!) : [];
  return counted.reduce((total, [day, count]) => (day >= since ? total + count : total), 0);
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
