import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { modules } from '../../contract/registry/modules.ts';
import { CheckFailedError } from '../../errors.ts';
import { configurationIn, requireAgreement, withSources } from './configuration.ts';
import { minSpeedOption } from './fetch-flags.ts';
import { verifiedView } from './lock-view.ts';
import { toolOption } from './tool.ts';

export function registerVerify(module: Command): void {
  explain(module.command('verify'), {
    notes: `Looks at the files in .terraform/modules, at the manifest that leads terraform to them, and at what registries and servers give out now for the locked versions: everything is fetched once more and thrown away. A file that was changed, a module that is not installed, and above all a version whose content is another than before end with exit code 8, both hashes named. --offline looks at the installed files only.

      A git repository among the files of a module ends with exit code 8: the next git command there would run what its configuration says. The clone that terraform leaves of a module from git is a warning, as long as its configuration says no more than git clone wrote and it has no hooks.`,
    calls: [modules.download],
    examples: [
      'svc module install infra && svc module verify infra',
      'svc module install infra && svc module verify infra --offline -o json',
    ],
  })
    .description('Check installed modules and their sources against the lock')
    .argument('[dir]', 'folder of the configuration')
    .option('--offline', 'fetch nothing: look at the installed files only')
    .addOption(toolOption())
    .addOption(minSpeedOption())
    .action(
      run(async (context, { minSpeed, offline, tool: wantedTool }, typed) => {
        const { host, output } = context;
        const { dir, root, tool } = await configurationIn(context, typed, wantedTool);
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
          output.note(rows.length === 1 ? 'The one module is as locked.' : `All ${rows.length} modules are as locked.`);
        await output.list(verifiedView, rows, 'The configuration calls no module from elsewhere.');
        if (alarms.length > 0) throw alarm(alarms);
      }),
    );
}

function alarm(alarms: readonly string[]): CheckFailedError {
  const more = alarms.length > 5 ? `; and ${alarms.length - 5} more` : '';
  return new CheckFailedError(`${alarms.slice(0, 5).join('; ')}${more}.`, {
    hint: 'svc module install puts files back as locked; a version that changed is for its publisher to explain.',
  });
}
