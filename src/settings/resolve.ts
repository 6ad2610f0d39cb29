import { UsageError } from '../errors.ts';
import { platformUrl } from '../origin.ts';
import type { Config, Profile, Store } from './store.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The flags that settings can come from; what was not typed is undefined. */
export interface SettingFlags {
  profile?: string | undefined;
  address?: string | undefined;
  organization?: string | undefined;
  registry?: string[] | undefined;
  insecureHttp?: boolean | undefined;
}

/** A value and the words that say where it comes from. */
export interface Setting<Value> {
  value: Value;
  origin: string;
}

/** What this run works with: flag before environment before profile before default. */
export interface Settings {
  readonly store: Store;
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
    const asked = flags().profile ?? env.SVC_PROFILE;
    if (asked !== undefined) {
      const origin = flags().profile === undefined ? 'environment SVC_PROFILE' : 'flag --profile';
      return named(asked, origin);
    }
    return current === undefined ? named('default', 'default') : named(current, `config file ${store.path}`);
  }

  function find(
    key: 'address' | 'organization' | 'registry',
    variable: string,
    typed: string | undefined,
  ): Setting<string> | undefined {
    if (typed !== undefined) return { value: typed, origin: `flag --${key}` };
    const inherited = env[variable];
    if (inherited) return { value: inherited, origin: `environment ${variable}` };
    const { value: name, held: kept } = profile();
    const stored = kept[key];
    return stored === undefined ? undefined : { value: stored, origin: `profile ${name} (${store.path})` };
  }

  function knownAddress(): Setting<URL> | undefined {
    const found = find('address', 'SVC_ADDRESS', flags().address);
    if (!found) return undefined;
    const insecureHttp = flags().insecureHttp === true;
    return {
      value: platformUrl(found.value, { insecureHttp, source: `The address (${found.origin})` }),
      origin: found.origin,
    };
  }

  return {
    store,
    profile,
    knownAddress,
    insecureHttp: () => flags().insecureHttp === true,
    profiles: () => held().profiles,
    organization: () => find('organization', 'SVC_ORGANIZATION', flags().organization),
    registries() {
      const typed = flags().registry;
      if (typed) return typed.map((value) => ({ value, origin: 'flag --registry' }));
      const found = find('registry', 'SVC_REGISTRY', undefined);
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
