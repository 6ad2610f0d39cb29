import { splitSubdir } from '../module/address/address.ts';
import { childrenOf } from './folder.ts';
import type { Lock, LockedCall } from './lock-file.ts';

/** A module call and its own calls, as shown by `-o json`. */
export interface Branch {
  /** Call path. */
  module: string;
  name: string;
  source: string;
  version?: string | undefined;
  commit?: string | undefined;
  /** Other call paths of the same module in the same version. */
  shared: string[];
  /** Other versions of the same package in the configuration. */
  duplicates: string[];
  modules: Branch[];
}

/** The module calls of a lock as trees, one for each direct call of the configuration. */
export function treeOf(lock: Lock): Branch[] {
  const sharing = groups(lock, (call) => `${call.source} ${fixed(call)}`);
  const versions = groups(lock, ({ source }) => splitSubdir(source)[0]);
  const branchOf = (module: string, caller: string): Branch => {
    const call = lock.get(module)!;
    const { commit, source, version } = call;
    const same = sharing.get(`${source} ${fixed(call)}`) ?? [];
    const others = versions.get(splitSubdir(source)[0]) ?? [];
    const duplicates = new Set(others.map((path) => fixed(lock.get(path)!)).filter((other) => other !== fixed(call)));
    return {
      ...{ module, name: caller === '' ? module : module.slice(caller.length + 1), source, version, commit },
      shared: same.filter((path) => path !== module),
      duplicates: [...duplicates].sort(),
      modules: childrenOf(lock, module).map((child) => branchOf(child, module)),
    };
  };
  return childrenOf(lock, '').map((path) => branchOf(path, ''));
}

/** The version of a call, else its commit, else its hash. */
function fixed({ commit, h1 = '', version }: LockedCall): string {
  return version ?? commit ?? h1;
}

/** The call paths of packages by a key. */
function groups(lock: Lock, keyOf: (call: LockedCall) => string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, call] of lock) {
    const key = keyOf(call);
    if (call.h1 !== undefined) found.set(key, [...(found.get(key) ?? []), path]);
  }
  return found;
}
