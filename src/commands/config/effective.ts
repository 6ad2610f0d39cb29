import { SvcError } from '../../base/errors.ts';
import { mask } from '../../base/secrets.ts';
import type { Context } from '../../cli/context.ts';
import { shownSetting } from '../../cli/setting.ts';
import { lines, type SettingKey, settingKeys } from '../../cli/settings/table.ts';
import type { SettingRow } from './view.ts';

type Deps = Pick<Context, 'credentials' | 'host' | 'settings'>;

/** Returns every setting with its effective value. Masks tokens. */
export function settingsInForce(deps: Deps): SettingRow[] {
  const rows = settingKeys.map((key) => settingInForce(key, deps));
  return [profileRow(deps), ...rows, tokenRow(deps), ...notificationRows(deps)];
}

/** Returns the current profile, as a setting. */
export function profileRow({ settings }: Deps): SettingRow {
  const { value, origin } = settings.profile();
  return { key: 'profile', value, origin };
}

/** Returns a setting with its effective value. */
export function settingInForce(key: SettingKey, { host, settings }: Deps): SettingRow {
  const setting = settings.lookup(key);
  if (setting) return { key, value: shownSetting(setting.text), origin: setting.origin };
  const { default: value } = lines[key];
  if (value === undefined) return { key, value: null, origin: 'not set' };
  const place = host.stdout.isTTY === true ? 'terminal' : 'pipe';
  return { key, value: typeof value === 'string' ? value : value[place], origin: 'default' };
}

/** Returns warnings for an effective value that commands would reject. */
export function valueWarnings(key: SettingKey, { settings }: Pick<Deps, 'settings'>): string[] {
  try {
    void settings.lookup(key)?.value;
    return [];
  } catch (error) {
    if (error instanceof SvcError) return [error.message];
    throw error;
  }
}

/** Returns a row for each stored token of a notification configuration, masked. */
function notificationRows({ settings }: Deps): SettingRow[] {
  const { value: name, held } = settings.profile();
  const origin = `profile ${name} (${settings.store.path})`;
  return Object.keys(held.notifications ?? {}).map((id) => ({ key: `notifications.${id}.token`, value: mask, origin }));
}

function tokenRow({ credentials, settings }: Deps): SettingRow {
  const missing = (origin: string) => ({ key: 'token', value: null, origin });
  try {
    const address = settings.knownAddress();
    const token = address && credentials.find(address.value.origin, 'platform');
    return token ? { key: 'token', value: mask, origin: token.origin } : missing('not set');
  } catch (error) {
    // People use the list to find an invalid address, so it must work with one.
    if (error instanceof SvcError) return missing(error.message);
    throw error;
  }
}
