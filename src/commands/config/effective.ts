import type { Context } from '../../cli/context.ts';
import { shownSetting } from '../../cli/setting.ts';
import { SvcError } from '../../errors.ts';
import { mask } from '../../secrets.ts';
import { lines, type SettingKey, settingKeys } from '../../settings/table.ts';
import type { SettingRow } from './view.ts';

type Parts = Pick<Context, 'credentials' | 'host' | 'settings'>;

/** Every setting with the value in force; of the token only that there is one. */
export function settingsInForce(parts: Parts): SettingRow[] {
  const rows = settingKeys.map((key) => settingInForce(key, parts));
  return [profileRow(parts), ...rows, tokenRow(parts), ...notificationRows(parts)];
}

/** The profile in use, as a setting. */
export function profileRow({ settings }: Parts): SettingRow {
  const { value, origin } = settings.profile();
  return { key: 'profile', value, origin };
}

/** One setting with the value in force. */
export function settingInForce(key: SettingKey, { host, settings }: Parts): SettingRow {
  const found = settings.find(key);
  if (found) return { key, value: shownSetting(found.value), origin: found.origin };
  const { default: value } = lines[key];
  if (value === undefined) return { key, value: null, origin: 'not set' };
  const place = host.stdout.isTTY === true ? 'terminal' : 'pipe';
  return { key, value: typeof value === 'string' ? value : value[place], origin: 'default' };
}

/** Words about a value in force that the commands which need it would reject. */
export function unusable(key: SettingKey, { settings }: Pick<Parts, 'settings'>): string[] {
  try {
    settings.value(key);
    return [];
  } catch (error) {
    if (error instanceof SvcError) return [error.message];
    throw error;
  }
}

/** That there are tokens of notification configurations. */
function notificationRows({ settings }: Parts): SettingRow[] {
  const { value: name, held } = settings.profile();
  const origin = `profile ${name} (${settings.store.path})`;
  return Object.keys(held.notifications ?? {}).map((id) => ({ key: `notifications.${id}.token`, value: mask, origin }));
}

function tokenRow({ credentials, settings }: Parts): SettingRow {
  const missing = (origin: string) => ({ key: 'token', value: null, origin });
  try {
    const address = settings.knownAddress();
    const token = address && credentials.tokenFor(address.value.origin, 'platform');
    return token ? { key: 'token', value: mask, origin: token.origin } : missing('not set');
  } catch (error) {
    // The list is what somebody mends a broken address with.
    if (error instanceof SvcError) return missing(error.message);
    throw error;
  }
}
