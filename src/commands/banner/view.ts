import type { Banner } from '../../contract/platform/banners.ts';
import type { View } from '../../terminal/view.ts';

export const bannerView: View<Banner> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'title', of: ({ attributes }) => attributes.title, fit: 'prose' },
    { name: 'style', of: ({ attributes }) => attributes.style },
    { name: 'audience', of: ({ attributes }) => attributes.audience },
    { name: 'body', of: ({ attributes }) => attributes.body, fit: 'prose' },
    { name: 'scheduled-publish-at', of: ({ attributes }) => attributes['scheduled-publish-at'], time: true },
    { name: 'scheduled-expire-at', of: ({ attributes }) => attributes['scheduled-expire-at'], time: true },
    { name: 'timezone', of: ({ attributes }) => attributes.timezone },
  ],
};
