import { z } from 'zod';
import { LocalError } from '../errors.ts';
import { lines, type SettingKey, settingKeys, type ValueOf } from './table.ts';

type Settings = { [K in SettingKey]?: ValueOf<K> extends number ? string | number : string };

/** One place `svc` talks to, and what it needs there. Keys it does not know are kept. */
export interface Profile extends Settings {
  /** Plain text; the file is readable by its owner only. */
  token?: string;
  /** Tokens that were made here for notification configurations, by the id of each; plain text. */
  notifications?: Record<string, { token: string }>;
  [unknown: string]: unknown;
}

/** The config file. Keys it does not know are kept. */
export interface Config {
  /** Name of the profile in use. */
  current?: string;
  profiles: Record<string, Profile>;
  [unknown: string]: unknown;
}

const text = z.string().optional();
const textOrNumber = z.union([z.string(), z.number()]).optional();

const fileSchema = z.looseObject(
  {
    profiles: z.looseObject({}, '"profiles" does not hold profiles').optional(),
    current: z.string('"current" is not the name of a profile').optional(),
  },
  'it is not a JSON object',
);
const profileSchema = z.looseObject({
  token: text,
  ...Object.fromEntries(settingKeys.map((key) => [key, lines[key].number ? textOrNumber : text])),
  notifications: z.record(z.string(), z.looseObject({ token: z.string() })).optional(),
});

/** A file that is not there. */
export function emptyConfig(): Config {
  return { profiles: withoutPrototype({}) };
}

/**
 * What a file says. The schemas only check it: its order and what they do not know stay as they are.
 * @throws {LocalError} that shows nothing of it
 */
export function parseConfig(written: string, path: string): Config {
  const broken = (reason: string, cause?: unknown) =>
    new LocalError(`The config file ${path} is broken: ${reason}. It was left as it is.`, {
      hint: `Mend it, or move it away and run svc login again.`,
      cause,
    });
  let value: unknown;
  try {
    const json = written.replace(/^\ufeff/, '');
    // What an editor or a copy left empty holds nothing.
    value = json.trim() === '' ? {} : JSON.parse(json);
  } catch (cause) {
    throw broken('it is not JSON', cause);
  }
  const fault = fileSchema.safeParse(value).error?.issues[0];
  if (fault) throw broken(fault.message);
  const { profiles = {} } = value as Partial<Config>;
  for (const [name, profile] of Object.entries(profiles)) {
    const wrong = profileSchema.safeParse(profile).error?.issues[0];
    if (!wrong) continue;
    const [key] = wrong.path;
    if (key === undefined) throw broken('"profiles" does not hold profiles');
    throw broken(
      `"${String(key)}" of profile "${name}" ${key === 'notifications' ? 'does not hold tokens' : 'is not text'}`,
    );
  }
  return { ...(value as Config), profiles: withoutPrototype(profiles) };
}

/** Profiles may bear any name, those of an object's own inheritance too. */
function withoutPrototype(profiles: Config['profiles']): Config['profiles'] {
  return Object.assign(Object.create(null), profiles);
}
