import type { DownloadsSummary } from '../../contract/registry/downloads-summary.ts';
import type { ModuleDetail, ModulePart, ModuleSummary } from '../../contract/registry/modules.ts';
import type { Downloaded } from '../../module/download.ts';
import type { ModuleSource } from '../../module/source.ts';
import type { Bar } from '../../terminal/bars.ts';
import type { Column, View } from '../../terminal/view.ts';

const address: Column<ModuleSummary> = {
  name: 'address',
  of: ({ namespace, name, provider }) => `${namespace}/${name}/${provider}`,
  fit: 'whole',
};
const version: Column<{ version: string }> = { name: 'version', of: (row) => row.version, fit: 'whole' };
const published: Column<ModuleSummary> = { name: 'published', of: ({ published_at }) => published_at, time: true };

export const moduleView: View<ModuleSummary> = {
  columns: [
    address,
    version,
    { name: 'verified', of: ({ verified }) => verified },
    { name: 'description', of: ({ description }) => description, fit: 'prose' },
    { name: 'downloads', of: ({ downloads }) => downloads },
    published,
  ],
};

export const detailView: View<ModuleDetail> = {
  columns: [
    ...moduleView.columns,
    { name: 'owner', of: ({ owner }) => owner },
    { name: 'source', of: ({ source }) => source },
    { name: 'providers', of: ({ providers }) => providers?.join(', ') },
    { name: 'versions', of: ({ versions }) => versions?.length },
  ],
};

export const partView: View<ModulePart> = {
  columns: [
    { name: 'path', of: ({ path }) => path, fit: 'whole' },
    { name: 'inputs', of: ({ inputs }) => inputs?.length },
    { name: 'outputs', of: ({ outputs }) => outputs?.length },
    { name: 'resources', of: ({ resources }) => resources?.length },
    { name: 'dependencies', of: ({ dependencies }) => dependencies?.length },
  ],
};

export const versionView: View<{ version: string }> = { columns: [version] };

export const sourceView: View<ModuleSource> = {
  columns: [{ name: 'location', of: ({ location }) => location, fit: 'whole' }],
};

const periods = ['week', 'month', 'year', 'total'] as const;

export const downloadsView: View<DownloadsSummary> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    ...periods.map((name): Column<DownloadsSummary> => ({ name, of: ({ attributes }) => attributes[name] })),
  ],
};

/** A downloads summary, period by period. */
export function periodBars({ attributes }: DownloadsSummary): Bar[] {
  return periods.map((label) => ({ label, value: attributes[label] }));
}

/** What a dry run of a download shows. */
export const foundView: View<{ address: string; location: string; dir: string }> = {
  columns: [
    { name: 'address', of: ({ address }) => address, fit: 'whole' },
    { name: 'dir', of: ({ dir }) => dir, fit: 'whole' },
    { name: 'location', of: ({ location }) => location },
  ],
};

type Attempted = Partial<Downloaded> & { error?: { message: string } };

const where: Column<Attempted>[] = [
  { name: 'address', of: (row) => row.address, fit: 'whole' },
  { name: 'dir', of: ({ dir }) => dir, fit: 'whole' },
];
const error: Column<Attempted> = { name: 'error', of: ({ error }) => error?.message, fit: 'prose' };
const what: Column<Attempted>[] = [
  { name: 'bytes', of: ({ bytes }) => bytes },
  { name: 'seconds', of: ({ seconds }) => seconds },
  { name: 'cached', of: ({ cached }) => cached },
  { name: 'sha256', of: ({ sha256 }) => sha256 },
];

export const downloadView: View<Attempted> = { columns: [...where, ...what, error], table: [...where, ...what] };

/** The same where some failed. */
export const someFailedView: View<Attempted> = { ...downloadView, table: [...where, error, ...what] };
