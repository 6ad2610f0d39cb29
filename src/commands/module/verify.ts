import type { Command } from 'commander';
import { CheckFailedError } from '../../base/errors.ts';
import { firstOf } from '../../base/text.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { collect } from '../../cli/set-flag.ts';
import { modules } from '../../contract/registry/modules.ts';
import { rejectUnread } from '../../lock/unread.ts';
import { configurationIn, requireAgreement, withSources } from './configuration.ts';
import { minSpeedOption, varFileHelp } from './fetch-flags.ts';
import { verifiedView } from './lock-view.ts';
import { toolOption } from './tool.ts';

export function registerVerify(module: Command): void {
  explain(module.command('verify'), {
    notes: `Checks the files in .terraform/modules, the manifest that terraform reads, and the content that registries and servers serve now for the
locked versions, which is downloaded again. A changed file, a missing module or a changed version ends with exit code 8 and both hashes, and
so does another archive with the same files ("repacked"), which install rejects. --offline checks only the installed files.

A git repository in the files of a module ends with exit code 8, since git would execute its configuration. A clone that terraform left there is
only a warning, if it has the configuration of git clone and no hooks.`,
    calls: [modules.download],
    examples: [
      'svc module install infra && svc module verify infra',
      'svc module install infra && svc module verify infra --offline -o json',
    ],
  })
    .description('Verify installed modules against the lock')
    .argument('[dir]', 'folder of the configuration')
    .option('--offline', 'check only the installed files, without network access')
    .option('--var-file <file>', varFileHelp, collect)
    .addOption(toolOption())
    .addOption(minSpeedOption())
    .action(
      run(async (context, { minSpeed, offline, tool: wantedTool, varFile }, typed) => {
        const { host, output } = context;
        const { dir, root, tool } = await configurationIn(context, typed, wantedTool, varFile);
        const [{ requireLock }, { moduleFolderOf }, { alarmOf, verifyModules }] = await Promise.all([
          import('../../lock/lock-disk.ts'),
          import('../../lock/module-folder.ts'),
          import('../../lock/verify.ts'),
        ]);
        const lock = requireLock(dir).modules;
        await requireAgreement(root, lock);
        const { warn } = output;
        const deps = { disk: host.disk, folder: moduleFolderOf(dir, host.env.TF_DATA_DIR), lock, tool, warn };
        const rows = offline
          ? await verifyModules(root, { ...deps, sources: undefined })
          : await withSources(context, 'Verifying modules', (sources) => verifyModules(root, { ...deps, sources }), {
              minSpeed,
              tool,
            });
        const alarms = rows.flatMap((row) => alarmOf(row) ?? []);
        if (alarms.length === 0)
          output.note(
            rows.length === 1 ? 'The module matches the lock.' : `All ${rows.length} modules match the lock.`,
          );
        await output.list(verifiedView, rows, 'The configuration calls no remote modules.');
        if (alarms.length > 0) throw alarm(alarms);
        rejectUnread(lock);
      }),
    );
}

function alarm(alarms: readonly string[]): CheckFailedError {
  return new CheckFailedError(`${firstOf(alarms, '; ')}.`, {
    hint: 'Restore files with: svc module install. If a version changed, ask its publisher.',
  });
}
