import type { ValueOrigin } from '../../base/value-origin.ts';
import { columnsOf, type View } from '../../base/view.ts';

/** A setting, its effective value, and the source of the value. */
export interface SettingRow {
  key: string;
  value: string | null;
  origin: ValueOrigin | string;
}

/** Effective settings with their sources, which no terminal cuts or hides. */
export const originView: View<SettingRow> = {
  columns: columnsOf('key:whole value:whole', { name: 'origin', of: ({ origin }) => String(origin), fit: 'whole' }),
};

/** The same, without the sources in CSV and TSV. */
export const settingView: View<SettingRow> = { columns: originView.columns.slice(0, 2), table: originView.columns };

/** The setting in a profile after a write; null if removed. */
export const storedView: View<Omit<SettingRow, 'origin'> & { profile: string }> = {
  columns: columnsOf('profile:whole key:whole value'),
};
