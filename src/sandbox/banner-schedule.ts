import type { BannerRow } from './rows/installation.ts';

const times = ['scheduled-publish-at', 'scheduled-expire-at'] as const;

/** Returns the name of the time that a schedule lacks, if it has only one. assumed: the rule is about its two times (docs/protocol/banners.md#assumed). */
export function missingFromSchedule(attributes: BannerRow['attributes']): string | undefined {
  const missing = times.filter((field) => !attributes[field]);
  return missing.length === times.length ? undefined : missing[0];
}

/**
 * Applies the schedules that became due since the last request: a banner is published at its time and replaces the previous one
 * (docs/protocol/banners.md#one-active-banner). A banner that has expired by then is not published. assumed:
 * publishing one deactivates no other that the list excludes at that time (docs/protocol/banners.md#assumed).
 */
export function settle(rows: readonly BannerRow[], now: Date): void {
  const waiting = rows.filter(({ attributes }) => !attributes['published-at'] && !attributes['deactivated-at']);
  const due = waiting
    .map((row) => ({ row, at: publishTime(row) }))
    .filter(({ row, at }) => at <= now && !isOver(row, at))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { row, at } of due) publish(rows, row, at);
}

/** Returns whether GET lists a banner; its schedule is evaluated at request time and deactivates nothing (docs/protocol/banners.md#states). */
export function isShown(row: BannerRow, now: Date): boolean {
  const { 'published-at': published, 'deactivated-at': deactivated } = row.attributes;
  return Boolean(published) && !deactivated && !isOver(row, now);
}

export function isOver({ attributes }: Pick<BannerRow, 'attributes'>, now: Date): boolean {
  const expiry = attributes['scheduled-expire-at'];
  return expiry ? Date.parse(expiry) <= now.getTime() : false;
}

/** Deactivates a banner, unless it is deactivated. */
export function deactivate({ attributes }: BannerRow, at: Date): void {
  attributes['deactivated-at'] ??= at.toISOString();
}

function publish(rows: readonly BannerRow[], row: BannerRow, at: Date): void {
  for (const other of rows) if (other !== row && isShown(other, at)) deactivate(other, at);
  row.attributes['published-at'] = at.toISOString();
}

function publishTime({ attributes, since }: BannerRow): Date {
  const publish = attributes['scheduled-publish-at'];
  return new Date(Math.max(Date.parse(since), publish ? Date.parse(publish) : 0));
}
