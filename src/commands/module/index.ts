import type { Command } from 'commander';
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

export function register(module: Command): void {
  registerSearch(module);
  registerList(module);
  registerShow(module);
  registerLatest(module);
  registerVersions(module);
  registerSource(module);
  registerDownload(module);
  registerDownloads(module);
  registerLock(module);
  registerInstall(module);
  registerVerify(module);
  registerOutdated(module);
  registerTree(module);
  registerDiff(module);
  registerMirror(module);
  registerServe(module);
  registerCache(module);
}
