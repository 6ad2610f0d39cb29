import { join } from 'node:path';
import { Place } from '../../base/place.ts';
import { allEnded } from '../../base/queue.ts';
import type { ModuleAddress } from '../address/address.ts';
import { type ModuleDeclarations, readModule } from '../hcl/module.ts';
import { fetchCalled, type Sources } from './call-package.ts';
import { shownSource } from './call-source.ts';
import type { Call } from './calls.ts';
import { type Difference, differencesBetween } from './diff.ts';
import { configurationFiles, textOf } from './files.ts';
import type { LockedCall } from './lock-file.ts';

/**
 * Compares the declarations of two versions of a module, from repositories with their submodules if requested.
 * @throws {NotFoundError} for an unknown version; all fetch errors
 */
export async function compareModules(
  old: ModuleAddress,
  fresh: ModuleAddress,
  sources: Sources,
  submodules: boolean,
): Promise<Difference[]> {
  const read = async (address: ModuleAddress) => {
    const call = { name: '', at: new Place(address.text), constraint: '' };
    const version = await sources.registries.choose(call, address, sources.warn);
    const source = { kind: 'registry' as const, address, subdir: address.subdir, text: address.text };
    return declarationsOf({ ...call, source }, { version, submodules: submodules ? 'fetched' : undefined }, sources);
  };
  const [was, is] = await allEnded([read(old), read(fresh)]);
  return differencesBetween(was, is);
}

/** Returns the declarations of the module of a call. @throws all fetch errors */
export async function declarationsOf(
  call: Call,
  fixed: Partial<LockedCall>,
  sources: Sources,
): Promise<ModuleDeclarations> {
  const shown = shownSource(call.source);
  const { inside } = await fetchCalled(call, fixed, sources);
  const dir = inside.dir ?? '';
  const files = configurationFiles(dir, shown, sources.tool);
  const declarations = readModule(Object.fromEntries(files.map((name) => [name, textOf(join(dir, name), name)])));
  for (const { file, line, why } of declarations.unread) sources.warn(`${shown}: ${file}:${line}: ${why}.`);
  return declarations;
}
