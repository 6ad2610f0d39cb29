import { z } from 'zod/mini';
import { LocalError } from '../../base/errors.ts';
import { jsonIn } from '../../base/json.ts';
import { lines, type SettingKey, settingKeys, type ValueOf } from './table.ts';

type Settings = { [K in SettingKey]?: ValueOf<K> extends number ? string | number : string };

/** The settings for one platform. Unknown keys are preserved. */
export interface Profile extends Settings {
  /** The token, in plain text. Only the owner can read the file. */
  token?: string;
  /** True if the token is in the keyring of the system. */
  keyring?: boolean;
  /** The generated tokens of notification configurations, by configuration id, in plain text. */
  notifications?: Record<string, { token: string }>;
  [unknown: string]: unknown;
}

/** The config file. Unknown keys are preserved. */
export interface Config {
  /** The name of the current profile. */
  current?: string;
  profiles: Record<string, Profile>;
  [unknown: string]: unknown;
}

const text = z.optional(z.string());
const textOrNumber = z.optional(z.union([z.string(), z.number()]));

const fileSchema = z.looseObject(
  {
    profiles: z.optional(z.looseObject({}, '"profiles" is not an object of profiles')),
    current: z.optional(z.string('"current" is not the name of a profile')),
  },
  'it is not a JSON object',
);
const profileSchema = z.looseObject({
  token: text,
  ...Object.fromEntries(settingKeys.map((key) => [key, lines[key].number ? textOrNumber : text])),
  notifications: z.optional(z.record(z.string(), z.looseObject({ token: z.string() }))),
});

/** Returns the config to use if the file does not exist. */
export function emptyConfig(): Config {
  return { profiles: withoutPrototype({}) };
}

/** Parses a config file. Keeps the order and unknown keys. @throws {LocalError} that does not quote the file, which contains tokens */
export function parseConfig(written: string, path: string): Config {
  const broken = (reason: string) =>
    new LocalError(`The config file ${path} is invalid: ${reason}. It was not changed.`, {
      hint: 'Fix the file, or move it away and run: svc login',
    });
  const json = written.replace(/^\ufeff/, '');
  // An empty file counts as an empty config.
  const value = json.trim() === '' ? {} : jsonIn(json);
  if (value === undefined) throw broken('it is not JSON');
  const fault = fileSchema.safeParse(value).error?.issues[0];
  if (fault) throw broken(fault.message);
  const { profiles = {} } = value as Partial<Config>;
  for (const [name, profile] of Object.entries(profiles)) {
    const wrong = profileSchema.safeParse(profile).error?.issues[0];
    if (!wrong) continue;
    const [key] = wrong.path;
    if (key === undefined) throw broken('"profiles" is not an object of profiles');
    throw broken(
      `"${String(key)}" of profile "${name}" ${key === 'notifications' ? 'is not an object of tokens' : 'is not text'}`,
    );
  }
  return { ...(value as Config), profiles: withoutPrototype(profiles) };
}

/** Copies profiles to an object without a prototype: a profile may have any name. */
function withoutPrototype(profiles: Config['profiles']): Config['profiles'] {
  return Object.assign(Object.create(null), profiles);
}
