import { UsageError } from '../base/errors.ts';
import { didYouMean } from '../base/nearest.ts';
import { platformUrl } from '../base/origin.ts';
import { naming } from '../base/parsers.ts';
import { unlessThrown } from '../base/unless-thrown.ts';
import { byDefault, ValueOrigin } from '../base/value-origin.ts';
import type { Config, Profile } from './config.ts';
import { fromFlags, fromVariables, parsed, type Said } from './sources.ts';
import type { Store } from './store.ts';
import { type GlobalFlags, type Key, lines, registriesIn, type SettingKey, type ValueOf } from './table.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A value and its source, as shown in messages. */
export interface Setting<Value> {
  value: Value;
  origin: ValueOrigin;
}

/** Without an address of the platform. */
export class NoAddressError extends UsageError {
  constructor(hint = 'Run svc login HOST, or svc sandbox start to try it on this machine.') {
    super('No platform address.', { hint });
  }
}

/** The effective settings of a run: flag before environment before profile before default. The file and each value are read once, on first use. */
export class Settings {
  /** Whether plain http to other machines is allowed. */
  readonly insecureHttp: boolean;
  private mayBeNew = false;
  private config: Config | undefined;
  private readonly read = new Map<Key, unknown>();

  constructor(
    readonly store: Store,
    private readonly env: Environment,
    private readonly flags: GlobalFlags,
  ) {
    this.insecureHttp = this.value('insecure-http') === true;
  }

  /**
   * The text of a setting from its first source; undefined if only the default is left.
   * @throws {UsageError} for a requested profile that does not exist, except for display settings
   */
  find(key: SettingKey): Setting<string> | undefined {
    return asText(this.said(key));
  }

  /**
   * The parsed value of a setting. Display settings are undefined if the config file is unusable.
   * @throws {UsageError} naming the source of the text
   */
  value<K extends Key>(key: K): ValueOf<K> | undefined {
    const found = lines[key].looks ? unlessThrown(() => this.said(key)) : this.said(key);
    if (found === undefined) return undefined;
    if (found.value === undefined && !this.read.has(key)) this.read.set(key, parsedSaid(key, found));
    return (found.value ?? this.read.get(key)) as ValueOf<K>;
  }

  /** The value on the command line. */
  typed(key: SettingKey): Setting<string> | undefined {
    return asText(fromFlags(key, this.flags));
  }

  /** The value in the environment. */
  inEnvironment(key: SettingKey): Setting<string> | undefined {
    return asText(fromVariables(key, this.env));
  }

  /** The current profile: its name (which may not exist yet) and its settings. Never throws. */
  profile(): Setting<string> & { held: Profile } {
    const { profiles, current } = this.held();
    const named = (value: string, origin: ValueOrigin) => ({ value, origin, held: profiles[value] ?? {} });
    const requested = this.outside('profile');
    if (requested) return named(requested.text, requested.origin);
    if (current === undefined) return named('default', byDefault);
    return named(current, new ValueOrigin('file', this.store.path, `config file ${this.store.path}`));
  }

  /** Every profile by name. */
  profiles(): Record<string, Profile> {
    return this.held().profiles;
  }

  /** Name of the current profile in the config file. */
  current(): string | undefined {
    return this.held().current;
  }

  /** The error for a profile that a flag, a variable or the config file names, and that does not exist. */
  missingProfile(): UsageError | undefined {
    const { value: name, origin } = this.profile();
    const known = Object.keys(this.held().profiles);
    if (origin === byDefault || known.includes(name)) return undefined;
    const others = known.length > 0 ? `Profiles: ${known.join(', ')}` : `svc login --profile ${name} HOST`;
    return new UsageError(`No profile "${name}" (${origin}).`, { hint: didYouMean(name, known) ?? others });
  }

  /** Allows a missing profile from now on: this command creates it. */
  mayMakeProfile(): void {
    this.mayBeNew = true;
  }

  /** @throws {UsageError} without an address */
  address(): Setting<URL> {
    const found = this.knownAddress();
    if (found) return found;
    throw this.missingProfile() ?? new NoAddressError();
  }

  /** The platform's URL; undefined without an address. */
  knownAddress(): Setting<URL> | undefined {
    const found = this.said('address');
    if (!found) return undefined;
    const { origin, text } = found;
    const { insecureHttp } = this;
    return { value: platformUrl(text, { insecureHttp, source: `The address (${origin})` }), origin };
  }

  organization(): Setting<string> | undefined {
    return this.find('organization');
  }

  /** The registry settings; the flag is repeatable, and each text may be comma-separated. */
  registries(): Setting<string>[] {
    const origin = this.said('registry')?.origin ?? byDefault;
    return (this.value('registry') ?? []).flatMap(registriesIn).map((each) => ({ value: each, origin }));
  }

  private held(): Config {
    this.config ??= this.store.read();
    return this.config;
  }

  /** The value outside the config file. */
  private outside(key: Key): Said | undefined {
    return fromFlags(key, this.flags) ?? fromVariables(key, this.env);
  }

  /** @throws {UsageError} for a requested profile that does not exist, even if the environment overrides all its settings */
  private said(key: Key): Said | undefined {
    const { looks, profile: isInProfile } = lines[key];
    if (!isInProfile) return this.outside(key);
    const missing = looks || this.mayBeNew || !this.outside('profile') ? undefined : this.missingProfile();
    if (missing) throw missing;
    return this.outside(key) ?? this.stored(key);
  }

  private stored(key: Key): Said | undefined {
    const { value: name, held } = this.profile();
    const text = held[key];
    const origin = new ValueOrigin('profile', `${name} (${this.store.path})`);
    return text === undefined ? undefined : { text: String(text), origin };
  }
}

function asText(said: Said | undefined): Setting<string> | undefined {
  return said && { value: said.text, origin: said.origin };
}

/** @throws {UsageError} of the parser, prefixed with the source of the text */
function parsedSaid(key: Key, { origin, text }: Said): unknown {
  const source = origin.kind === 'environment' ? `the environment variable ${origin.name}` : `${key} of ${origin}`;
  return naming(source, () => parsed(key, text));
}
