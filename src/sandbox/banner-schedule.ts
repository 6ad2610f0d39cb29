import type { BannerRow } from './rows/installation.ts';

const scheduleFields = ['scheduled-publish-at', 'scheduled-expire-at', 'timezone'] as const;

/** The first field in which a schedule is incomplete, when some but not all of it is given; assumed: the rule's three fields (facts, section a). */
export function missingFromSchedule(attributes: BannerRow['attributes']): string | undefined {
  const missing = scheduleFields.filter((field) => !attributes[field]);
  return missing.length === scheduleFields.length ? undefined : missing[0];
}

/** Whether a time zone is a name of the IANA database. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

interface Step {
  at: number;
  row: BannerRow;
  what: 'publish' | 'expire';
}

/**
 * Lets the time that passed since the last request take effect: a banner is published at its time and takes down the one before it,
 * and is deactivated when it expires (part 1, Site-wide banner; rule 3). assumed: `deactivated-at` is also set on expiry (facts, section a).
 */
export function settle(rows: readonly BannerRow[], now: Date): void {
  const due = rows.flatMap(stepsOf).filter(({ at }) => at <= now.getTime());
  due.sort((a, b) => a.at - b.at || order(a) - order(b));
  for (const { at, row, what } of due) {
    if (row.attributes['deactivated-at']) continue;
    if (what === 'expire') deactivate(row, new Date(at));
    else publish(rows, row, new Date(at));
  }
}

export function isActive({ attributes }: BannerRow): boolean {
  return Boolean(attributes['published-at']) && !attributes['deactivated-at'];
}

export function deactivate(row: BannerRow, at: Date): void {
  row.attributes['deactivated-at'] = at.toISOString();
}

function publish(rows: readonly BannerRow[], row: BannerRow, at: Date): void {
  for (const other of rows) if (other !== row && isActive(other)) deactivate(other, at);
  row.attributes['published-at'] = at.toISOString();
}

function stepsOf(row: BannerRow): Step[] {
  const { attributes } = row;
  if (attributes['deactivated-at']) return [];
  const since = Date.parse(row.since);
  const steps: Step[] = [];
  if (!attributes['published-at']) {
    const at = Math.max(since, timeOf(attributes['scheduled-publish-at']) ?? since);
    steps.push({ at, row, what: 'publish' });
  }
  const expiry = timeOf(attributes['scheduled-expire-at']);
  if (expiry !== undefined) steps.push({ at: Math.max(since, expiry), row, what: 'expire' });
  return steps;
}

const order = ({ what }: Step): number => (what === 'expire' ? 0 : 1);

const timeOf = (text: string | null | undefined): number | undefined => (text ? Date.parse(text) : undefined);
