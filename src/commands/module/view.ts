import type { ModuleSummary } from '../../contract/registry/modules.ts';
import type { Downloaded } from '../../module/download.ts';
import type { View } from '../../terminal/view.ts';

export const moduleView: View<ModuleSummary> = {
  columns: [
    { name: 'address', of: ({ namespace, name, provider }) => `${namespace}/${name}/${provider}`, whole: true },
    { name: 'version', of: ({ version }) => version, whole: true },
    { name: 'verified', of: ({ verified }) => verified },
    { name: 'downloads', of: ({ downloads }) => downloads },
    { name: 'published', of: ({ published_at }) => published_at },
    { name: 'description', of: ({ description }) => description },
  ],
};

export const versionView: View<{ version: string }> = {
  columns: [{ name: 'version', of: ({ version }) => version, whole: true }],
};

export const downloadView: View<Downloaded> = {
  columns: [
    { name: 'address', of: ({ address }) => address, whole: true },
    { name: 'dir', of: ({ dir }) => dir, whole: true },
    { name: 'bytes', of: ({ bytes }) => bytes },
    { name: 'seconds', of: ({ seconds }) => seconds },
    { name: 'sha256', of: ({ sha256 }) => sha256 },
  ],
};
