import { UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest.ts';
import { platformUrl } from '../../base/origin.ts';
import type { Environment } from '../../base/system/programs.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import { byDefault, ValueOrigin } from '../../base/value-origin.ts';
import type { Config, Profile } from './config.ts';
import { fromFlags, fromText, fromVariables, type Given, type Setting } from './sources.ts';
import type { Store } from './store.ts';
import { type GlobalFlags, type Key, lines, registriesIn, type ValueOf } from './table.ts';

export class NoAddressError extends UsageError {
  constructor(hint = 'Run svc login HOST, or svc sandbox start to try it on this machine.') {
    super('No platform address.', { hint });
  }
}

/** The effective settings of a run. Flags precede variables, then the profile, then the default. The file is read once, on first use. */
export class Settings {
  private mayBeNew = false;
  private file: Config | undefined;
  private platform: Setting<URL> | undefined;

  constructor(
    readonly store: Store,
    private readonly env: Environment,
    private readonly flags: GlobalFlags,
  ) {}

  /**
   * Returns a setting from the first source that has it; undefined if only the default is left. Display settings ignore an unusable
   * config file.
   * @throws {UsageError} if a flag or a variable names a profile that does not exist, even if the environment overrides all its
   * settings; not for display settings
   */
  lookup<K extends Key>(key: K): Given<ValueOf<K>> | undefined {
    const { looks, profile: isInProfile } = lines[key];
    const isChecked = isInProfile && !looks && !this.mayBeNew && this.fromThisRun('profile');
    const missing = isChecked ? this.missingProfile() : undefined;
    if (missing) throw missing;
    const stored = () => (isInProfile ? this.stored(key) : undefined);
    return this.fromThisRun(key) ?? (looks ? unlessThrown(stored) : stored());
  }

  /** Returns a setting that the command line gives, ignoring all other sources. */
  typed<K extends Key>(key: K): Given<ValueOf<K>> | undefined {
    return fromFlags(key, this.flags);
  }

  /** Returns whether plain http to other machines is allowed. */
  get insecureHttp(): boolean {
    return this.lookup('insecure-http')?.value === true;
  }

  /** Returns the content of the config file. */
  config(): Config {
    this.file ??= this.store.read();
    return this.file;
  }

  /** Returns the current profile: its name (of a profile that may not exist yet) and its settings. Never throws. */
  profile(): Setting<string> & { held: Profile } {
    const { profiles, current } = this.config();
    const profileOf = (value: string, origin: ValueOrigin) => ({ value, origin, held: profiles[value] ?? {} });
    const requested = this.fromThisRun('profile');
    if (requested) return profileOf(requested.value, requested.origin);
    if (current === undefined) return profileOf('default', byDefault);
    return profileOf(current, new ValueOrigin('file', this.store.path, `config file ${this.store.path}`));
  }

  /** Returns the error for a missing profile that a flag, a variable or the config file names. */
  missingProfile(): UsageError | undefined {
    const { value: name, origin } = this.profile();
    const names = Object.keys(this.config().profiles);
    if (origin === byDefault || names.includes(name)) return undefined;
    const others = names.length > 0 ? `Profiles: ${names.join(', ')}` : `svc login --profile ${name} HOST`;
    return new UsageError(`No profile "${name}" (${origin}).`, { hint: didYouMean(name, names) ?? others });
  }

  /** Accepts a missing profile from now on, because this command creates it. */
  allowMissingProfile(): void {
    this.mayBeNew = true;
  }

  /** Returns the platform's URL. @throws {UsageError} without an address */
  address(): Setting<URL> {
    const address = this.knownAddress();
    if (address) return address;
    throw this.missingProfile() ?? new NoAddressError();
  }

  /** Returns the platform's URL; undefined without an address. It is parsed once, because every request asks for it. */
  knownAddress(): Setting<URL> | undefined {
    this.platform ??= this.parsedAddress();
    return this.platform;
  }

  private parsedAddress(): Setting<URL> | undefined {
    const setting = this.lookup('address');
    if (!setting) return undefined;
    const { origin, text } = setting;
    const { insecureHttp } = this;
    return { value: platformUrl(text, { insecureHttp, source: `The address (${origin})` }), origin };
  }

  /** Returns the registry settings. The flag may be repeated, and each value may be a comma-separated list. */
  registries(): Setting<string>[] {
    const { origin, value = [] } = this.lookup('registry') ?? {};
    return value.flatMap(registriesIn).map((each) => ({ value: each, origin: origin ?? byDefault }));
  }

  /** Returns a setting from the command line or the environment. */
  private fromThisRun<K extends Key>(key: K): Given<ValueOf<K>> | undefined {
    return this.typed(key) ?? fromVariables(key, this.env);
  }

  private stored<K extends Key>(key: K): Given<ValueOf<K>> | undefined {
    const { value: name, held } = this.profile();
    const text = held[key];
    const origin = new ValueOrigin('profile', `${name} (${this.store.path})`);
    return text === undefined ? undefined : fromText(key, String(text), origin);
  }
}
