import type { ValueOrigin } from '../../base/value-origin.ts';
import { columnsOf, type View } from '../../base/view.ts';

/** A setting, its effective value, and the source of the value. */
export interface SettingRow {
  key: string;
  value: string | null;
  origin: ValueOrigin | string;
}

const keyAndValue = columnsOf<SettingRow>('key:whole value');

/** View of effective settings with their sources. A table names a profile without its file, which `svc config path` prints. */
export const originView: View<SettingRow> = {
  columns: [...keyAndValue, { name: 'origin', of: ({ origin }) => String(origin) }],
  table: [
    ...keyAndValue,
    { name: 'origin', of: ({ origin }) => String(origin).replace(/^(profile \S+) \(.+\)$/, '$1'), fit: 'prose' },
  ],
};

/** View of effective settings, without the sources in CSV and TSV. */
export const settingView: View<SettingRow> = { ...originView, columns: keyAndValue };

/** View of a profile's setting after a write; the value is null if it was removed. */
export const storedView: View<Omit<SettingRow, 'origin'> & { profile: string }> = {
  columns: columnsOf('profile:whole key:whole value'),
};
