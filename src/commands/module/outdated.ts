import type { Command } from 'commander';
import { z } from 'zod';
import { modules } from '../../contract/registry/modules.ts';
import { CheckFailedError } from '../../errors.ts';
import { counted } from '../../terminal/counted.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';
import { configurationIn, withSources } from './configuration.ts';
import { ageView } from './lock-view.ts';

const flags = z.object({ all: z.boolean().default(false), check: z.boolean().default(false) });

export function registerOutdated(module: Command, context: Context): void {
  const { output } = context;
  explain(module.command('outdated'), {
    notes: `For each locked call of a registry's module: the version that is locked, the newest that its constraint allows, and the newest of all; prereleases only where a constraint asks for exactly that one. Only calls with something newer are listed, unless --all asks for the others too. svc module lock --upgrade takes what is allowed. Modules from git repositories and archives have no list of versions and are left out.`,
    calls: [modules.versions],
    examples: [
      'svc module lock infra && svc module outdated infra',
      'svc module lock infra && svc module outdated infra --all -o json',
    ],
  })
    .description('List locked modules of which there are newer versions')
    .argument('[dir]', 'folder of the configuration')
    .option('--all', 'those that are up to date too')
    .option('--check', 'fail when there is something newer')
    .action(
      action(flags, async ({ all, check }, typed: string | undefined) => {
        const { dir } = await configurationIn(context, typed);
        const [{ requireLock }, { agesOf, isOutdated, isUpgradable }] = await Promise.all([
          import('../../module/lock/lock-disk.ts'),
          import('../../module/lock/outdated.ts'),
        ]);
        const lock = requireLock(dir);
        const ages = await withSources(context, 'Asking for versions', ({ registries }) => agesOf(lock, registries));
        const old = ages.filter(isOutdated);
        await output.list(
          ageView,
          all ? ages : old,
          `Nothing newer for any of ${counted(ages.length, 'call')} of registry modules.`,
        );
        if (!check || old.length === 0) return;
        throw new CheckFailedError(
          `There are newer versions for ${old.length} of ${counted(ages.length, 'call')} of registry modules.`,
          {
            hint: old.some(isUpgradable)
              ? 'svc module lock --upgrade takes what the constraints allow.'
              : 'The constraints allow none of them: change those in the configuration, then svc module lock.',
          },
        );
      }),
    );
}
