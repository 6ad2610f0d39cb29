import { isoTime, isTimezone } from '../../api/contract/iso-time.ts';
import { type BannerPatch, banners, type NewBanner, newBanner } from '../../api/contract/platform/banners.ts';
import { invalid, rowWithId } from '../reply.ts';
import { served } from '../router.ts';
import type { State } from '../state.ts';
import type { BannerRow } from '../world.ts';

/**
 * See docs/protocol/banners.md#endpoints. Deactivating a banner does not delete its row. assumed: PATCH and DELETE still accept it,
 * since only an unknown id is a 404. PATCH changes the row, DELETE does not change `deactivated-at`, and neither publishes the banner
 * again (docs/protocol/banners.md#assumed).
 */
export const servedBanners = served(banners, {
  list: ({ state, now, caller }) => {
    const shown = current(state, now).filter((row) => isShown(row, now));
    const visible = shown.filter(({ attributes }) => caller !== undefined || attributes.audience === 'all_users');
    return { data: visible.map(resourceOf) };
  },

  create: ({ state, now, body }) => {
    const rows = current(state, now);
    const row: BannerRow = {
      id: state.newId('ab-'),
      attributes: {
        ...given(body.data.attributes),
        'published-at': null,
        'deactivated-at': null,
      },
      since: now.toISOString(),
    };
    check(row.attributes);
    // Before and after its times a banner is active, too, only excluded from GET (docs/protocol/banners.md#one-active-banner).
    if (!row.attributes['scheduled-publish-at']) for (const other of rows) deactivate(other, now);
    rows.push(row);
    settle(rows, now);
    return { data: resourceOf(row) };
  },

  update: ({ state, now, params, body }) => {
    const rows = current(state, now);
    const row = rowWithId(rows, params.id);
    const attributes = { ...row.attributes, ...given(body.data.attributes) };
    check(attributes);
    // assumed: a new publish time in the future, or a new end after the old one has passed, makes the schedule of an active banner
    // begin again (docs/protocol/banners.md#assumed).
    const isAhead = Date.parse(attributes['scheduled-publish-at'] ?? '') > now.getTime();
    const isOpen = !attributes['deactivated-at'] && !isOver({ attributes }, now);
    if (isOpen && (isAhead || !isShown(row, now))) attributes['published-at'] = null;
    row.attributes = attributes;
    row.since = now.toISOString();
    settle(rows, now);
    return { data: resourceOf(row) };
  },

  remove: ({ state, now, params }) => {
    deactivate(rowWithId(current(state, now), params.id), now);
  },
});

/** Applies all due schedules and returns the rows. */
function current(state: State, now: Date): BannerRow[] {
  settle(state.world.banners, now);
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
 * assumed: a complete time in UTC is stored as given, any other is converted to UTC, which a time without an offset is in
 * (docs/protocol/banners.md#assumed).
 */
function inUtc(time: string | null | undefined): string | null {
  const read = isoTime(time ?? '');
  const isComplete = /^.{10}T(?!24).{8}(\.\d+)?Z$/.test(time ?? '');
  return !read || isComplete ? (time ?? null) : new Date(read.wall - (read.offset ?? 0)).toISOString();
}

/** Checks the rules across fields, after the schema's (docs/protocol/banners.md#schedule). */
function check(attributes: BannerRow['attributes']): void {
  const missing = missingFromSchedule(attributes);
  if (missing !== undefined) {
    throw invalid(missing, 'Scheduled publish at and scheduled expire at must be given together or not at all');
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

/** Returns the name of the time that a schedule lacks, if it has only one. assumed: the rule is about its two times (docs/protocol/banners.md#assumed). */
function missingFromSchedule(attributes: BannerRow['attributes']): string | undefined {
  const missing = times.filter((field) => !attributes[field]);
  return missing.length === times.length ? undefined : missing[0];
}

/**
 * Applies the schedules that became due since the last request: a banner is published at its time and replaces the previous one
 * (docs/protocol/banners.md#one-active-banner). A banner that has expired by then is not published. assumed:
 * publishing one deactivates no other that the list excludes at that time (docs/protocol/banners.md#assumed).
 */
function settle(rows: readonly BannerRow[], now: Date): void {
  const waiting = rows.filter(({ attributes }) => !attributes['published-at'] && !attributes['deactivated-at']);
  const due = waiting
    .map((row) => ({ row, at: publishTime(row) }))
    .filter(({ row, at }) => at <= now && !isOver(row, at))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { row, at } of due) publish(rows, row, at);
}

/** Returns whether GET lists a banner; its schedule is evaluated at request time and deactivates nothing (docs/protocol/banners.md#states). */
function isShown(row: BannerRow, now: Date): boolean {
  const { 'published-at': published, 'deactivated-at': deactivated } = row.attributes;
  return Boolean(published) && !deactivated && !isOver(row, now);
}

function isOver({ attributes }: Pick<BannerRow, 'attributes'>, now: Date): boolean {
  const expiry = attributes['scheduled-expire-at'];
  return expiry ? Date.parse(expiry) <= now.getTime() : false;
}

/** Deactivates a banner, unless it is deactivated. */
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
