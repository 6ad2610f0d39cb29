import { isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';
import { UsageError } from '../../base/errors.ts';
import { isLoopback, platformUrl, portOf } from '../../base/origin.ts';
import { mostTokenBytes, type Secrets } from '../../base/secrets.ts';
import { isTokenVariable } from '../../base/system/exec-environment.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import { ValueOrigin } from '../../base/value-origin.ts';
import type { EcosystemTokens } from './ecosystem.ts';
import type { Host, KeyringEntry } from './keyring.ts';
import type { Settings } from './resolve.ts';
import type { Setting } from './sources.ts';

/** The role of an origin. For a registry, the tokens of the module ecosystem's CLI come before those of profiles. */
export type Audience = 'platform' | 'registry';

/** The source of a token, with its value or its place in the keyring. */
type FoundToken = Pick<Setting<string>, 'origin'> &
  ({ value: string; entry?: never } | { value?: never; entry: KeyringEntry });

/**
 * Finds the token of an origin (docs/reference/topic-authentication.md). The order is: `SVC_TOKEN_<HOST>`; `SVC_TOKEN`, for the origin
 * of the effective address only; `TF_TOKEN_<host>`, for a registry only; a profile of that origin, the current one first; the token of
 * the module ecosystem's CLI. For a registry, the last comes before profiles. A token is never returned for another origin.
 */
export class Credentials {
  private readonly handedIn = new Map<string, Setting<string>>();
  // Every request looks up a token, and scanning the whole environment is slower than building the request.
  private readonly variables: Setting<string>[];
  /** False if no token may be read from the keyring. */
  readsKeyring = true;
  private readonly reading = new Map<string, Promise<Setting<string>>>();

  constructor(
    private readonly settings: Settings,
    private readonly host: Host,
    private readonly secrets: Secrets,
    private readonly ecosystem: EcosystemTokens = () => new Map(),
  ) {
    this.variables = Object.entries(host.env).flatMap(([name, value]) =>
      value && isTokenVariable(name) ? { value: value.trim(), origin: new ValueOrigin('environment', name) } : [],
    );
  }

  /**
   * Returns the token for an origin (`https://host:port`), and its source.
   * @throws {UsageError} for a token that a header cannot contain, naming its source; {AuthError} if the keyring does
   * not return the token
   */
  async tokenFor(origin: string, audience?: Audience): Promise<Setting<string> | undefined> {
    const token = this.find(origin, audience);
    if (!token?.entry) return token;
    if (!this.readsKeyring) return undefined;
    const read = async () => (await import('./keyring.ts')).openKeyring(token.entry, this.host).read();
    const reading = this.reading.get(origin) ?? read().then((value) => ({ value, origin: token.origin }));
    this.reading.set(origin, reading);
    return this.checked(await reading, origin);
  }

  /** Returns every token that svc has, with its source. Of the tokens in the keyring, only those that were already read. */
  async all(): Promise<Setting<string>[]> {
    const ofProfiles = Object.entries(this.settings.config().profiles).map(([name, { token = '' }]) => {
      return { value: token.trim(), origin: new ValueOrigin('profile', name) };
    });
    const read = await Promise.all(this.reading.values());
    return [...this.handedIn.values(), ...this.variables, ...ofProfiles, ...read, ...this.ecosystem().values()];
  }

  /** Finds the token for an origin, without reading the keyring. */
  find(origin: string, audience: Audience = 'registry'): FoundToken | undefined {
    const token = this.handedIn.get(origin) ?? this.lookUp(origin, audience);
    return token?.value === undefined ? token : this.checked(token, origin);
  }

  private checked(found: Setting<string>, origin: string): Setting<string> {
    const { length } = this.secrets.remember(found.value);
    const isLong = length > mostTokenBytes;
    if (!isLong && /^[\x21-\x7e]+$/.test(found.value)) return found;
    const invalid = 'contains an invalid character, such as a blank or a line break';
    const wrong = isLong ? `is longer than ${mostTokenBytes} bytes` : invalid;
    // Suggest no login while a variable is set: the variable would override the new token.
    const { kind, name } = found.origin;
    const hint = kind === 'environment' ? `Fix ${name}.` : `Enter it again: svc login ${origin}`;
    throw new UsageError(`The token (${found.origin}) ${wrong}.`, { hint });
  }

  /** Finds the token for an origin in environment variables alone. */
  fromEnvironment(origin: string): Setting<string> | undefined {
    return this.fromOurVariables(origin) ?? this.fromHostVariable('TF_TOKEN_', origin);
  }

  /** Returns the hint after an origin rejected its token. A registry that is not a platform has no login. */
  hintFor(origin: string, audience?: Audience): string {
    return audience === 'registry' && !this.isPlatform(origin)
      ? `Set ${tokenVariable(origin)} to a valid token.`
      : `svc login ${origin}`;
  }

  /** Sets a token for an origin in this run, before all other sources. @throws {UsageError} if a header cannot contain it */
  setForRun(origin: string, token: string, from: ValueOrigin): void {
    this.handedIn.set(origin, this.checked({ value: token, origin: from }, origin));
  }

  private lookUp(origin: string, audience: Audience): FoundToken | undefined {
    if (!this.mayBeTrusted(origin)) return undefined;
    const first = this.fromOurVariables(origin);
    if (first !== undefined) return first;
    const ofHost = () => this.fromHostVariable('TF_TOKEN_', origin);
    const ofProfile = () => this.fromProfile(origin);
    const [one, other] = audience === 'registry' ? [ofHost, ofProfile] : [ofProfile, ofHost];
    const url = new URL(origin);
    return one() ?? other() ?? this.ecosystem().get(`${url.hostname}:${portOf(url)}`);
  }

  private isPlatform(origin: string): boolean {
    const { settings } = this;
    const isOfProfile = Object.values(settings.config().profiles).some(
      ({ address }) => address && originOf(address) === origin,
    );
    return isOfProfile || settings.knownAddress()?.value.origin === origin;
  }

  /** Returns whether svc may send a token to an origin: plain http would expose the token to the network. */
  private mayBeTrusted(origin: string): boolean {
    const { protocol, hostname } = new URL(origin);
    return protocol === 'https:' || isLoopback(hostname) || this.settings.insecureHttp;
  }

  private fromOurVariables(origin: string): Setting<string> | undefined {
    const ofHost = this.fromHostVariable('SVC_TOKEN_', origin);
    const { SVC_TOKEN: token } = this.host.env;
    if (ofHost || !token || this.settings.knownAddress()?.value.origin !== origin) return ofHost;
    return { value: token.trim(), origin: new ValueOrigin('environment', 'SVC_TOKEN') };
  }

  /** Reads the variable for a host with its port, else the variable for the host. */
  private fromHostVariable(prefix: string, origin: string): Setting<string> | undefined {
    if (this.variables.length === 0) return undefined;
    const url = new URL(origin);
    let ofHost: Setting<string> | undefined;
    for (const token of this.variables) {
      const { name } = token.origin;
      if (!name.toUpperCase().startsWith(prefix)) continue;
      const hostAndPort = splitPort(hostInVariable(name.slice(prefix.length)));
      if (domainToASCII(hostAndPort.host) !== url.hostname) continue;
      if (hostAndPort.port === String(portOf(url))) return token;
      if (hostAndPort.port === undefined) ofHost ??= token;
    }
    return ofHost;
  }

  private fromProfile(origin: string): FoundToken | undefined {
    const { value: inUse, held } = this.settings.profile();
    const { path: config } = this.settings.store;
    const from = (text: string) => new ValueOrigin('profile', text);
    for (const [profile, { address, keyring, token }] of [
      [inUse, held] as const,
      ...Object.entries(this.settings.config().profiles),
    ]) {
      if (!address || originOf(address) !== origin) continue;
      if (token) return { value: token, origin: from(`${profile} (${config})`) };
      if (keyring === true) return { entry: { address, config, profile }, origin: from(`${profile} (keyring)`) };
    }
    return undefined;
  }
}

/** Returns the origin of a stored address; undefined for an invalid address, which must not stop a run that does not use it. */
export function originOf(address = ''): string | undefined {
  return unlessThrown(() => platformUrl(address, { insecureHttp: true, source: 'The address' }).origin);
}

/** Returns the host that the suffix of a variable encodes: `__` is a hyphen, `_` a dot (docs/protocol/discovery.md#credentials). */
export function hostInVariable(suffix: string): string {
  return suffix.toLowerCase().replaceAll('__', '-').replaceAll('_', '.');
}

/** Returns the name of the token variable of an origin (`https://host:port`), in a form that most shells can set. */
export function tokenVariable(origin: string): string {
  const { hostname, port } = new URL(origin);
  const host = hostname.replaceAll('-', '__').replaceAll('.', '_');
  return `SVC_TOKEN_${host}${port && `_${port}`}`.toUpperCase();
}

/** Splits off a port: after a colon, or as a last label of digits, which no host name has. */
function splitPort(text: string): { host: string; port: string | undefined } {
  const [, host, port] = (isIPv4(text) ? null : /^(.+)[:.](\d{1,5})$/.exec(text)) ?? [];
  return host === undefined ? { host: text, port: undefined } : { host, port: String(Number(port)) };
}
