import type { Command } from 'commander';
import { z } from 'zod';
import { modules } from '../../contract/registry/modules.ts';
import type { Sources } from '../../module/lock/call-package.ts';
import type { Installed } from '../../module/lock/install.ts';
import { counted, restOf } from '../../terminal/counted.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';
import {
  type Configuration,
  configurationIn,
  lockAgain,
  requireAgreement,
  warningOnce,
  withSources,
} from './configuration.ts';
import { jobsFlag, jobsOption } from './jobs.ts';
import { keptFor } from './kept.ts';
import { installedView } from './lock-view.ts';

const flags = z.object({
  frozen: z.boolean().default(false),
  offline: z.boolean().default(false),
  cache: z.boolean().default(true),
  jobs: jobsFlag,
});

export function registerInstall(module: Command, everything: Context): void {
  // Locking and installing come upon the same repositories.
  const context = warningOnce(everything);
  const { dryRun, host, output } = context;
  explain(module.command('install'), {
    notes: `Fetches the modules of svc.modules.lock.json, several at once, checks that their files have the hashes of the lock, and puts them into .terraform/modules (or below TF_DATA_DIR) with the manifest that terraform expects, so that terraform init fetches nothing more. What is in place as locked stays. Nothing is put in place before everything is there and checked; content that is not as locked ends with exit code 8.

      Where the configuration asks for something else than its lock says, the lock is brought up to date first. --frozen refuses that with exit code 8, and --offline does, and refuses whatever is neither in place nor in the cache.

      Archives come from the cache of svc module download where it has those of the lock; nobody is asked for these. An archive with another sha256 than the locked one ends with exit code 8, both named.`,
    calls: [modules.versions, modules.download],
    examples: [
      'svc module install infra',
      'svc module lock infra && svc module install infra --frozen',
      'svc module install infra && svc module install infra --offline -o json',
    ],
  })
    .description('Put the locked modules where terraform looks for them')
    .argument('[dir]', 'folder of the configuration')
    .option('--frozen', 'fail when configuration and lock differ')
    .option('--offline', 'fetch nothing: take archives from the cache only')
    .option('--no-cache', 'neither take archives from the cache nor keep them there')
    .addOption(jobsOption())
    .action(
      action(flags, async (typed, dir: string | undefined) => {
        const rows = await install(await configurationIn(context, dir), typed);
        const fetched = rows.filter(({ state }) => state !== 'in place').length;
        const rest = restOf(rows.length, { done: fetched, are: 'in place' });
        const done = dryRun() ? 'Dry run: would install' : 'Installed';
        output.note(`${done} ${fetched} of ${counted(rows.length, 'module')}${rest}.`);
        await output.list(installedView, rows, 'The configuration calls no module from elsewhere.');
      }),
    );

  async function install(configuration: Configuration, typed: z.infer<typeof flags>): Promise<Installed[]> {
    const { dir, root } = configuration;
    const { jobs, offline } = typed;
    const frozen = typed.frozen || offline;
    const [{ requireLock }, { installModules }, { moduleFolderOf, stagingIn }, { hasBlob }] = await Promise.all([
      import('../../module/lock/lock-disk.ts'),
      import('../../module/lock/install.ts'),
      import('../../module/lock/module-folder.ts'),
      import('../../module/cache/blobs.ts'),
    ]);
    const folder = moduleFolderOf(dir, host.env.TF_DATA_DIR);
    // A dry run writes nothing, and what it fetches it throws away; offline it only reads.
    const cache = dryRun() && !offline ? undefined : keptFor(typed, context);
    const lock = frozen ? requireLock(dir) : await lockAgain(context, configuration, { cache, jobs });
    if (frozen) await requireAgreement(root, lock);
    const holds = (sha256: string | undefined) => cache !== undefined && sha256 !== undefined && hasBlob(cache, sha256);
    const parts = { folder, lock, signal: host.signal, dryRun: dryRun() };
    const act = (sources: Sources) =>
      installModules(root, { ...parts, sources, offline: offline ? { holds } : undefined });
    const staging = dryRun() ? {} : { folder: stagingIn(folder) };
    return withSources(context, 'Installing modules', act, { ...staging, cache, jobs, offline });
  }
}
