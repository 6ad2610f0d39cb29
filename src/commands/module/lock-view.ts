import { columnsOf, type View } from '../../base/view.ts';
import type { Difference } from '../../modules/lock/diff.ts';
import type { Installed } from '../../modules/lock/install.ts';
import type { Change } from '../../modules/lock/lock-diff.ts';
import { type Branch, shortHash } from '../../modules/lock/tree.ts';
import type { Updated } from '../../modules/lock/update.ts';
import type { Verified } from '../../modules/lock/verify.ts';
import type { Age } from '../../modules/lock/version-tags.ts';
import type { MirroredRow } from '../../modules/mirror/packages.ts';

/** The first sentence of the help of verbs for locks; below, that of verbs for calls. */
export const lockSentence = 'A lock, svc.modules.lock.json, records the exact version and hash of each module call.';
export const callIs = 'A module call is a block in *.tf files that names the source of a module and its versions.';

type Versioned = { commit?: string | undefined; version?: string | undefined };

const version = { name: 'version', of: ({ commit, version }: Versioned) => version ?? commit };
const shortVersion = { ...version, of: ({ commit = '', version }: Versioned) => version ?? shortHash(commit) };

export const changeView: View<Change> = {
  columns: columnsOf<Change>('module:whole change before version source'),
  table: columnsOf<Change>(
    'module:whole change',
    { name: 'before', of: ({ before = '' }) => shortHash(before) },
    shortVersion,
    'source',
  ),
};

export const installedView: View<Installed> = {
  columns: columnsOf<Installed>('module:whole', version, 'state dir source h1'),
  table: columnsOf<Installed>('module:whole', shortVersion, 'state:state', {
    name: 'hash',
    of: ({ h1 }) => shortHash(h1),
  }),
  below: ({ dir, source }) => `${source} in ${dir}`,
};

const mirrored = columnsOf<MirroredRow>('source:whole', { ...version, fit: 'whole' }, 'state bytes file origin sha256');
export const mirroredView: View<MirroredRow> = { columns: mirrored, table: mirrored.slice(0, 4) };

export const verifiedView: View<Verified> = {
  columns: columnsOf<Verified>('module:whole', version, 'installed:state origin:state locked source'),
  table: columnsOf<Verified>(
    'module:whole',
    shortVersion,
    { name: 'files', of: ({ installed }) => installed, state: true },
    { name: 'origin', of: ({ origin }) => (origin === 'not asked' ? 'skipped' : origin), state: true },
    { name: 'hash', of: ({ locked }) => shortHash(locked) },
  ),
  below: ({ source }) => source,
};

export const ageView: View<Age> = {
  columns: columnsOf<Age>('module:whole current:whole allowed:whole latest:whole constraint source'),
};

export const updateView: View<Updated> = {
  columns: columnsOf<Updated>(
    'module:whole from:whole to:whole published:time',
    {
      name: 'changes',
      of: ({ changes }) => changes.map(({ change, name, part }) => `${part} ${name} ${change}`).join(', '),
    },
    'source',
    { name: 'links', of: ({ links }) => links.join(' ') },
  ),
};

export const branchView: View<Branch> = {
  columns: columnsOf<Branch>(
    'module:whole',
    version,
    'source',
    { name: 'shared', of: ({ shared }) => shared.join(' ') },
    { name: 'duplicates', of: ({ duplicates }) => duplicates.join(' ') },
    { name: 'modules', of: ({ modules }) => modules.map(({ name }) => name).join(' ') },
  ),
  within: ({ modules }) => modules,
};

export const differenceView: View<Difference> = {
  columns: columnsOf<Difference>('part:whole name:whole change effect why:prose'),
};
