import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { nonEmpty } from '../../cli/values.ts';
import { modules } from '../../contract/registry/modules.ts';
import type { Sources } from '../../lock/call-package.ts';
import type { Lock } from '../../lock/lock-file.ts';
import { counted } from '../../text.ts';
import { registryHostOf } from '../../tools.ts';
import { cacheFor } from './cache-flags.ts';
import { configurationIn, requireAgreement, withSources } from './configuration.ts';
import { minSpeedOption } from './fetch-flags.ts';
import { changeView } from './lock-view.ts';
import { toolOption } from './tool.ts';

export function registerLock(module: Command): void {
  explain(module.command('lock'), {
    notes: `Reads the module calls in the *.tf and *.tf.json files of a folder (default: the current one) and those of its tests (*.tftest.hcl and *.tftest.json), follows those of the called modules to the end, and writes svc.modules.lock.json: a line for each call, with its source, constraint, version, location, commit, the sha256 of its archive, the h1: hash of its files and those of their names that differ only in case. What is locked stays while the configuration asks for nothing else; --upgrade looks all of it up anew, --upgrade ADDRESS the calls of one module and --upgrade CALL.PATH one call. The list is what changed. With --submodules the packages that are git repositories have their submodules, which is locked too: install, verify, mirror --from-lock and later upgrades take them again.

      --tool tofu reads a configuration as OpenTofu does: *.tofu, *.tofu.json, *.tofutest.hcl and *.tofutest.json count too, each in place of the .tf file of the same name. Without the flag the setting tool decides (SVC_TOOL, svc config set tool), then an .opentofu-version file in the folder, else it is terraform. The lock records the tool, and later commands follow it.

      Rejected are a folder without configuration, and whatever the tool itself rejects: a file that cannot be read to its end, a call that is declared twice.

      An address without a host is one of registry.terraform.io, or registry.opentofu.org with tofu, whatever SVC_REGISTRY says; --registry HOST=URL and the host blocks of the tool's CLI configuration move a host's registry. A version whose content is not what was locked before is rejected with exit code 8. --check compares without a network and writes nothing: exit code 8 when the two differ.`,
    calls: [modules.versions, modules.download],
    examples: [
      'svc module lock infra',
      'svc module lock infra --upgrade',
      'svc module lock infra --submodules',
      'svc module lock infra --tool tofu',
      'svc module lock infra --upgrade modules.example.com/acme/label/null',
      'svc module lock infra && svc module lock infra --check',
    ],
  })
    .description('Write down which module versions a configuration uses, and their content')
    .argument('[dir]', 'folder of the configuration')
    .option(
      '--upgrade [address]',
      'look versions up anew: all, those of a module address, or of one call path',
      nonEmpty,
    )
    .option('--submodules', "lock repositories with their submodules, from a repository's own host")
    .addOption(toolOption())
    .addOption(minSpeedOption())
    .option('--check', 'fail when configuration and lock differ; write nothing')
    .action(
      run(async (context, { check, minSpeed, submodules = false, tool: wantedTool, upgrade }, typed) => {
        const { dryRun, output } = context;
        const { dir, locked, root, tool } = await configurationIn(context, typed, wantedTool);
        const { requireLock, writeLock } = await import('../../lock/lock-disk.ts');
        if (check) {
          await requireAgreement(root, requireLock(dir).modules);
          return output.note('The lock is what the configuration asks for.');
        }
        const [{ changesBetween }, { lockConfiguration }, { upgradeOf }] = await Promise.all([
          import('../../lock/changes.ts'),
          import('../../lock/resolve.ts'),
          import('../../lock/upgrade.ts'),
        ]);
        const before: Lock = locked?.modules ?? new Map();
        const { requireMatch, upgrades } = upgradeOf(upgrade);
        const act = (sources: Sources) => lockConfiguration(root, { ...sources, before, upgrades, submodules });
        // What is locked is what is there now, and it is kept for installing it.
        const cache = dryRun ? undefined : cacheFor({ cache: true }, context);
        const lock = await withSources(context, 'Locking modules', act, { cache, minSpeed, tool });
        requireMatch();
        const wrote = !dryRun && writeLock(dir, { tool, modules: lock });
        const done = wrote ? 'Locked' : dryRun ? 'Dry run: would lock' : 'Nothing to write:';
        output.note(
          `${done} ${counted(lock.size, 'module call')} for ${tool} (default registry: ${registryHostOf[tool]}).`,
        );
        await output.list(changeView, changesBetween(before, lock), 'Nothing changed.');
      }),
    );
}
