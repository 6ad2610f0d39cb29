import { UsageError } from '../base/errors.ts';
import { didYouMean } from '../base/nearest.ts';
import { platformUrl } from '../base/origin.ts';
import { about } from '../base/parsers.ts';
import type { Config, Profile } from './config.ts';
import { fromFlags, fromVariables, parsed, type Said } from './sources.ts';
import type { Store } from './store.ts';
import { type GlobalFlags, type Key, lines, registriesIn, type SettingKey, type ValueOf } from './table.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A value and its source, as shown in messages. */
export interface Setting<Value> {
  value: Value;
  origin: string;
}

/** The effective settings of a run: flag before environment before profile before default. */
export interface Settings {
  readonly store: Store;
  /**
   * The text of a setting from its first source; undefined if only the default is left.
   * @throws {UsageError} for a requested profile that does not exist, except for display settings
   */
  find(key: SettingKey): Setting<string> | undefined;
  /**
   * The parsed value of a setting. Display settings are undefined if the config file is unusable.
   * @throws {UsageError} naming the source of the text
   */
  value<K extends Key>(key: K): ValueOf<K> | undefined;
  /** The value on the command line. */
  typed(key: SettingKey): Setting<string> | undefined;
  /** The value in the environment. */
  inEnvironment(key: SettingKey): Setting<string> | undefined;
  /** The current profile: its name (which may not exist yet) and its settings. Never throws. */
  profile(): Setting<string> & { held: Profile };
  /** @throws {UsageError} without an address */
  address(): Setting<URL>;
  /** The platform's URL; undefined without an address. */
  knownAddress(): Setting<URL> | undefined;
  organization(): Setting<string> | undefined;
  /** The registry settings; the flag is repeatable, and each text may be comma-separated. */
  registries(): Setting<string>[];
  /** Whether plain http to other machines is allowed. */
  readonly insecureHttp: boolean;
  /** The error for a profile that a flag, a variable or the config file names, and that does not exist. */
  missingProfile(): UsageError | undefined;
  /** Allows a missing profile from now on: this command creates it. */
  mayMakeProfile(): void;
  /** Every profile by name. */
  profiles(): Record<string, Profile>;
  /** Name of the current profile in the config file. */
  current(): string | undefined;
}

/** Settings over a store; the file and each value are read once, on first use. */
export function createSettings(store: Store, env: Environment, flags: GlobalFlags): Settings {
  let profileMayBeNew = false;
  let config: Config | undefined;
  const read = new Map<Key, unknown>();
  const held = () => {
    config ??= store.read();
    return config;
  };

  function profile(): Setting<string> & { held: Profile } {
    const { profiles, current } = held();
    const named = (value: string, origin: string) => ({ value, origin, held: profiles[value] ?? {} });
    const requested = outside('profile');
    if (requested) return named(requested.text, requested.origin);
    return current === undefined ? named('default', 'default') : named(current, `config file ${store.path}`);
  }

  /** A requested profile must exist, even if the environment overrides all its settings. */
  function requireProfile(): void {
    const missing = profileMayBeNew || !outside('profile') ? undefined : missingProfile();
    if (missing) throw missing;
  }

  function missingProfile(): UsageError | undefined {
    const { value: name, origin } = profile();
    const known = Object.keys(held().profiles);
    if (origin === 'default' || known.includes(name)) return undefined;
    const others = known.length > 0 ? `Profiles: ${known.join(', ')}` : `svc login --profile ${name} HOST`;
    return new UsageError(`No profile "${name}" (${origin}).`, {
      hint: didYouMean(name, known) ?? others,
    });
  }

  /** The value outside the config file. */
  function outside(key: Key): Said | undefined {
    return fromFlags(key, flags) ?? fromVariables(key, env);
  }

  function said(key: Key): Said | undefined {
    const { looks, profile: inProfile } = lines[key];
    if (!inProfile) return outside(key);
    if (!looks) requireProfile();
    return outside(key) ?? stored(key);
  }

  function stored(key: Key): Said | undefined {
    const { value: name, held: stored } = profile();
    return stored[key] === undefined
      ? undefined
      : { text: String(stored[key]), origin: `profile ${name} (${store.path})` };
  }

  function value<K extends Key>(key: K): ValueOf<K> | undefined {
    const found = lines[key].looks ? unlessUnusable(() => said(key)) : said(key);
    if (found === undefined) return undefined;
    if (found.value === undefined && !read.has(key)) read.set(key, parsedSaid(key, found));
    return (found.value ?? read.get(key)) as ValueOf<K>;
  }

  function knownAddress(): Setting<URL> | undefined {
    const found = said('address');
    if (!found) return undefined;
    const { origin, text } = found;
    return { value: platformUrl(text, { insecureHttp, source: `The address (${origin})` }), origin };
  }

  const insecureHttp = value('insecure-http') === true;
  const find = (key: SettingKey) => asText(said(key));

  return {
    store,
    find,
    value,
    typed: (key) => asText(fromFlags(key, flags)),
    inEnvironment: (key) => asText(fromVariables(key, env)),
    profile,
    missingProfile,
    mayMakeProfile: () => {
      profileMayBeNew = true;
    },
    current: () => held().current,
    knownAddress,
    insecureHttp,
    profiles: () => held().profiles,
    organization: () => find('organization'),
    registries() {
      const origin = said('registry')?.origin ?? '';
      return (value('registry') ?? []).flatMap(registriesIn).map((each) => ({ value: each, origin }));
    },
    address() {
      const found = knownAddress();
      if (found) return found;
      const hint = 'Run svc login HOST, or set --address URL or SVC_ADDRESS.';
      throw missingProfile() ?? new UsageError('No platform address.', { hint });
    },
  };
}

function asText(said: Said | undefined): Setting<string> | undefined {
  return said && { value: said.text, origin: said.origin };
}

/** @throws {UsageError} of the parser, prefixed with the source of the text */
function parsedSaid(key: Key, { origin, text }: Said): unknown {
  try {
    return parsed(key, text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const source = origin.startsWith('environment ')
      ? `the environment variable ${origin.slice(12)}`
      : `${key} of ${origin}`;
    throw about(source, error);
  }
}

/** Ignores an unreadable config file; commands that need it report the error. */
function unlessUnusable<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
