import { splitSubdir } from '../address/address.ts';
import { addTo, childrenOf } from './folder.ts';
import type { CallRow, Lock, LockedCall } from './lock-file.ts';

/** A module call and its own calls, as in `-o json`. */
export interface Branch extends CallRow {
  name: string;
  /** Other call paths of the same module in the same version, at most 100. */
  shared: string[];
  /** Other versions of the same package in the configuration, at most 100. */
  duplicates: string[];
  modules: Branch[];
}

/** The limit of a list: full lists for all calls of one module could be larger than memory. */
const mostListed = 100;

/** Returns the module calls of a lock as trees, one for each direct call of the configuration. */
export function treeOf(lock: Lock): Branch[] {
  const [sharing, versions] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const [path, call] of lock) {
    if (call.h1 === undefined) continue;
    addTo(sharing, `${call.source} ${fixed(call)}`, path);
    addTo(versions, splitSubdir(call.source)[0], fixed(call));
  }
  for (const [name, all] of versions) versions.set(name, [...new Set(all)].sort());
  const branchOf = (module: string, caller: string): Branch => {
    const call = lock.get(module)!;
    const { commit, source, version } = call;
    return {
      ...{ module, name: caller === '' ? module : module.slice(caller.length + 1), source, version, commit },
      shared: othersIn(sharing.get(`${source} ${fixed(call)}`), module),
      duplicates: othersIn(versions.get(splitSubdir(source)[0]), fixed(call)),
      modules: childrenOf(lock, module).map((child) => branchOf(child, module)),
    };
  };
  return childrenOf(lock, '').map((path) => branchOf(path, ''));
}

/** Returns the version of a call, else its commit, else its hash. */
function fixed({ commit, h1 = '', version }: LockedCall): string {
  return version ?? commit ?? h1;
}

function othersIn(list: readonly string[] = [], own: string): string[] {
  const first = list.slice(0, mostListed + 1);
  return first.filter((each) => each !== own).slice(0, mostListed);
}
