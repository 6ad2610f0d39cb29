import type { Rehearsed } from '../../mirror/packages.ts';
import type { View } from '../../terminal/view.ts';

/** A package of a mirror, as `-o json` shows it; a dry run omits fields of packages to mirror. */
export interface MirroredRow extends Rehearsed {
  state: 'mirrored' | 'there' | 'to mirror';
}

export const mirroredView: View<MirroredRow> = {
  columns: [
    { name: 'source', of: ({ source }) => source, fit: 'whole' },
    { name: 'version', of: ({ commit, version }) => version ?? commit, fit: 'whole' },
    { name: 'state', of: ({ state }) => state },
    { name: 'bytes', of: ({ bytes }) => bytes },
    { name: 'file', of: ({ file }) => file },
    { name: 'origin', of: ({ origin }) => origin },
    { name: 'sha256', of: ({ sha256 }) => sha256 },
  ],
};
