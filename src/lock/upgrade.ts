import { NotFoundError } from '../errors.ts';
import { parseStockAddress } from '../module/address/address.ts';
import type { Call } from './calls.ts';

/** Which calls `--upgrade` is about. */
export interface Upgrade {
  upgrades(path: string, call: Call): boolean;
  /** @throws {NotFoundError} when there was no such call */
  requireMatch(): void;
}

/**
 * `true` is every call, an address with slashes the calls of that module (of any host where it has none), anything else one call path.
 * @throws {UsageError} for an address that is none
 */
export function upgradeOf(asked: string | true | undefined): Upgrade {
  if (asked === undefined || asked === true) return { upgrades: () => asked === true, requireMatch() {} };
  let matched = false;
  const matches = asked.includes('/') ? ofModule(asked) : (path: string) => path === asked;
  return {
    upgrades(path, call) {
      const wanted = matches(path, call);
      matched ||= wanted;
      return wanted;
    },
    requireMatch() {
      if (matched) return;
      throw new NotFoundError(`The configuration does not call ${asked}.`, {
        hint: 'svc module tree shows what it calls.',
      });
    },
  };
}

function ofModule(text: string): (path: string, call: Call) => boolean {
  const { host, name, namespace, provider } = parseStockAddress(text);
  return (_, { source }) => {
    if (source.kind !== 'registry') return false;
    const { address } = source;
    const sameHost = host === undefined || host.ascii === address.host?.ascii;
    return sameHost && address.namespace === namespace && address.name === name && address.provider === provider;
  };
}
