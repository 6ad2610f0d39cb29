import { UsageError } from '../errors.ts';
import { platformUrl } from '../origin.ts';
import { fromFlags, fromVariables, type SettingFlags, type SettingKey } from './keys.ts';
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
  /** A setting as text, from wherever it is said first; undefined where nothing but the default is left. */
  find(key: SettingKey): Setting<string> | undefined;
  /** What the command line itself says. */
  typed(key: SettingKey): Setting<string> | undefined;
  /** What the environment says. */
  inEnvironment(key: SettingKey): Setting<string> | undefined;
  /** The profile in use: its name (which may not exist yet) and what it holds. */
  profile(): Setting<string> & { held: Profile };
  /** @throws {UsageError} when nothing names the platform */
  address(): Setting<URL>;
  /** The same, or undefined where nothing names it. */
  knownAddress(): Setting<URL> | undefined;
  organization(): Setting<string> | undefined;
  /** What was said about registries, as typed; several only as flags. */
  registries(): Setting<string>[];
  /** Whether plain http beyond this machine was asked for. */
  insecureHttp(): boolean;
  /** Every profile by name. */
  profiles(): Record<string, Profile>;
  /** Name of the profile that the config file puts in use. */
  current(): string | undefined;
}

/** Settings over a store; the file is read once, at the first question. */
export function createSettings(store: Store, env: Environment, flags: () => SettingFlags): Settings {
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

  const typed = (key: SettingKey) => fromFlags(key, flags());
  const inEnvironment = (key: SettingKey) => fromVariables(key, env);

  function find(key: SettingKey): Setting<string> | undefined {
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
    current: () => held().current,
    knownAddress,
    insecureHttp: () => flags().insecureHttp === true,
    profiles: () => held().profiles,
    organization: () => find('organization'),
    registries() {
      const typed = flags().registry;
      if (typed) return typed.map((value) => ({ value, origin: 'flag --registry' }));
      const found = find('registry');
      return found ? [found] : [];
    },
    address() {
      const asked = profile();
      if (asked.origin !== 'default' && held().profiles[asked.value] === undefined && knownAddress() === undefined) {
        throw new UsageError(`There is no profile "${asked.value}" (${asked.origin}).`, {
          hint: `svc login --profile ${asked.value} HOST`,
        });
      }
      const found = knownAddress();
      if (found) return found;
      throw new UsageError('No platform to talk to.', {
        hint: 'svc login HOST, or give --address URL or SVC_ADDRESS.',
      });
    },
  };
}
