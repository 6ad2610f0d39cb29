import { UsageError } from '../errors.ts';
import { platformUrl } from '../origin.ts';
import { fromFlags, fromVariables, registriesIn, type SettingFlags, type SettingKey } from './keys.ts';
import type { Config, Profile, Store } from './store.ts';

export type { SettingFlags } from './keys.ts';

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
  insecureHttp(): boolean;
  /** From here on the profile asked for need not be there: this command makes it. */
  mayMakeProfile(): void;
  /** Every profile by name. */
  profiles(): Record<string, Profile>;
  /** Name of the profile that the config file puts in use. */
  current(): string | undefined;
}

/** The known name that a mistyped one was probably meant to be. */
type Nearest = (typed: string, known: readonly string[]) => string | undefined;

/** Settings over a store; the file is read once, at the first question. */
export function createSettings(
  store: Store,
  env: Environment,
  flags: () => SettingFlags,
  nearest: Nearest = () => undefined,
): Settings {
  let profileMayBeNew = false;
  let config: Config | undefined;
  const held = () => {
    config ??= store.read();
    return config;
  };

  function profile(): Setting<string> & { held: Profile } {
    const { profiles, current } = held();
    const named = (value: string, origin: string) => ({ value, origin, held: profiles[value] ?? {} });
    const asked = flags().profile ?? (env.SVC_PROFILE || undefined);
    if (asked !== undefined) {
      const origin = flags().profile === undefined ? 'environment SVC_PROFILE' : 'flag --profile';
      return named(asked, origin);
    }
    return current === undefined ? named('default', 'default') : named(current, `config file ${store.path}`);
  }

  /** A profile that was asked for by name must be there, however much the environment says in its place. */
  function requireProfile(): void {
    if (profileMayBeNew || (flags().profile === undefined && !env.SVC_PROFILE)) return;
    const { value, origin } = profile();
    if (held().profiles[value] !== undefined) return;
    throw noProfile(value, origin);
  }

  function noProfile(name: string, origin: string): UsageError {
    const known = Object.keys(held().profiles);
    const near = nearest(name, known);
    const others = known.length > 0 ? `The profiles are ${known.join(', ')}.` : `svc login --profile ${name} HOST`;
    return new UsageError(`There is no profile "${name}" (${origin}).`, {
      hint: near === undefined ? others : `Did you mean ${near}?`,
    });
  }

  const typed = (key: SettingKey) => fromFlags(key, flags());
  const inEnvironment = (key: SettingKey) => fromVariables(key, env);

  function find(key: SettingKey): Setting<string> | undefined {
    if (key !== 'output' && key !== 'color') requireProfile();
    return typed(key) ?? inEnvironment(key) ?? inProfile(key);
  }

  function inProfile(key: SettingKey): Setting<string> | undefined {
    const { value: name, held: kept } = profile();
    const stored = kept[key];
    return stored === undefined ? undefined : { value: String(stored), origin: `profile ${name} (${store.path})` };
  }

  function knownAddress(): Setting<URL> | undefined {
    const found = find('address');
    if (!found) return undefined;
    const insecureHttp = flags().insecureHttp === true;
    return {
      value: platformUrl(found.value, { insecureHttp, source: `The address (${found.origin})` }),
      origin: found.origin,
    };
  }

  return {
    store,
    find,
    typed,
    inEnvironment,
    profile,
    mayMakeProfile: () => {
      profileMayBeNew = true;
    },
    current: () => held().current,
    knownAddress,
    insecureHttp: () => flags().insecureHttp === true,
    profiles: () => held().profiles,
    organization: () => find('organization'),
    registries() {
      requireProfile();
      const typed = flags().registry;
      const found = typed ? { value: typed.join(','), origin: 'flag --registry' } : find('registry');
      return found ? registriesIn(found.value).map((value) => ({ value, origin: found.origin })) : [];
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
