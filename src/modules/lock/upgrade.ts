import { NotFoundError, UsageError } from '../../base/errors.ts';
import { parseStockAddress } from '../address/address.ts';
import { parseVersion } from '../address/version.ts';
import type { Call } from './calls.ts';

type Upgrades = (path: string, call: Call) => boolean;

/** A choice of the calls to update. */
export interface Target {
  text: string;
  selects: Upgrades;
  /** The version that these calls get; undefined for a newer one. */
  version?: string | undefined;
}

/** Returns the target for the name of a call (and the calls below it), or for `ADDRESS[@VERSION]`. @throws {UsageError} for an invalid address or version */
export function targetOf(text: string): Target {
  const [address = '', version] = text.split(/@(.*)/s);
  if (!text.includes('/')) return { text, selects: (path) => `${path}.`.startsWith(`${text}.`) };
  if (version !== undefined && !parseVersion(version))
    throw new UsageError(`${text}: a version such as 1.2.0 must follow the @.`);
  return { text, selects: ofModule(address), version };
}

/**
 * Returns which calls `--upgrade` selects: `true` selects every call, a module address its calls (on any host if it has none), any other text a call path.
 * @throws {UsageError} for an invalid address
 */
export function upgradeOf(requested: string | true | undefined): { upgrades: Upgrades; requireMatch(): void } {
  if (requested === undefined || requested === true) return { upgrades: () => requested === true, requireMatch() {} };
  let matched = false;
  const matches = requested.includes('/') ? ofModule(requested) : (path: string) => path === requested;
  return {
    upgrades(path: string, call: Call) {
      const isSelected = matches(path, call);
      matched ||= isSelected;
      return isSelected;
    },
    /** Requires that a call was selected. @throws {NotFoundError} */
    requireMatch() {
      const hint = 'List its calls with: svc module tree';
      if (!matched) throw new NotFoundError(`--upgrade: the configuration does not call ${requested}.`, { hint });
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
