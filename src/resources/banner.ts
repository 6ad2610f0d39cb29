import { type Banner, banners } from '../contract/platform/banners.ts';
import type { Listed, Resource } from './resource.ts';

/** The announcement of a site, which has one at a time (docs/protocol/banners.md#states). */
export const banner: Resource & Listed<Banner> = {
  kind: 'banner',
  one: 'banner',
  many: 'banners',
  type: 'admin-banners',
  scope: 'site',
  edition: 'self-hosted',
  writer: 'site-admin',
  ...banners,
  none: 'No banner is published.',
  identity: () => 'banner',
  label: ({ attributes }) => attributes.title,
  fields: {
    title: {},
    body: {},
    style: {},
    audience: {},
    'scheduled-publish-at': { initial: null },
    'scheduled-expire-at': { initial: null },
    timezone: {},
  },
  view: {
    columns: [
      { name: 'id', of: ({ id }) => id, fit: 'whole' },
      { name: 'title', of: ({ attributes }) => attributes.title, fit: 'prose' },
      { name: 'style', of: ({ attributes }) => attributes.style, state: true },
      { name: 'audience', of: ({ attributes }) => attributes.audience },
      { name: 'body', of: ({ attributes }) => attributes.body, fit: 'prose' },
      { name: 'scheduled-publish-at', of: ({ attributes }) => attributes['scheduled-publish-at'], time: true },
      { name: 'scheduled-expire-at', of: ({ attributes }) => attributes['scheduled-expire-at'], time: true },
      { name: 'timezone', of: ({ attributes }) => attributes.timezone },
    ],
  },
};
