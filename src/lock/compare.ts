import { join } from 'node:path';
import { allEnded } from '../base/queue.ts';
import { type ModuleDeclarations, readModule } from '../hcl/module.ts';
import type { ModuleAddress } from '../module/address/address.ts';
import { fetchCalled, type Sources } from './call-package.ts';
import { shownSource } from './call-source.ts';
import type { Call } from './calls.ts';
import { type Difference, differencesBetween } from './diff.ts';
import { configurationFiles, textOf } from './files.ts';
import type { LockedCall } from './lock-file.ts';

/**
 * Fetches two versions of a module, from repositories with their submodules if requested, and compares what their callers see.
 * @throws {NotFoundError} for an unknown version; all fetch errors
 */
export async function compareModules(
  old: ModuleAddress,
  fresh: ModuleAddress,
  sources: Sources,
  submodules: boolean,
): Promise<Difference[]> {
  const chosen = async (address: ModuleAddress): Promise<[Call, Fixed]> => {
    const call = { name: '', at: address.text, constraint: '' };
    const version = await sources.registries.choose(call, address);
    const source = { kind: 'registry' as const, address, subdir: address.subdir, text: address.text };
    return [
      { ...call, source },
      { version, submodules: submodules ? 'fetched' : undefined },
    ];
  };
  return compareCalls(await chosen(old), await chosen(fresh), sources);
}

/** Which version or commit of a call is meant. */
type Fixed = Pick<LockedCall, 'commit' | 'submodules' | 'version'>;

/** The same for the modules that two calls get. @throws all fetch errors */
export async function compareCalls(old: [Call, Fixed], fresh: [Call, Fixed], sources: Sources): Promise<Difference[]> {
  const [was, is] = await allEnded([old, fresh].map((each) => declarationsOf(...each, sources)));
  return differencesBetween(was!, is!);
}

async function declarationsOf(call: Call, fixed: Fixed, sources: Sources): Promise<ModuleDeclarations> {
  const shown = shownSource(call.source);
  const { inside } = await fetchCalled(call, fixed, sources);
  const dir = inside.dir ?? '';
  const files = configurationFiles(dir, shown, sources.tool);
  const found = readModule(Object.fromEntries(files.map((name) => [name, textOf(join(dir, name), name)])));
  for (const { file, line, why } of found.unread) sources.warn(`${shown}: ${file}:${line}: ${why}.`);
  return found;
}
