import type { ValueOrigin } from '../../base/value-origin.ts';
import { columnsOf, type View } from '../../terminal/view.ts';

/** A setting, its effective value, and the source of the value. */
export interface SettingRow {
  key: string;
  value: string | null;
  origin: ValueOrigin | string;
}

const columns = columnsOf<SettingRow>('key:whole value:whole');

/** Effective settings with their sources, which no terminal cuts or hides. */
export const originView: View<SettingRow> = {
  columns: [
    ...columns,
    { name: 'origin', of: ({ origin }) => (typeof origin === 'string' ? origin : origin.toJSON()) },
  ],
  table: [...columns, { name: 'origin', of: ({ origin }) => String(origin), fit: 'whole' }],
};

/** Effective settings. */
export const settingView: View<SettingRow> = { ...originView, columns };

/** The setting in a profile after a write; null if removed. */
export const storedView: View<Omit<SettingRow, 'origin'> & { profile: string }> = {
  columns: columnsOf('profile:whole key:whole value'),
};
