import type { DownloadsSummary } from '../../api/contract/registry/downloads-summary.ts';
import type { DescribedModule, ListedModule } from '../../api/contract/registry/modules.ts';
import { type Column, columnsOf, type View, viewOf } from '../../base/view.ts';
import type { Bar } from '../../cli/terminal/canvas.ts';
import type { ModuleAddress } from '../../modules/address/address.ts';
import type { Downloaded } from '../../modules/download.ts';
import { type Part, rootOf, rowsIn } from '../../modules/registry/describe.ts';

const moduleColumns = columnsOf<DescribedModule>(
  'version:whole verified description:prose downloads published_at:time',
);

export const moduleView = viewOf<ListedModule>(
  'address version description downloads verified published=published_at',
  [
    { name: 'address', of: ({ namespace, name, provider }) => `${namespace}/${name}/${provider}`, fit: 'whole' },
    ...moduleColumns,
  ],
);

/** Returns the view of a single module. If the registry omits the address, the view shows the requested one. */
export function oneModuleView(requested: ModuleNames): View<DescribedModule> {
  return {
    columns: [{ name: 'address', of: (module) => ownAddress(module, requested), fit: 'whole' }, ...moduleColumns],
  };
}

export function detailView(requested: ModuleNames): View<DescribedModule> {
  return {
    columns: [
      ...oneModuleView(requested).columns,
      ...columnsOf<DescribedModule>(
        'owner source',
        { name: 'providers', of: ({ providers }) => (Array.isArray(providers) ? providers.join(', ') : providers) },
        { name: 'versions', of: ({ versions }) => counted(versions) },
      ),
      { name: 'required_version', of: (module) => rootOf(module).required_version },
    ],
  };
}

export const partView: View<Part> = {
  columns: columnsOf<Part>(
    'path:whole',
    ...['inputs', 'outputs', 'resources', 'dependencies'].map((name) => ({
      name,
      of: (part: Part) => counted(part[name]),
    })),
    'required_version',
  ),
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

export const versionView: View<{ version: string }> = { columns: columnsOf('version:whole') };

const periods = ['week', 'month', 'year', 'total'] as const;

export const downloadsView: View<DownloadsSummary> = {
  columns: [
    ...columnsOf<DownloadsSummary>('id:whole'),
    ...periods.map((name): Column<DownloadsSummary> => ({ name, of: ({ attributes }) => attributes[name] })),
  ],
};

/** Returns a bar for each period of a downloads summary. */
export function periodBars({ attributes }: DownloadsSummary): Bar[] {
  return periods.flatMap((label) => {
    const value = attributes[label];
    return typeof value === 'number' ? [{ label, value }] : [];
  });
}

/** The view of the versions that a dry run of a download finds. */
export const foundView: View<{ address: string; location: string; dir: string }> = {
  columns: columnsOf('address:whole dir:whole location'),
};

type Attempted = Partial<Downloaded> & { error?: { message: string } };

const where = columnsOf<Attempted>('address:whole dir:whole');
const error: Column<Attempted> = { name: 'error', of: ({ error }) => error?.message, fit: 'prose' };
const what = columnsOf<Attempted>('bytes seconds cached sha256');

export const downloadView: View<Attempted> = { columns: [...where, ...what, error], table: where };

export const someFailedView: View<Attempted> = { ...downloadView, table: [...where, error] };
