import { counted, firstOf } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { configurationFolder } from '../../modules/lock/folder.ts';
import { compareWithLock } from '../../modules/lock/lock-diff.ts';
import { readLock } from '../../modules/lock/lock-file.ts';
import { moduleFolderOf } from '../../modules/lock/module-folder.ts';
import { valuesIn } from '../../modules/lock/variables.ts';
import { verifyModules } from '../../modules/lock/verify.ts';

/** Compares the modules of the current folder with their lock: its configuration, and the installed files. Sends no requests. */
export async function readModules({ host }: Context, { signal }: { signal: AbortSignal }): Promise<[string, object]> {
  const { cwd, disk, env } = host;
  const locked = readLock(cwd);
  if (!locked) return ['no lock in this folder', { locked: 0, different: [] }];
  const { modules: lock, tool } = locked;
  const warn = () => undefined;
  const root = configurationFolder(cwd, { tool, inputOf: valuesIn(cwd, env, []) }, warn);
  const { drifts } = await compareWithLock(root, lock);
  const deps = { disk, folder: moduleFolderOf(cwd, env.TF_DATA_DIR), lock, signal, sources: undefined, tool, warn };
  const verified = drifts.length > 0 ? [] : await verifyModules(root, deps);
  const changed = verified.filter(({ installed }) => installed !== 'ok');
  const different = [...drifts, ...changed.map(({ installed, module }) => ({ module, why: installed }))];
  const words = different.map(({ module, why }) => `${module}: ${why}`);
  const detail =
    firstOf(words, '; ') || `${counted(lock.size, 'module call')} ${lock.size === 1 ? 'matches' : 'match'} the lock`;
  return [detail, { locked: lock.size, different }];
}
