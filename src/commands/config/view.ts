import { columnsOf, type View } from '../../terminal/view.ts';

/** A setting, its effective value, and the source of the value. */
export interface SettingRow {
  key: string;
  value: string | null;
  origin: string;
}

/** Effective settings. */
export const settingView: View<SettingRow> = { columns: columnsOf('key:whole value:whole') };

/** Effective settings with their sources, which a narrow terminal does not hide. */
export const originView: View<SettingRow> = { columns: columnsOf('key:whole value:prose origin:prose') };

/** The setting in a profile after a write; null if removed. */
export const storedView: View<Omit<SettingRow, 'origin'> & { profile: string }> = {
  columns: columnsOf('profile:whole key:whole value'),
};
