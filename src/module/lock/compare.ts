import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModuleDeclarations, readModule } from '../../hcl/module.ts';
import type { ModuleAddress } from '../address.ts';
import { constraintOf } from '../resolve.ts';
import { fetchCalled, type Sources } from './call-package.ts';
import { configurationFiles } from './calls.ts';
import { type Difference, differencesBetween } from './diff.ts';

/**
 * Fetches two versions of a module and tells what differs for their callers.
 * @throws {NotFoundError} when one of them is not there; whatever fetching throws
 */
export async function compareModules(
  old: ModuleAddress,
  fresh: ModuleAddress,
  sources: Sources,
): Promise<Difference[]> {
  const [was, is] = await Promise.allSettled([declarationsOf(old, sources), declarationsOf(fresh, sources)]);
  // Both have come to an end by now, so that nothing goes on where the caller clears away.
  if (was.status === 'rejected') throw was.reason;
  if (is.status === 'rejected') throw is.reason;
  return differencesBetween(was.value, is.value);
}

async function declarationsOf(address: ModuleAddress, sources: Sources): Promise<ModuleDeclarations> {
  const constraint = constraintOf(address)?.text ?? '';
  const call = { name: '', at: address.text, constraint };
  const bare = { ...address, version: undefined, constraint: undefined };
  const version = await sources.registries.choose(call, bare);
  const source = { kind: 'registry' as const, address: bare, subdir: address.subdir, text: address.text };
  const { inside } = await fetchCalled({ ...call, source }, { version }, sources);
  const dir = inside.dir ?? '';
  const files = configurationFiles(dir, address.text).filter((name) => !name.endsWith('.json'));
  const found = readModule(Object.fromEntries(files.map((name) => [name, readFileSync(join(dir, name), 'utf8')])));
  for (const { file, line, why } of found.unread) sources.warn(`${address.text}: ${file}:${line}: ${why}.`);
  return found;
}
