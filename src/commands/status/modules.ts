import { counted, firstOf } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { good, problem } from '../../cli/glance.ts';
import { configurationFolder } from '../../modules/lock/folder.ts';
import { compareWithLock } from '../../modules/lock/lock-diff.ts';
import { readLock } from '../../modules/lock/lock-file.ts';
import { moduleFolderOf } from '../../modules/lock/module-folder.ts';
import { valuesIn } from '../../modules/lock/variables.ts';
import { verifyModules } from '../../modules/lock/verify.ts';
import type { Part } from './platform.ts';

/** Compares the modules of the current folder with its lock: the calls of the configuration, and the installed files. Sends no request. */
export async function readModules({ host }: Context, { signal }: { signal: AbortSignal }): Promise<Part> {
  const { cwd, disk, env } = host;
  const locked = readLock(cwd);
  if (!locked) return { lines: [], document: { locked: 0, different: [] } };
  const { modules: lock, tool } = locked;
  const warn = () => undefined;
  const root = configurationFolder(cwd, { tool, inputOf: valuesIn(cwd, env, []) }, warn);
  const { drifts } = await compareWithLock(root, lock);
  const deps = { disk, folder: moduleFolderOf(cwd, env.TF_DATA_DIR), lock, signal, sources: undefined, tool, warn };
  const verified = drifts.length > 0 ? [] : await verifyModules(root, deps);
  const changed = verified.filter(({ installed }) => installed !== 'ok');
  const different = [...drifts, ...changed.map(({ installed, module }) => ({ module, why: installed }))];
  const document = { locked: lock.size, different };
  const calls = `${counted(lock.size, 'module call')} ${lock.size === 1 ? 'matches' : 'match'} the lock`;
  if (different.length === 0) return { lines: [good(calls)], document };
  const modules = different.map(({ module, why }) => `${module} (${why})`);
  return { lines: [problem(`Modules that differ from the lock: ${firstOf(modules)}`, 'svc module verify')], document };
}
