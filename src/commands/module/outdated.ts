import type { Command } from 'commander';
import { CheckFailedError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { modules } from '../../contract/registry/modules.ts';
import type { Sources } from '../../lock/call-package.ts';
import type { GitLocation } from '../../module/fetch/git-location.ts';
import { configurationIn, withSources } from './configuration.ts';
import { fetchDepsOf } from './fetch-deps.ts';
import { ageView } from './lock-view.ts';
import { toolOption } from './tool.ts';

export function registerOutdated(module: Command): void {
  explain(module.command('outdated'), {
    notes: `Shows the locked version of each registry module, the newest one that its constraint allows, and the newest one; prereleases only if a
constraint names one. svc module lock --upgrade installs the allowed versions in the lock. A call of a git repository is compared if its ref= is a
version tag (v1.2.0, or vpc-1.2.0 among other tags with vpc-). Other refs and archives are not listed.`,
    calls: [modules.versions],
    examples: [
      'svc module lock infra && svc module outdated infra',
      'svc module lock infra && svc module outdated infra --all -o json',
    ],
  })
    .description('List locked modules with newer versions')
    .argument('[dir]', 'folder of the configuration')
    .option('--all', 'include modules that are up to date')
    .option('--check', 'fail if there is a newer version')
    .addOption(toolOption())
    .action(
      run(async (context, { all, check, tool: wantedTool }, typed) => {
        const { output } = context;
        const { dir, tool } = await configurationIn(context, typed, wantedTool);
        const { git, signal, temporaries } = fetchDepsOf(context);
        const [{ requireLock }, { agesOf, isOutdated, isUpgradable }, { listTags }] = await Promise.all([
          import('../../lock/lock-disk.ts'),
          import('../../lock/outdated.ts'),
          import('../../module/fetch/tags.ts'),
        ]);
        const lock = requireLock(dir).modules;
        const tags = (location: GitLocation) => listTags(location, { ...git, signal, temporaries });
        const ask = ({ registries, warn }: Sources) => agesOf(lock, { registries, tags, warn });
        const ages = await withSources(context, 'Checking for newer versions', ask, { tool });
        const old = ages.filter(isOutdated);
        await output.list(
          ageView,
          all ? ages : old,
          `No newer versions for ${counted(ages.length, 'versioned module call')}.`,
        );
        if (!check || old.length === 0) return;
        throw new CheckFailedError(
          `Newer versions exist for ${old.length} of ${counted(ages.length, 'versioned module call')}.`,
          {
            hint: old.some(isUpgradable)
              ? 'Upgrade within the constraints with: svc module lock --upgrade'
              : 'The constraints allow none of them. Change the constraints, then run: svc module lock',
          },
        );
      }),
    );
}
