import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { type FlagsOf, run } from '../../cli/run.ts';
import { modules } from '../../contract/registry/modules.ts';
import { CheckFailedError } from '../../errors.ts';
import type { Installed } from '../../lock/install.ts';
import type { LockedCall } from '../../lock/lock-file.ts';
import { clashHint } from '../../module/archive/unpack-result.ts';
import { isCached } from '../../module/package.ts';
import { counted, restOf } from '../../text.ts';
import { cacheFor } from './cache-flags.ts';
import {
  type Configuration,
  configurationIn,
  lockAgain,
  requireAgreement,
  warningOnce,
  withSources,
} from './configuration.ts';
import { allowSharedOption, jobsOption, minSpeedOption } from './fetch-flags.ts';
import { installedView } from './lock-view.ts';
import { toolOption } from './tool.ts';

export function registerInstall(module: Command): void {
  explain(installFlags(module.command('install')), {
    notes: `Fetches the modules of svc.modules.lock.json, several at once, checks that their files have the hashes of the lock, and puts them into .terraform/modules (or below TF_DATA_DIR) with the manifest that terraform expects, so that terraform init, or tofu init, fetches nothing more. What is in place as locked stays. Nothing is put in place before everything is there and checked; content that is not as locked ends with exit code 8. A module with names that differ only in case and in content cannot be on a disk that ignores case: it is left out there, the others are installed, and the exit code is 8.

      Where the configuration asks for something else than its lock says, the lock is brought up to date first. --frozen refuses that with exit code 8, and --offline does, and refuses whatever is neither in place nor in the cache.

      Archives and repositories come from the cache where it has those of the lock; nobody is asked for these. An archive with another sha256 than the locked one ends with exit code 8, both named.`,
    calls: [modules.versions, modules.download],
    examples: [
      'svc module install infra',
      'svc module lock infra && svc module install infra --frozen',
      'svc module install infra && svc module install infra --offline -o json',
    ],
  })
    .description('Put the locked modules where terraform looks for them')
    .argument('[dir]', 'folder of the configuration')
    .action(
      run(async (everything, typed, dir) => {
        // Locking and installing come upon the same repositories.
        const context = warningOnce(everything);
        const { dryRun, output } = context;
        const rows = await install(context, await configurationIn(context, dir, typed.tool), typed);
        const rejected = rows.filter(({ state }) => state === 'rejected');
        const fetched = rows.filter(({ state }) => state !== 'in place').length - rejected.length;
        const rest = rejected.length > 0 ? '' : restOf(rows.length, { done: fetched, are: 'in place' });
        const done = dryRun ? 'Dry run: would install' : 'Installed';
        output.note(`${done} ${fetched} of ${counted(rows.length, 'module')}${rest}.`);
        await output.list(installedView, rows, 'The configuration calls no module from elsewhere.');
        if (rejected.length > 0) throw rejection(rejected, rows.length);
      }),
    );
}

function installFlags(verb: Command) {
  return verb
    .option('--frozen', 'fail when configuration and lock differ')
    .option('--offline', 'fetch nothing: take archives from the cache only')
    .option('--no-cache', 'neither take archives from the cache nor keep them there')
    .addOption(jobsOption())
    .addOption(minSpeedOption())
    .addOption(toolOption())
    .addOption(allowSharedOption());
}
type InstallFlags = FlagsOf<typeof installFlags>;

async function install(context: Context, configuration: Configuration, typed: InstallFlags): Promise<Installed[]> {
  const { dryRun, host } = context;
  const { dir, root, tool } = configuration;
  const { jobs, minSpeed, offline } = typed;
  const frozen = typed.frozen || offline;
  const [{ requireLock }, { installModules }, { moduleFolderOf, stagingIn }, temporary] = await Promise.all([
    import('../../lock/lock-disk.ts'),
    import('../../lock/install.ts'),
    import('../../lock/module-folder.ts'),
    import('../../module/archive/temporary-folder.ts'),
  ]);
  const folder = moduleFolderOf(dir, host.env.TF_DATA_DIR);
  // A dry run writes nothing, and what it fetches it throws away; offline it only reads.
  const cache = dryRun && !offline ? undefined : cacheFor(typed, context);
  const lock = frozen ? requireLock(dir).modules : await lockAgain(context, configuration, { cache, jobs, minSpeed });
  if (frozen) await requireAgreement(root, lock);
  const holds = (locked: LockedCall) => cache !== undefined && isCached(cache, locked);
  const placing = { cache, allowSharedParent: typed.allowSharedParent };
  const staging = dryRun ? undefined : stagingIn(folder, placing);
  const deps = {
    disk: host.disk,
    folder,
    lock,
    placing,
    staging,
    tool,
    signal: host.signal,
    offline: offline ? { holds } : undefined,
  };
  const options = {
    ...placing,
    folder: staging && temporary.inTemporary(staging.path, 'packages'),
    jobs,
    minSpeed,
    offline,
    tool,
  };
  return withSources(
    context,
    'Installing modules',
    (sources) => installModules(root, { ...deps, sources }),
    options,
  ).finally(() => staging?.close(false));
}

function rejection(rejected: readonly Installed[], all: number): CheckFailedError {
  const why = rejected.map(({ module, why }) => `${module}: ${why}`).join('; ');
  const message = `${rejected.length} of ${counted(all, 'module')} cannot be installed on this disk: ${why}.`;
  return new CheckFailedError(message, { hint: clashHint });
}
