import type { DescribedModule, ListedModule } from '../../contract/registry/answers.ts';
import type { DownloadsSummary } from '../../contract/registry/downloads-summary.ts';
import type { ModuleAddress } from '../../module/address/address.ts';
import type { Downloaded } from '../../module/download.ts';
import type { ModuleSource } from '../../module/find.ts';
import { type Part, rootOf, rowsIn } from '../../module/registry/parts.ts';
import type { Bar } from '../../terminal/bars.ts';
import type { Column, View } from '../../terminal/view.ts';

const version: Column<{ version: string }> = { name: 'version', of: (row) => row.version, fit: 'whole' };

const moduleColumns: readonly Column<DescribedModule>[] = [
  version,
  { name: 'verified', of: ({ verified }) => verified },
  { name: 'description', of: ({ description }) => description, fit: 'prose' },
  { name: 'downloads', of: ({ downloads }) => downloads },
  { name: 'published_at', of: ({ published_at }) => published_at, time: true },
];

export const moduleView: View<ListedModule> = {
  columns: [
    { name: 'address', of: ({ namespace, name, provider }) => `${namespace}/${name}/${provider}`, fit: 'whole' },
    ...moduleColumns,
  ],
};

/** A single module, under the requested address when the registry omits its own. */
export function oneModuleView(requested: ModuleNames): View<DescribedModule> {
  return {
    columns: [{ name: 'address', of: (module) => ownAddress(module, requested), fit: 'whole' }, ...moduleColumns],
  };
}

export function detailView(requested: ModuleNames): View<DescribedModule> {
  return {
    columns: [
      ...oneModuleView(requested).columns,
      { name: 'owner', of: ({ owner }) => owner },
      { name: 'source', of: ({ source }) => source },
      { name: 'providers', of: ({ providers }) => (Array.isArray(providers) ? providers.join(', ') : providers) },
      { name: 'versions', of: ({ versions }) => counted(versions) },
      { name: 'required_version', of: (module) => rootOf(module).required_version },
    ],
  };
}

export const partView: View<Part> = {
  columns: [
    { name: 'path', of: ({ path }) => path, fit: 'whole' },
    { name: 'inputs', of: ({ inputs }) => counted(inputs) },
    { name: 'outputs', of: ({ outputs }) => counted(outputs) },
    { name: 'resources', of: ({ resources }) => counted(resources) },
    { name: 'dependencies', of: ({ dependencies }) => counted(dependencies) },
    { name: 'required_version', of: ({ required_version: version }) => version },
  ],
};

type ModuleNames = Pick<ModuleAddress, 'namespace' | 'name' | 'provider'>;

function ownAddress({ namespace, name, provider }: DescribedModule, requested: ModuleNames): string {
  const names = [namespace, name, provider];
  const isWhole = names.every((each) => typeof each === 'string');
  return (isWhole ? names : [requested.namespace, requested.name, requested.provider]).join('/');
}

function counted(rows: unknown): number | undefined {
  return rows === undefined || rows === null ? undefined : rowsIn(rows).length;
}

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
  return periods.flatMap((label) => {
    const value = attributes[label];
    return typeof value === 'number' ? [{ label, value }] : [];
  });
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
