import type { ValueOrigin } from '../../base/value-origin.ts';
import { columnsOf, type View } from '../../base/view.ts';

/** First sentence of the help of each verb. */
export const settingSentence = 'A setting is the default of a flag, such as the organization or the format of output.';

/** A setting, its effective value, and the source of the value. */
export interface SettingRow {
  key: string;
  value: string | null;
  origin: ValueOrigin | string;
}

/** View of effective settings with their sources. No terminal cuts or hides a column. */
export const originView: View<SettingRow> = {
  columns: columnsOf('key:whole value:whole', { name: 'origin', of: ({ origin }) => String(origin), fit: 'whole' }),
};

/** View of effective settings, without the sources in CSV and TSV. */
export const settingView: View<SettingRow> = { columns: originView.columns.slice(0, 2), table: originView.columns };

/** View of a profile's setting after a write; the value is null if it was removed. */
export const storedView: View<Omit<SettingRow, 'origin'> & { profile: string }> = {
  columns: columnsOf('profile:whole key:whole value'),
};
