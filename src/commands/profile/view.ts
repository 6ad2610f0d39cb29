import { mask } from '../../base/secrets.ts';
import { columnsOf, type View } from '../../base/view.ts';
import { shownSetting } from '../../cli/setting.ts';
import type { Profile } from '../../cli/settings/config.ts';
import { type SettingKey, settingKeys } from '../../cli/settings/table.ts';

/** First sentence of the help of each verb. */
export const profileSentence =
  'A profile has a name, and stores the address of a platform, its token and other settings.';

/** A profile for display: its settings, with the token masked. */
export type ProfileRow = { name: string; current: boolean; token: string | null } & Record<SettingKey, string | null>;

export function profileRow(name: string, held: Profile, current: boolean): ProfileRow {
  const settings = settingKeys.map((key) => [key, held[key] === undefined ? null : shownSetting(String(held[key]))]);
  return { name, current, ...Object.fromEntries(settings), token: held.token || held.keyring ? mask : null };
}

export const profileView: View<ProfileRow> = {
  columns: columnsOf(
    'name:whole current address organization token',
    ...settingKeys.filter((key) => key !== 'address' && key !== 'organization'),
  ),
};

export const deletedProfileView: View<{ name: string; deleted: true }> = { columns: columnsOf('name:whole deleted') };
