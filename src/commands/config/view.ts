import type { View } from '../../terminal/view.ts';

/** A setting, its effective value, and the source of the value. */
export interface SettingRow {
  key: string;
  value: string | null;
  origin: string;
}

const key = { name: 'key', of: (row: SettingRow) => row.key, fit: 'whole' as const };
const value = { name: 'value', of: (row: SettingRow) => row.value, fit: 'whole' as const };
const origin = { name: 'origin', of: (row: SettingRow) => row.origin, fit: 'prose' as const };

/** Effective settings. */
export const settingView: View<SettingRow> = { columns: [key, value] };

/** Effective settings with their sources, which a narrow terminal does not hide. */
export const originView: View<SettingRow> = { columns: [key, { ...value, fit: 'prose' }, origin] };

/** The setting in a profile after a write; null if removed. */
export interface StoredSetting {
  profile: string;
  key: string;
  value: string | null;
}

export const storedView: View<StoredSetting> = {
  columns: [
    { name: 'profile', of: (row) => row.profile, fit: 'whole' },
    { name: 'key', of: (row) => row.key, fit: 'whole' },
    { name: 'value', of: (row) => row.value },
  ],
};
