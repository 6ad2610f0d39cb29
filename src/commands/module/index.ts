import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { registerCache } from './cache/index.ts';
import { registerDiff } from './diff.ts';
import { registerDownload } from './download.ts';
import { registerDownloads } from './downloads.ts';
import { registerInstall } from './install.ts';
import { registerLatest } from './latest.ts';
import { registerList } from './list.ts';
import { registerLock } from './lock.ts';
import { registerMirror } from './mirror.ts';
import { registerOutdated } from './outdated.ts';
import { registerSearch } from './search.ts';
import { registerServe } from './serve.ts';
import { registerShow } from './show.ts';
import { registerSource } from './source.ts';
import { registerTree } from './tree.ts';
import { registerVerify } from './verify.ts';
import { registerVersions } from './versions.ts';

export function register(module: Command, context: Context): void {
  registerSearch(module, context);
  registerList(module, context);
  registerShow(module, context);
  registerLatest(module, context);
  registerVersions(module, context);
  registerSource(module, context);
  registerDownload(module, context);
  registerDownloads(module, context);
  registerLock(module, context);
  registerInstall(module, context);
  registerVerify(module, context);
  registerOutdated(module, context);
  registerTree(module, context);
  registerDiff(module, context);
  registerMirror(module, context);
  registerServe(module, context);
  registerCache(module, context);
}
