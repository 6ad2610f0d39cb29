import type { Change } from '../../lock/changes.ts';
import type { Difference } from '../../lock/diff.ts';
import type { Installed } from '../../lock/install.ts';
import type { Age } from '../../lock/outdated.ts';
import type { Branch } from '../../lock/tree.ts';
import type { Verified } from '../../lock/verify.ts';
import type { MirroredRow } from '../../mirror/packages.ts';
import { fieldsOf, type View } from '../../terminal/view.ts';

type Fixed = { commit?: string | undefined; version?: string | undefined };
const version = ({ commit, version }: Fixed) => version ?? commit;

export const changeView: View<Change> = {
  columns: fieldsOf<Change>({ module: 'whole', change: 'cell', before: 'cell', version: 'cell', source: 'cell' }),
};

export const installedView: View<Installed> = {
  columns: fieldsOf<Installed>({ module: 'whole', version, state: 'cell', dir: 'cell', source: 'cell', h1: 'cell' }),
};

export const mirroredView: View<MirroredRow> = {
  columns: [
    ...fieldsOf<MirroredRow>({ source: 'whole' }),
    { name: 'version', of: ({ commit, version }) => version ?? commit, fit: 'whole' },
    ...fieldsOf<MirroredRow>({ state: 'cell', bytes: 'cell', file: 'cell', origin: 'cell', sha256: 'cell' }),
  ],
};

export const verifiedView: View<Verified> = {
  columns: fieldsOf<Verified>({
    ...{ module: 'whole', version, installed: 'state', origin: 'state', locked: 'cell', source: 'cell' },
  }),
};

export const ageView: View<Age> = {
  columns: fieldsOf<Age>({
    ...{ module: 'whole', current: 'whole', allowed: 'whole', latest: 'whole', constraint: 'cell', source: 'cell' },
  }),
};

export const branchView: View<Branch> = {
  columns: fieldsOf<Branch>({
    ...{ module: 'whole', version, source: 'cell', shared: ({ shared }) => shared.join(' ') },
    duplicates: ({ duplicates }) => duplicates.join(' '),
    modules: ({ modules }) => modules.map(({ name }) => name).join(' '),
  }),
  within: ({ modules }) => modules,
};

export const differenceView: View<Difference> = {
  columns: fieldsOf<Difference>({ part: 'whole', name: 'whole', change: 'cell', effect: 'cell', why: 'prose' }),
};
