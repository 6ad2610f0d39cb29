import type { ValueOrigin } from '../../base/value-origin.ts';
import { columnsOf, type View, viewOf } from '../../base/view.ts';
import { settingKeys } from '../../cli/settings/table.ts';

/** First sentence of the help of each verb. */
export const settingSentence = 'A setting is the default of a flag, such as the organization or the format of output.';
export const keyHelp = `name of the setting: ${settingKeys.join(', ')}`;

/** A setting, its effective value, and the source of the value. */
export interface SettingRow {
  key: string;
  value: string | null;
  origin: ValueOrigin | string;
}

const keyAndValue = columnsOf<SettingRow>('key:whole value');

/** The view of effective settings with their sources. The table names a file without its path, which `svc config path` prints. */
export const originView = viewOf<SettingRow>(
  'key value origin',
  [...keyAndValue, { name: 'origin', of: ({ origin }) => String(origin), fit: 'whole' }],
  { origin: ({ origin }) => String(origin).replace(/^(profile \S+|\S+ file|host block) .+$/, '$1') },
);

/** View of effective settings, without the sources in CSV and TSV. */
export const settingView: View<SettingRow> = { ...originView, columns: keyAndValue };

/** The view of a setting after it was written to a profile; the value is null if it was removed. */
export const storedView: View<Omit<SettingRow, 'origin'> & { profile: string }> = {
  columns: columnsOf('profile:whole key:whole value'),
};
