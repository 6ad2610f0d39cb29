import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { draft, many, one, patch, resource } from '../jsonapi.ts';

/** assumed: banner styles (docs/protocol/banners.md#assumed). */
export const bannerStyles = ['info', 'warning', 'critical'] as const;

/** `all_users` is the specification's; assumed: the second value (docs/protocol/banners.md#assumed). */
export const bannerAudiences = ['all_users', 'authenticated_only'] as const;

/** assumed: the longest title (docs/protocol/banners.md#assumed). */
export const longestTitle = 100;

const time = z.iso.datetime({ offset: true });

/**
 * assumed: title, body, style and audience are required, with these lengths; `timezone` is optional and names the zone for times
 * in messages (docs/protocol/banners.md#assumed).
 */
const bannerFields = {
  title: z.string().min(1).max(longestTitle),
  body: z.string().min(1).max(255),
  style: z.enum(bannerStyles),
  audience: z.enum(bannerAudiences),
  'scheduled-publish-at': time.nullable().optional(),
  'scheduled-expire-at': time.nullable().optional(),
  timezone: z.string().nullable().optional(),
};

export const bannerDraft = z.looseObject(bannerFields);
export const bannerPatch = z.looseObject(bannerFields).partial();

/** A site-wide announcement (docs/protocol/banners.md#states). Unknown styles and audiences are accepted. */
export const banner = resource('admin-banners', {
  title: z.string().optional(),
  body: z.string().optional(),
  style: z.string().optional(),
  audience: z.string().optional(),
  'scheduled-publish-at': z.string().nullish(),
  'scheduled-expire-at': z.string().nullish(),
  timezone: z.string().nullish(),
  'published-at': z.string().nullish(),
  'deactivated-at': z.string().nullish(),
});
export type Banner = z.infer<typeof banner>;
export type BannerDraft = z.infer<typeof bannerDraft>;
export type BannerPatch = z.infer<typeof bannerPatch>;

/** Self-hosted only (docs/protocol/banners.md#endpoints). */
export const banners = {
  list: endpoint('GET /admin/banners', { access: 'anyone', edition: 'self-hosted', reply: many(banner) }),
  create: endpoint('POST /admin/banners', {
    access: 'site-admin',
    edition: 'self-hosted',
    body: draft('admin-banners', bannerDraft),
    status: 201,
    reply: one(banner),
  }),
  update: endpoint('PATCH /admin/banners/:id', {
    access: 'site-admin',
    edition: 'self-hosted',
    body: patch('admin-banners', bannerPatch),
    reply: one(banner),
  }),
  remove: endpoint('DELETE /admin/banners/:id', { access: 'site-admin', edition: 'self-hosted', status: 204 }),
};
