import type { Rehearsed } from '../../mirror/packages.ts';
import { fieldsOf, type View } from '../../terminal/view.ts';

/** A package of a mirror, as `-o json` shows it; a dry run omits fields of packages to mirror. */
export interface MirroredRow extends Rehearsed {
  state: 'mirrored' | 'there' | 'to mirror';
}

export const mirroredView: View<MirroredRow> = {
  columns: [
    ...fieldsOf<MirroredRow>({ source: 'whole' }),
    { name: 'version', of: ({ commit, version }) => version ?? commit, fit: 'whole' },
    ...fieldsOf<MirroredRow>({ state: 'cell', bytes: 'cell', file: 'cell', origin: 'cell', sha256: 'cell' }),
  ],
};
