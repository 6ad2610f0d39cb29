import { UsageError } from '../errors.ts';
import { didYouMean } from '../nearest.ts';
import { platformUrl } from '../origin.ts';
import { about } from '../parsers.ts';
import type { Config, Profile } from './config.ts';
import { fromFlags, fromVariables, parsed, type Said } from './sources.ts';
import type { Store } from './store.ts';
import { type GlobalFlags, type Key, lines, registriesIn, type SettingKey, type ValueOf } from './table.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A value and the words that say where it comes from. */
export interface Setting<Value> {
  value: Value;
  origin: string;
}

/** What this run works with: flag before environment before profile before default. */
export interface Settings {
  readonly store: Store;
  /**
   * A setting as text, from wherever it is said first; undefined where nothing but the default is left.
   * @throws {UsageError} when a profile was asked for by name and is not there; how things look does not depend on it
   */
  find(key: SettingKey): Setting<string> | undefined;
  /**
   * The same as its parser reads it. How things look is undefined too where the config file cannot be used.
   * @throws {UsageError} naming where the text comes from, since nobody may have typed it just now
   */
  value<K extends Key>(key: K): ValueOf<K> | undefined;
  /** What the command line itself says. */
  typed(key: SettingKey): Setting<string> | undefined;
  /** What the environment says. */
  inEnvironment(key: SettingKey): Setting<string> | undefined;
  /** The profile in use: its name (which may not exist yet) and what it holds. Never complains. */
  profile(): Setting<string> & { held: Profile };
  /** @throws {UsageError} when nothing names the platform */
  address(): Setting<URL>;
  /** The same, or undefined where nothing names it. */
  knownAddress(): Setting<URL> | undefined;
  organization(): Setting<string> | undefined;
  /** What was said about registries; a flag may be repeated, and every text may have several with commas between them. */
  registries(): Setting<string>[];
  /** Whether plain http beyond this machine was asked for. */
  readonly insecureHttp: boolean;
  /** From here on the profile asked for need not be there: this command makes it. */
  mayMakeProfile(): void;
  /** Every profile by name. */
  profiles(): Record<string, Profile>;
  /** Name of the profile that the config file puts in use. */
  current(): string | undefined;
}

/** Settings over a store; the file is read once, at the first question, and so is each value of it or of the environment. */
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
    const asked = outside('profile');
    if (asked) return named(asked.text, asked.origin);
    return current === undefined ? named('default', 'default') : named(current, `config file ${store.path}`);
  }

  /** A profile that was asked for by name must be there, however much the environment says in its place. */
  function requireProfile(): void {
    if (profileMayBeNew || !outside('profile')) return;
    const { value, origin } = profile();
    if (held().profiles[value] !== undefined) return;
    throw noProfile(value, origin);
  }

  function noProfile(name: string, origin: string): UsageError {
    const known = Object.keys(held().profiles);
    const others = known.length > 0 ? `The profiles are ${known.join(', ')}.` : `svc login --profile ${name} HOST`;
    return new UsageError(`There is no profile "${name}" (${origin}).`, {
      hint: didYouMean(name, known) ?? others,
    });
  }

  /** What is said outside of the config file. */
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
    const { value: name, held: kept } = profile();
    return kept[key] === undefined ? undefined : { text: String(kept[key]), origin: `profile ${name} (${store.path})` };
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
      const { value, origin } = profile();
      if (origin !== 'default' && held().profiles[value] === undefined) throw noProfile(value, origin);
      throw new UsageError('No platform to talk to.', {
        hint: 'svc login HOST, or give --address URL or SVC_ADDRESS.',
      });
    },
  };
}

function asText(said: Said | undefined): Setting<string> | undefined {
  return said && { value: said.text, origin: said.origin };
}

/** @throws {UsageError} as the parser does, with where the text comes from */
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

/** What cannot be read is left to the commands that need what it holds. */
function unlessUnusable<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
