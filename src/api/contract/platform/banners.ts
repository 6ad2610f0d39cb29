import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { isoTime } from '../iso-time.ts';
import { bodyOf, documentOf, fieldsOf, listOf, patch, resource, text } from '../jsonapi.ts';

/** assumed: the styles of a banner (docs/protocol/banners.md#assumed). */
export const bannerStyles = ['info', 'warning', 'critical'] as const;

/** assumed: the audience `authenticated_only`, beside the specification's `all_users` (docs/protocol/banners.md#assumed). */
export const bannerAudiences = ['all_users', 'authenticated_only'] as const;

/** assumed: the longest title (docs/protocol/banners.md#assumed). */
export const longestTitle = 100;

const wallTime = z.string().check(z.refine((time) => isoTime(time) !== undefined, 'must be an ISO 8601 timestamp'));

/** A time with an offset from UTC, which is the same moment everywhere. */
export const absoluteTime = z.nullish(z.iso.datetime({ offset: true }));

/**
 * assumed: title, body, style and audience are required, with these lengths; `timezone` is optional and names the zone for times
 * in messages (docs/protocol/banners.md#assumed).
 */
const bannerFields = {
  title: z.string().check(z.minLength(1), z.maxLength(longestTitle)),
  body: z.string().check(z.minLength(1), z.maxLength(255)),
  style: z.enum(bannerStyles),
  audience: z.enum(bannerAudiences),
  'scheduled-publish-at': z.nullish(wallTime),
  'scheduled-expire-at': z.nullish(wallTime),
  timezone: text,
};

export const newBanner = z.looseObject(bannerFields);
export const bannerPatch = z.partial(z.looseObject(bannerFields));

/** A site-wide announcement (docs/protocol/banners.md#states). Unknown styles and audiences are accepted. */
export const banner = resource(undefined, {
  ...fieldsOf(
    text,
    'title body style audience scheduled-publish-at scheduled-expire-at timezone published-at',
    'deactivated-at',
  ),
});
export type Banner = z.infer<typeof banner>;
export type NewBanner = z.infer<typeof newBanner>;
export type BannerPatch = z.infer<typeof bannerPatch>;

/** Self-hosted only (docs/protocol/banners.md#endpoints). */
export const banners = {
  list: endpoint('GET /admin/banners', 'see banners', 'anyone', { edition: 'self-hosted', reply: listOf(banner) }),
  create: endpoint('POST /admin/banners', 'create banners', 'site-admin', {
    edition: 'self-hosted',
    body: bodyOf('admin-banners', newBanner),
    status: 201,
    reply: documentOf(banner),
  }),
  update: endpoint('PATCH /admin/banners/:id', 'update this banner', 'site-admin', {
    edition: 'self-hosted',
    body: patch('admin-banners', bannerPatch),
    reply: documentOf(banner),
  }),
  remove: endpoint('DELETE /admin/banners/:id', 'delete this banner', 'site-admin', { edition: 'self-hosted' }),
};
