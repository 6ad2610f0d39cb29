import { isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';
import { UsageError } from '../errors.ts';
import { isLoopback, platformUrl } from '../origin.ts';
import { mostTokenBytes, type Secrets } from '../secrets.ts';
import type { EcosystemToken } from './ecosystem.ts';
import type { Setting, Settings } from './resolve.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What an origin is asked as: a registry's token may come from the module ecosystem before it comes from a profile. */
export type Audience = 'platform' | 'registry';

/** Which token may go to which origin. A token is never handed out for any other. */
export interface Credentials {
  /** The token for an origin (`https://host:port`), and where it comes from. */
  tokenFor(origin: string, audience?: Audience): Setting<string> | undefined;
  /** The same, from environment variables alone. */
  fromEnvironment(origin: string): Setting<string> | undefined;
  /** What to type next where an origin takes no token that there is; nobody logs in to what is a registry and nothing else. */
  hintFor(origin: string, audience?: Audience): string;
  /** Puts a token that is not stored yet before all others, for this run and this origin. */
  use(origin: string, token: string): void;
}

/**
 * Token look-up (docs/cli.md#tokens): `SVC_TOKEN_<HOST>`, then `SVC_TOKEN` on the origin of the address in force; for a registry
 * then `TF_TOKEN_<host>`; then a profile of that origin, the one in use first; then what the module ecosystem's own CLI has, which
 * a platform turns to last.
 * @throws {UsageError} from its functions for a token that no header can carry, naming where it comes from
 */
export function createCredentials(
  settings: Settings,
  env: Environment,
  secrets: Secrets,
  ecosystem: EcosystemToken = () => undefined,
): Credentials {
  const handedIn = new Map<string, string>();
  // Every request asks for a token, and a look through the whole environment takes longer than the request is in the making.
  let hostVariables: [name: string, value: string | undefined][] | undefined;

  return {
    fromEnvironment,
    hintFor: (origin, audience) =>
      audience === 'registry' && !isPlatform(origin)
        ? `Set ${tokenVariable(origin)} to one that it takes.`
        : `svc login ${origin}`,
    use: (origin, token) => void handedIn.set(origin, secrets.remember(token)),
    tokenFor(origin, audience = 'registry') {
      const given = handedIn.get(origin);
      const found = given === undefined ? lookUp(origin, audience) : { value: given, origin: 'what was just given' };
      if (!found) return undefined;
      secrets.remember(found.value);
      if (found.value.length > mostTokenBytes) {
        throw new UsageError(`The token (${found.origin}) has more than ${mostTokenBytes} bytes.`, {
          hint: `Give it again: svc login ${origin}`,
        });
      }
      if (/^[\x21-\x7e]+$/.test(found.value)) return found;
      throw new UsageError(`The token (${found.origin}) holds a character that no token has, such as a blank.`, {
        hint: `Give it again: svc login ${origin}`,
      });
    },
  };

  function lookUp(origin: string, audience: Audience): Setting<string> | undefined {
    if (!mayBeTrusted(origin)) return undefined;
    const ours = fromOurVariables(origin);
    if (audience === 'registry') {
      return ours ?? fromHostVariable('TF_TOKEN_', origin) ?? fromProfile(origin) ?? ecosystem(origin);
    }
    return ours ?? fromProfile(origin) ?? fromHostVariable('TF_TOKEN_', origin) ?? ecosystem(origin);
  }

  function isPlatform(origin: string): boolean {
    const known = Object.values(settings.profiles()).some(({ address }) => address && originOf(address) === origin);
    return known || settings.knownAddress()?.value.origin === origin;
  }

  /** Plain http shows a token to everybody on the way. */
  function mayBeTrusted(origin: string): boolean {
    const { protocol, hostname } = new URL(origin);
    return protocol === 'https:' || isLoopback(hostname) || settings.insecureHttp;
  }

  function fromEnvironment(origin: string): Setting<string> | undefined {
    return fromOurVariables(origin) ?? fromHostVariable('TF_TOKEN_', origin);
  }

  function fromOurVariables(origin: string): Setting<string> | undefined {
    return fromHostVariable('SVC_TOKEN_', origin) ?? fromSvcToken(origin);
  }

  function fromSvcToken(origin: string): Setting<string> | undefined {
    if (!env.SVC_TOKEN || settings.knownAddress()?.value.origin !== origin) return undefined;
    return { value: env.SVC_TOKEN.trim(), origin: 'environment SVC_TOKEN' };
  }

  /** The variable of a host and its port, else that of the host. */
  function fromHostVariable(prefix: string, origin: string): Setting<string> | undefined {
    hostVariables ??= Object.entries(env).filter(([name, value]) => value && /^(svc|tf)_token_/i.test(name));
    if (hostVariables.length === 0) return undefined;
    const { hostname, port, protocol } = new URL(origin);
    const wanted = port || (protocol === 'http:' ? '80' : '443');
    let ofHost: Setting<string> | undefined;
    for (const [name, value = ''] of hostVariables) {
      if (!name.toUpperCase().startsWith(prefix)) continue;
      const named = splitPort(hostInVariable(name.slice(prefix.length)));
      if (domainToASCII(named.host) !== hostname) continue;
      const found = { value: value.trim(), origin: `environment ${name}` };
      if (named.port === wanted) return found;
      if (named.port === undefined) ofHost ??= found;
    }
    return ofHost;
  }

  function fromProfile(origin: string): Setting<string> | undefined {
    const { value: inUse, held } = settings.profile();
    const candidates = [[inUse, held] as const, ...Object.entries(settings.profiles())];
    for (const [name, { address, token }] of candidates) {
      if (token && address && originOf(address) === origin) {
        return { value: token, origin: `profile ${name} (${settings.store.path})` };
      }
    }
    return undefined;
  }
}

/** The origin of a stored address, undefined for one that is none: a profile that is not in use must not be in the way. */
function originOf(address: string): string | undefined {
  try {
    return platformUrl(address, { insecureHttp: true, source: 'The address' }).origin;
  } catch {
    return undefined;
  }
}

/** The host behind a variable's suffix: `__` is a hyphen, `_` a dot, in any case (docs/protocol/discovery.md#credentials). */
export function hostInVariable(suffix: string): string {
  return suffix.toLowerCase().replaceAll('__', '-').replaceAll('_', '.');
}

/** The variable that holds the token for an origin (`https://host:port`), as most shells can set it. */
export function tokenVariable(origin: string): string {
  const { hostname, port } = new URL(origin);
  const host = hostname.replaceAll('-', '__').replaceAll('.', '_');
  return `SVC_TOKEN_${host}${port && `_${port}`}`.toUpperCase();
}

/** A port after a colon, or as a last label of digits, which no host name has and only addresses do. */
function splitPort(text: string): { host: string; port: string | undefined } {
  const [, host, port] = (isIPv4(text) ? null : /^(.+)[:.](\d{1,5})$/.exec(text)) ?? [];
  return host === undefined ? { host: text, port: undefined } : { host, port: String(Number(port)) };
}
