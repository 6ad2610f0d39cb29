import { absoluteTime, type Banner, bannerPatch, banners, newBanner } from '../../api/contract/platform/banners.ts';
import { columnsOf, viewOf } from '../../base/view.ts';
import { type Listed, plain, type Resource } from './resource.ts';

export const bannerDefaults = { style: 'info', audience: 'all_users' };

const audiences: Record<string, string> = { all_users: 'all users', authenticated_only: 'signed-in users' };

/** The announcement of a site, which has one at a time (docs/protocol/banners.md#states). */
export const banner: Resource & Listed<Banner> = {
  kind: 'banner',
  one: 'banner',
  type: 'admin-banners',
  ...banners,
  shape: {
    ...bannerPatch.shape,
    title: newBanner.shape.title,
    body: newBanner.shape.body,
    'scheduled-publish-at': absoluteTime,
    'scheduled-expire-at': absoluteTime,
  },
  complete: (entry) => ({ ...entry, ...bannerDefaults, ...entry }),
  rules: ({ 'scheduled-expire-at': end, 'scheduled-publish-at': start }) => ({
    'scheduled-expire-at': !start !== !end && 'must be given together with scheduled-publish-at',
  }),
  emptyMessage: 'No banner is published.',
  identity: () => 'banner',
  label: ({ attributes }) => attributes.title,
  fields: {
    ...plain('title body style audience'),
    'scheduled-publish-at': { empty: null, compared: inUtc },
    'scheduled-expire-at': { empty: null, compared: inUtc },
    timezone: {},
  },
  view: {
    ...viewOf(
      'title style ends=scheduled-expire-at audience id',
      columnsOf('id title:prose style:state audience body:prose scheduled-publish-at scheduled-expire-at timezone'),
      { audience: ({ attributes: { audience } }) => audiences[audience ?? ''] ?? audience },
    ),
    zoneOf: ({ attributes }) => attributes.timezone,
  },
};

/** Formats a time in UTC; returns any other value unchanged. */
function inUtc(value: unknown): unknown {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}
