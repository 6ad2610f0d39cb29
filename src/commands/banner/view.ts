import type { Banner } from '../../contract/platform/banners.ts';
import type { View } from '../../terminal/view.ts';

export const bannerView: View<Banner> = {
  columns: [
    { name: 'id', of: ({ id }) => id, whole: true },
    { name: 'title', of: ({ attributes }) => attributes.title },
    { name: 'style', of: ({ attributes }) => attributes.style },
    { name: 'audience', of: ({ attributes }) => attributes.audience },
    { name: 'body', of: ({ attributes }) => attributes.body },
    { name: 'publish-at', of: ({ attributes }) => attributes['scheduled-publish-at'] },
    { name: 'expire-at', of: ({ attributes }) => attributes['scheduled-expire-at'] },
    { name: 'timezone', of: ({ attributes }) => attributes.timezone },
  ],
};
