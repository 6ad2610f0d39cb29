import { NotFoundError } from '../base/errors.ts';
import { parseStockAddress } from '../module/address/address.ts';
import type { Call } from './calls.ts';

type Upgrades = (path: string, call: Call) => boolean;

/**
 * Which calls `--upgrade` selects. `true` selects every call, a module address its calls (on any host if it has none), any other text a call path.
 * @throws {UsageError} for an invalid address
 */
export function upgradeOf(requested: string | true | undefined): { upgrades: Upgrades; requireMatch(): void } {
  if (requested === undefined || requested === true) return { upgrades: () => requested === true, requireMatch() {} };
  let matched = false;
  const matches = requested.includes('/') ? ofModule(requested) : (path: string) => path === requested;
  return {
    upgrades(path: string, call: Call) {
      const wanted = matches(path, call);
      matched ||= wanted;
      return wanted;
    },
    /** @throws {NotFoundError} if no call was selected */
    requireMatch() {
      if (matched) return;
      throw new NotFoundError(`--upgrade: the configuration does not call ${requested}.`, {
        hint: 'List its calls with: svc module tree',
      });
    },
  };
}

function ofModule(text: string): Upgrades {
  const { host, name, namespace, provider } = parseStockAddress(text);
  return (_, { source }) => {
    if (source.kind !== 'registry') return false;
    const { address } = source;
    const sameHost = host === undefined || host.ascii === address.host?.ascii;
    return sameHost && address.namespace === namespace && address.name === name && address.provider === provider;
  };
}
