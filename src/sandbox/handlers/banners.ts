import { isoTime, isTimezone } from '../../api/contract/iso-time.ts';
import { type BannerPatch, banners, type NewBanner, newBanner } from '../../api/contract/platform/banners.ts';
import { invalid, rowWithId } from '../reply.ts';
import { served } from '../router.ts';
import type { State } from '../state.ts';
import type { BannerRow } from '../world.ts';

/**
 * See docs/protocol/banners.md#endpoints. Deactivating a banner does not delete its row. assumed: PATCH and DELETE accept a deactivated
 * banner, because only an unknown id is a 404. PATCH changes the row, DELETE does not change `deactivated-at`, and neither publishes the
 * banner again (docs/protocol/banners.md#assumed).
 */
export const servedBanners = served(banners, {
  list: ({ state, now, caller }) => {
    const shown = currentRows(state, now).filter((row) => isShown(row, now));
    const visible = shown.filter(({ attributes }) => caller !== undefined || attributes.audience === 'all_users');
    return { data: visible.map(resourceOf) };
  },

  create: ({ state, now, body }) => {
    const rows = currentRows(state, now);
    const row: BannerRow = {
      id: state.newId('ab-'),
      attributes: {
        ...given(body.data.attributes),
        'published-at': null,
        'deactivated-at': null,
      },
      since: now.toISOString(),
    };
    requireValid(row.attributes);
    // A banner is active even before its start and after its end: only GET excludes it then (docs/protocol/banners.md#one-active-banner).
    if (!row.attributes['scheduled-publish-at']) for (const other of rows) deactivate(other, now);
    rows.push(row);
    applySchedules(rows, now);
    return { data: resourceOf(row) };
  },

  update: ({ state, now, params, body }) => {
    const rows = currentRows(state, now);
    const row = rowWithId(rows, params.id);
    const attributes = { ...row.attributes, ...given(body.data.attributes) };
    requireValid(attributes);
    // assumed: the schedule of an active banner begins again if the new publish time is in the future, or if the old
    // end has passed and the new one has not (docs/protocol/banners.md#assumed).
    const isAhead = Date.parse(attributes['scheduled-publish-at'] ?? '') > now.getTime();
    const isOpen = !attributes['deactivated-at'] && !isOver({ attributes }, now);
    if (isOpen && (isAhead || !isShown(row, now))) attributes['published-at'] = null;
    row.attributes = attributes;
    row.since = now.toISOString();
    applySchedules(rows, now);
    return { data: resourceOf(row) };
  },

  remove: ({ state, now, params }) => {
    deactivate(rowWithId(currentRows(state, now), params.id), now);
  },
});

/** Applies all due schedules and returns the rows. */
function currentRows(state: State, now: Date): BannerRow[] {
  applySchedules(state.world.banners, now);
  return state.world.banners;
}

const writable = Object.keys(newBanner.shape) as (keyof typeof newBanner.shape)[];
const nullable = { 'scheduled-publish-at': null, 'scheduled-expire-at': null, timezone: null };

function given(attributes: NewBanner | BannerPatch): BannerRow['attributes'] {
  const present = writable.filter((name) => attributes[name] !== undefined);
  const entries = present.map((name) => [name, name.endsWith('-at') ? inUtc(attributes[name]) : attributes[name]]);
  return Object.fromEntries(entries) as BannerRow['attributes'];
}

/**
 * assumed: a complete time in UTC is stored as given; any other time is converted to UTC, and a time without an offset is read as UTC
 * (docs/protocol/banners.md#assumed).
 */
function inUtc(time: string | null | undefined): string | null {
  const parsed = isoTime(time ?? '');
  const isComplete = /^.{10}T(?!24).{8}(\.\d+)?Z$/.test(time ?? '');
  return !parsed || isComplete ? (time ?? null) : new Date(parsed.wall - (parsed.offset ?? 0)).toISOString();
}

/** Checks the rules about several fields, which the schema cannot (docs/protocol/banners.md#schedule). */
function requireValid(attributes: BannerRow['attributes']): void {
  const missingTime = missingFromSchedule(attributes);
  if (missingTime !== undefined) {
    throw invalid(missingTime, 'Scheduled publish at and scheduled expire at must be given together or not at all');
  }
  const { timezone } = attributes;
  if (timezone && !isTimezone(timezone)) throw invalid('timezone', 'Timezone is not a known IANA time zone name');
  const [publish, expire] = [attributes['scheduled-publish-at'], attributes['scheduled-expire-at']];
  if (publish && expire && Date.parse(expire) <= Date.parse(publish)) {
    throw invalid('scheduled-expire-at', 'Scheduled expire at must be after scheduled publish at');
  }
}

function resourceOf({ id, attributes }: BannerRow) {
  return { id, type: 'admin-banners' as const, attributes: { ...nullable, ...attributes } };
}

const times = ['scheduled-publish-at', 'scheduled-expire-at'] as const;

/** Returns the missing time of a schedule that has only one of its two. assumed: the rule is about both times (docs/protocol/banners.md#assumed). */
function missingFromSchedule(attributes: BannerRow['attributes']): string | undefined {
  const missingTimes = times.filter((field) => !attributes[field]);
  return missingTimes.length === times.length ? undefined : missingTimes[0];
}

/**
 * Applies the schedules that became due since the last request: a banner is published at its time and replaces the previous one
 * (docs/protocol/banners.md#one-active-banner). A banner that has expired by then is not published. assumed: publishing a banner does
 * not deactivate banners that the list excludes at that time (docs/protocol/banners.md#assumed).
 */
function applySchedules(rows: readonly BannerRow[], now: Date): void {
  const unpublished = rows.filter(({ attributes }) => !attributes['published-at'] && !attributes['deactivated-at']);
  const dueSchedules = unpublished
    .map((row) => ({ row, at: publishTime(row) }))
    .filter(({ row, at }) => at <= now && !isOver(row, at))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { row, at } of dueSchedules) publish(rows, row, at);
}

/** Returns whether GET lists a banner. Its schedule is evaluated at each request; its end deactivates nothing (docs/protocol/banners.md#states). */
function isShown(row: BannerRow, now: Date): boolean {
  const { 'published-at': published, 'deactivated-at': deactivated } = row.attributes;
  return Boolean(published) && !deactivated && !isOver(row, now);
}

function isOver({ attributes }: Pick<BannerRow, 'attributes'>, now: Date): boolean {
  const expiry = attributes['scheduled-expire-at'];
  return expiry ? Date.parse(expiry) <= now.getTime() : false;
}

/** Deactivates a banner; a deactivated banner keeps its time. */
function deactivate({ attributes }: BannerRow, at: Date): void {
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
