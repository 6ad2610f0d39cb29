import type { ValueOrigin } from '../../base/value-origin.ts';
import { columnsOf, type View } from '../../base/view.ts';
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

/** The view of effective settings with their sources. A profile is named without its file, which `svc config path` prints. */
export const originView: View<SettingRow> = {
  columns: [...keyAndValue, { name: 'origin', of: ({ origin }) => String(origin) }],
  table: [
    ...keyAndValue,
    { name: 'origin', of: ({ origin }) => String(origin).replace(/^(profile \S+) \(.+\)$/, '$1'), fit: 'prose' },
  ],
};

/** View of effective settings, without the sources in CSV and TSV. */
export const settingView: View<SettingRow> = { ...originView, columns: keyAndValue };

/** The view of a setting after it was written to a profile; the value is null if it was removed. */
export const storedView: View<Omit<SettingRow, 'origin'> & { profile: string }> = {
  columns: columnsOf('profile:whole key:whole value'),
};
