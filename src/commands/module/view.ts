import type { DescribedModule, ListedModule } from '../../contract/registry/answers.ts';
import type { DownloadsSummary } from '../../contract/registry/downloads-summary.ts';
import type { ModuleAddress } from '../../module/address/address.ts';
import type { Downloaded } from '../../module/download.ts';
import type { ModuleSource } from '../../module/find.ts';
import { type Part, rootOf, rowsIn } from '../../module/registry/parts.ts';
import type { Bar } from '../../terminal/bars.ts';
import { type Column, fieldsOf, type View } from '../../terminal/view.ts';

const moduleColumns = fieldsOf<DescribedModule>({
  ...{ version: 'whole', verified: 'cell', description: 'prose', downloads: 'cell', published_at: 'time' },
});

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
      ...fieldsOf<DescribedModule>({
        owner: 'cell',
        source: 'cell',
        providers: ({ providers }) => (Array.isArray(providers) ? providers.join(', ') : providers),
        versions: ({ versions }) => counted(versions),
      }),
      { name: 'required_version', of: (module) => rootOf(module).required_version },
    ],
  };
}

export const partView: View<Part> = {
  columns: fieldsOf<Part>({
    path: 'whole',
    inputs: ({ inputs }) => counted(inputs),
    outputs: ({ outputs }) => counted(outputs),
    resources: ({ resources }) => counted(resources),
    dependencies: ({ dependencies }) => counted(dependencies),
    required_version: 'cell',
  }),
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

export const versionView: View<{ version: string }> = { columns: fieldsOf({ version: 'whole' }) };

export const sourceView: View<ModuleSource> = { columns: fieldsOf({ location: 'whole' }) };

const periods = ['week', 'month', 'year', 'total'] as const;

export const downloadsView: View<DownloadsSummary> = {
  columns: [
    ...fieldsOf<DownloadsSummary>({ id: 'whole' }),
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
  columns: fieldsOf({ address: 'whole', dir: 'whole', location: 'cell' }),
};

type Attempted = Partial<Downloaded> & { error?: { message: string } };

const where = fieldsOf<Attempted>({ address: 'whole', dir: 'whole' });
const error: Column<Attempted> = { name: 'error', of: ({ error }) => error?.message, fit: 'prose' };
const what = fieldsOf<Attempted>({ bytes: 'cell', seconds: 'cell', cached: 'cell', sha256: 'cell' });

export const downloadView: View<Attempted> = { columns: [...where, ...what, error], table: [...where, ...what] };

/** The same where some failed. */
export const someFailedView: View<Attempted> = { ...downloadView, table: [...where, error, ...what] };
