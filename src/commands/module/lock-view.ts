import type { Change } from '../../lock/changes.ts';
import type { Difference } from '../../lock/diff.ts';
import type { Installed } from '../../lock/install.ts';
import type { Age } from '../../lock/outdated.ts';
import type { Branch } from '../../lock/tree.ts';
import type { Verified } from '../../lock/verify.ts';
import type { View } from '../../terminal/view.ts';

export const changeView: View<Change> = {
  columns: [
    { name: 'module', of: ({ module }) => module, fit: 'whole' },
    { name: 'change', of: ({ change }) => change },
    { name: 'before', of: ({ before }) => before },
    { name: 'version', of: ({ version }) => version },
    { name: 'source', of: ({ source }) => source },
  ],
};

export const installedView: View<Installed> = {
  columns: [
    { name: 'module', of: ({ module }) => module, fit: 'whole' },
    { name: 'version', of: ({ commit, version }) => version ?? commit },
    { name: 'state', of: ({ state }) => state },
    { name: 'dir', of: ({ dir }) => dir },
    { name: 'source', of: ({ source }) => source },
    { name: 'h1', of: ({ h1 }) => h1 },
  ],
};

export const verifiedView: View<Verified> = {
  columns: [
    { name: 'module', of: ({ module }) => module, fit: 'whole' },
    { name: 'version', of: ({ commit, version }) => version ?? commit },
    { name: 'installed', of: ({ installed }) => installed, state: true },
    { name: 'origin', of: ({ origin }) => origin, state: true },
    { name: 'locked', of: ({ locked }) => locked },
    { name: 'source', of: ({ source }) => source },
  ],
};

export const ageView: View<Age> = {
  columns: [
    { name: 'module', of: ({ module }) => module, fit: 'whole' },
    { name: 'current', of: ({ current }) => current, fit: 'whole' },
    { name: 'allowed', of: ({ allowed }) => allowed, fit: 'whole' },
    { name: 'latest', of: ({ latest }) => latest, fit: 'whole' },
    { name: 'constraint', of: ({ constraint }) => constraint },
    { name: 'source', of: ({ source }) => source },
  ],
};

export const branchView: View<Branch> = {
  columns: [
    { name: 'module', of: ({ module }) => module, fit: 'whole' },
    { name: 'version', of: ({ commit, version }) => version ?? commit },
    { name: 'source', of: ({ source }) => source },
    { name: 'shared', of: ({ shared }) => shared.join(' ') },
    { name: 'duplicates', of: ({ duplicates }) => duplicates.join(' ') },
    { name: 'modules', of: ({ modules }) => modules.map(({ name }) => name).join(' ') },
  ],
  within: ({ modules }) => modules,
};

export const differenceView: View<Difference> = {
  columns: [
    { name: 'part', of: ({ part }) => part, fit: 'whole' },
    { name: 'name', of: ({ name }) => name, fit: 'whole' },
    { name: 'change', of: ({ change }) => change },
    { name: 'effect', of: ({ effect }) => effect },
    { name: 'why', of: ({ why }) => why, fit: 'prose' },
  ],
};
