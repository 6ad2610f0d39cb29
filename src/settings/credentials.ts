import { domainToASCII } from 'node:url';
import { platformUrl } from '../origin.ts';
import type { Secrets } from '../secrets.ts';
import type { Setting, Settings } from './resolve.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Which token may go to which origin. A token is never handed out for any other. */
export interface Credentials {
  /** The token for an origin (`https://host:port`), and where it comes from. */
  tokenFor(origin: string): Setting<string> | undefined;
  /** The same, from environment variables alone. */
  fromEnvironment(origin: string): Setting<string> | undefined;
  /** Puts a token that is not stored yet before all others, for this run and this origin. */
  use(origin: string, token: string): void;
}

/**
 * Token look-up (commands.md, Precedence): `SVC_TOKEN_<HOST>`, then `SVC_TOKEN` on the origin of the address in force,
 * then `TF_TOKEN_<host>`, then a profile of that origin, the one in use first.
 */
export function createCredentials(settings: Settings, env: Environment, secrets: Secrets): Credentials {
  const handedIn = new Map<string, string>();

  return {
    fromEnvironment,
    use: (origin, token) => void handedIn.set(origin, secrets.remember(token)),
    tokenFor(origin) {
      const given = handedIn.get(origin);
      if (given !== undefined) return { value: given, origin: 'what was just given' };
      const found = fromEnvironment(origin) ?? fromProfile(origin);
      if (found) secrets.remember(found.value);
      return found;
    },
  };

  function fromEnvironment(origin: string): Setting<string> | undefined {
    return fromHostVariable('SVC_TOKEN_', origin) ?? fromSvcToken(origin) ?? fromHostVariable('TF_TOKEN_', origin);
  }

  function fromSvcToken(origin: string): Setting<string> | undefined {
    if (!env.SVC_TOKEN || settings.knownAddress()?.value.origin !== origin) return undefined;
    return { value: env.SVC_TOKEN.trim(), origin: 'environment SVC_TOKEN' };
  }

  function fromHostVariable(prefix: string, origin: string): Setting<string> | undefined {
    const { hostname } = new URL(origin);
    for (const [name, value] of Object.entries(env)) {
      if (!value || !name.toUpperCase().startsWith(prefix)) continue;
      if (domainToASCII(hostInVariable(name.slice(prefix.length))) === hostname) {
        return { value: value.trim(), origin: `environment ${name}` };
      }
    }
    return undefined;
  }

  function fromProfile(origin: string): Setting<string> | undefined {
    const { value: inUse, held } = settings.profile();
    const candidates = [[inUse, held] as const, ...Object.entries(settings.profiles())];
    for (const [name, { address, token }] of candidates) {
      if (!token || !address) continue;
      if (platformUrl(address, { insecureHttp: true, source: `The address of profile ${name}` }).origin === origin) {
        return { value: token, origin: `profile ${name} (${settings.store.path})` };
      }
    }
    return undefined;
  }
}

/** The host behind a variable's suffix: `__` is a hyphen, `_` a dot, in any case (facts, section k, Credentials). */
export function hostInVariable(suffix: string): string {
  return suffix.toLowerCase().replaceAll('__', '-').replaceAll('_', '.');
}
