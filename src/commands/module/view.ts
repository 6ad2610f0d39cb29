import type { ModuleSummary } from '../../contract/registry/modules.ts';
import type { Downloaded } from '../../module/download.ts';
import type { View } from '../../terminal/view.ts';

export const moduleView: View<ModuleSummary> = {
  columns: [
    { name: 'address', of: ({ namespace, name, provider }) => `${namespace}/${name}/${provider}`, fit: 'whole' },
    { name: 'version', of: ({ version }) => version, fit: 'whole' },
    { name: 'verified', of: ({ verified }) => verified },
    { name: 'description', of: ({ description }) => description, fit: 'prose' },
    { name: 'downloads', of: ({ downloads }) => downloads },
    { name: 'published', of: ({ published_at }) => published_at },
  ],
};

export const versionView: View<{ version: string }> = {
  columns: [{ name: 'version', of: ({ version }) => version, fit: 'whole' }],
};

export const downloadView: View<Downloaded> = {
  columns: [
    { name: 'address', of: ({ address }) => address, fit: 'whole' },
    { name: 'dir', of: ({ dir }) => dir, fit: 'whole' },
    { name: 'bytes', of: ({ bytes }) => bytes },
    { name: 'seconds', of: ({ seconds }) => seconds },
    { name: 'sha256', of: ({ sha256 }) => sha256 },
  ],
};
