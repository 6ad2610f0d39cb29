import type { DescribedModule } from '../../api/contract/registry/modules.ts';
import { isObject } from '../../base/json.ts';

/** The root of a module or one of its submodules as a registry sent it: each field of it may be missing, or anything. */
export type Part = Readonly<Record<string, unknown>>;

/** Returns the root of a described module, empty if the registry sent none. */
export function rootOf({ root }: DescribedModule): Part {
  return isObject(root) ? root : {};
}

export function submodulesOf({ submodules }: DescribedModule): readonly Part[] {
  return rowsIn(submodules).filter(isObject);
}

/** Returns the path of a submodule, if any. */
export function pathOf({ path }: Part): string | undefined {
  return typeof path === 'string' ? path : undefined;
}

/**
 * Returns the inputs, outputs and so on of a part: a list of objects (docs/protocol/registry.md#module-part) or of names, or objects by
 * name. assumed: citizen sends objects by name; other values are ignored (docs/protocol/registry.md#details).
 */
export function rowsIn(value: unknown): readonly object[] {
  if (Array.isArray(value)) return value.filter((row) => typeof row === 'string' || isObject(row)) as object[];
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, row]) => (isObject(row) ? { name, ...row } : { name }));
}
