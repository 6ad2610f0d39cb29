import { UsageError } from '../errors.ts';
import type { SettingKey } from '../settings/keys.ts';
import type { Setting, Settings } from '../settings/resolve.ts';

/** A setting in force as its parser reads it, undefined where only the default is left. */
export function inForce<Value>(settings: Settings, key: SettingKey, parse: (text: string) => Value): Value | undefined {
  const found = settings.find(key);
  return found && read(key, found, parse);
}

/** The same for how things look: a config file that cannot be used is left to the commands that need what it holds. */
export function looksInForce<Value>(
  settings: Settings,
  key: 'output' | 'color',
  parse: (text: string) => Value,
): Value | undefined {
  let found: Setting<string> | undefined;
  try {
    found = settings.find(key);
  } catch {
    return undefined;
  }
  return found && read(key, found, parse);
}

/** Complaints name where the value came from, since nobody may have typed it just now. */
function read<Value>(key: SettingKey, { value, origin }: Setting<string>, parse: (text: string) => Value): Value {
  try {
    return parse(value);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const source = origin.startsWith('environment ')
      ? `the environment variable ${origin.slice(12)}`
      : `${key} of ${origin}`;
    throw new UsageError(`${source}: ${error.message}`, { hint: error.hint });
  }
}
