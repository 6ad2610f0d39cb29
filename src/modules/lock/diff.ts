import { join } from 'node:path';
import { Place } from '../../base/place.ts';
import { allEnded } from '../../base/queue.ts';
import type { ModuleAddress } from '../address/address.ts';
import { type ModuleDeclarations, type ProviderRequirement, readModule } from '../hcl/module.ts';
import { fetchCalled, type Sources } from './call-package.ts';
import { shownSource } from './call-source.ts';
import type { Call } from './calls.ts';
import { configurationFiles, textOf } from './files.ts';
import type { LockedCall } from './lock-file.ts';

/** The effect of a difference on the callers of the module. */
export type Effect = 'breaks' | 'may break' | 'safe';

/** A difference between two versions of a module, as in `-o json`. */
export interface Difference {
  part: 'input' | 'output' | 'resource' | 'provider';
  name: string;
  change: 'added' | 'removed' | 'changed';
  effect: Effect;
  why: string;
}

type Outcome = Omit<Difference, 'part' | 'name'>;

/** Returns the differences between two versions of a module that matter to its callers, breaking ones first. */
export function differencesBetween(old: ModuleDeclarations, fresh: ModuleDeclarations): Difference[] {
  const differences = [
    ...compared('input', byName(old.variables), byName(fresh.variables), inputs),
    ...compared('output', byName(old.outputs), byName(fresh.outputs), {
      added: () => ({ effect: 'safe', why: 'callers may read it' }),
      removed: () => ({ effect: 'breaks', why: 'callers that read it fail' }),
    }),
    ...compared('resource', resources(old), resources(fresh), {
      added: () => ({ effect: 'safe', why: 'it is created' }),
      removed: () => ({ effect: 'may break', why: 'it is destroyed unless it was moved' }),
    }),
    ...compared('provider', providers(old), providers(fresh), requirements),
  ];
  const order: readonly Effect[] = ['breaks', 'may break', 'safe'];
  return differences.sort((a, b) => order.indexOf(a.effect) - order.indexOf(b.effect));
}

interface Rules<Item> {
  added(item: Item): Omit<Outcome, 'change'>;
  removed(item: Item): Omit<Outcome, 'change'>;
  changed?(was: Item, is: Item): Omit<Outcome, 'change'> | undefined;
}

function compared<Item>(
  part: Difference['part'],
  old: ReadonlyMap<string, Item>,
  fresh: ReadonlyMap<string, Item>,
  { added, changed, removed }: Rules<Item>,
): Difference[] {
  return [...new Set([...old.keys(), ...fresh.keys()])].sort().flatMap((name): Difference[] => {
    const [was, is] = [old.get(name), fresh.get(name)];
    if (is === undefined) return was === undefined ? [] : [{ part, name, change: 'removed', ...removed(was) }];
    if (was === undefined) return [{ part, name, change: 'added', ...added(is) }];
    const difference = changed?.(was, is);
    return difference ? [{ part, name, change: 'changed', ...difference }] : [];
  });
}

type Variable = ModuleDeclarations['variables'][number];

const inputs: Rules<Variable> = {
  added: ({ required }) =>
    required ? { effect: 'breaks', why: 'callers must set it' } : { effect: 'safe', why: 'callers may set it' },
  removed: () => ({ effect: 'breaks', why: 'callers that set it fail' }),
  changed(was, is) {
    if (is.required && !was.required) return { effect: 'breaks', why: 'callers must set it: its default was removed' };
    if (is.type !== was.type)
      return { effect: 'may break', why: `its type changed from ${was.type || 'any'} to ${is.type || 'any'}` };
    if (was.required && !is.required)
      return { effect: 'safe', why: `callers may omit it: its default is ${is.default}` };
    if (is.default !== was.default)
      return { effect: 'may break', why: `its default changed from ${was.default} to ${is.default}` };
    return undefined;
  },
};

const requirements: Rules<ProviderRequirement> = {
  added: () => ({ effect: 'may break', why: 'callers need it and may have to configure it' }),
  removed: () => ({ effect: 'safe', why: 'callers no longer need it' }),
  changed(was, is) {
    if (is.source !== was.source)
      return { effect: 'breaks', why: `its source changed from ${was.source || 'unset'} to ${is.source || 'unset'}` };
    if (is.version !== was.version)
      return { effect: 'may break', why: `its version changed from ${was.version || 'any'} to ${is.version || 'any'}` };
    return undefined;
  },
};

function byName<Item extends { name: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.name, item]));
}

function resources({ resources: all }: ModuleDeclarations): Map<string, object> {
  return new Map(all.map((resource) => [`${resource.type}.${resource.name}`, resource]));
}

/** Returns each required provider once; of several requirements, takes the first with a source. */
function providers({ providers: all }: ModuleDeclarations): Map<string, ProviderRequirement> {
  return byName([...all].sort((a, b) => Number(a.source !== '') - Number(b.source !== '')));
}

/**
 * Compares the declarations of two versions of a module; `submodules` fetches those of repositories.
 * @throws {NotFoundError} for an unknown version; all fetch errors
 */
export async function compareModules(old: ModuleAddress, fresh: ModuleAddress, sources: Sources, submodules: boolean) {
  const fetch = async (address: ModuleAddress) => {
    const call = { name: '', at: new Place(address.text), constraint: '' };
    const version = await sources.registries.choose(call, address, sources.warn);
    const source = { kind: 'registry' as const, address, subdir: address.subdir, text: address.text };
    return declarationsOf({ ...call, source }, { version, submodules: submodules ? 'fetched' : undefined }, sources);
  };
  const [was, is] = await allEnded([fetch(old), fetch(fresh)]);
  return differencesBetween(was, is);
}

/** Returns the declarations of the module that a call leads to. @throws all fetch errors */
export async function declarationsOf(call: Call, fixed: Partial<LockedCall>, sources: Sources) {
  const shown = shownSource(call.source);
  const { inside } = await fetchCalled(call, fixed, sources);
  const dir = inside.dir ?? '';
  const files = configurationFiles(dir, shown, sources.tool);
  const declarations = readModule(Object.fromEntries(files.map((name) => [name, textOf(join(dir, name), name)])));
  for (const { file, line, why } of declarations.unread) sources.warn(`${shown}: ${file}:${line}: ${why}.`);
  return declarations;
}
