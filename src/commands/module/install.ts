import type { Command } from 'commander';
import { z } from 'zod';
import { modules } from '../../contract/registry/modules.ts';
import type { Sources } from '../../module/lock/call-package.ts';
import type { Installed } from '../../module/lock/install.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';
import { type Configuration, configurationIn, lockAgain, requireAgreement, withSources } from './configuration.ts';
import { installedView } from './lock-view.ts';

const flags = z.object({ frozen: z.boolean().default(false), offline: z.boolean().default(false) });

export function registerInstall(module: Command, context: Context): void {
  const { dryRun, host, output } = context;
  explain(module.command('install'), {
    notes: `Fetches the modules of svc.modules.lock.json, several at once, checks that their files have the hashes of the lock, and puts them into .terraform/modules (or below TF_DATA_DIR) with the manifest that terraform expects, so that terraform init fetches nothing more. What is in place as locked stays. Nothing is put in place before everything is there and checked; content that is not as locked ends with exit code 8.

      Where the configuration asks for something else than its lock says, the lock is brought up to date first. --frozen refuses that with exit code 8, and --offline does, and refuses whatever is not in place already.`,
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
    .option('--offline', 'fetch nothing')
    .action(
      action(flags, async ({ frozen, offline }, typed: string | undefined) => {
        const configuration = await configurationIn(context, typed);
        const rows = await install(configuration, { frozen: frozen || offline, offline });
        const fetched = rows.filter(({ state }) => state !== 'in place').length;
        output.note(
          `${dryRun() ? 'Dry run: would install' : 'Installed'} ${fetched} of ${rows.length} modules; the others are in place.`,
        );
        await output.list(installedView, rows, 'The configuration calls no module from elsewhere.');
      }),
    );

  async function install(
    configuration: Configuration,
    { frozen, offline }: z.infer<typeof flags>,
  ): Promise<Installed[]> {
    const { dir, root } = configuration;
    const [{ requireLock }, { installModules }, { moduleFolderOf, stagingIn }] = await Promise.all([
      import('../../module/lock/lock-disk.ts'),
      import('../../module/lock/install.ts'),
      import('../../module/lock/module-folder.ts'),
    ]);
    const folder = moduleFolderOf(dir, host.env.TF_DATA_DIR);
    const lock = frozen ? requireLock(dir) : await lockAgain(context, configuration);
    if (frozen) await requireAgreement(root, lock);
    const parts = { folder, lock, signal: host.signal, warn: output.warn, dryRun: dryRun() };
    if (offline) return installModules(root, { ...parts, sources: undefined });
    const staging = dryRun() ? {} : { folder: stagingIn(folder) };
    const act = (sources: Sources) => installModules(root, { ...parts, sources });
    return withSources(context, 'Installing modules', act, staging);
  }
}
