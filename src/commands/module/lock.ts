import type { Command } from 'commander';
import { z } from 'zod';
import { modules } from '../../contract/registry/modules.ts';
import type { Sources } from '../../module/lock/call-package.ts';
import type { Lock } from '../../module/lock/lock-file.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';
import { configurationIn, requireAgreement, withSources } from './configuration.ts';
import { keptFor } from './kept.ts';
import { changeView } from './lock-view.ts';

const flags = z.object({
  check: z.boolean().default(false),
  submodules: z.boolean().default(false),
  upgrade: z.union([z.string().min(1, 'is empty'), z.literal(true)]).optional(),
});

export function registerLock(module: Command, context: Context): void {
  const { dryRun, output } = context;
  explain(module.command('lock'), {
    notes: `Reads the module calls in the *.tf, *.tofu and *.json files of a folder (the current one unless told) and what its *.tftest.hcl files run, follows those of the called modules to the end, and writes svc.modules.lock.json: a line for each call, with its source, constraint, version, location, commit, the sha256 of its archive and the h1: hash of its files. What is locked stays while the configuration asks for nothing else; --upgrade looks all of it up anew, --upgrade ADDRESS the calls of one module and --upgrade CALL.PATH one call. The list is what changed. With --submodules the packages that are git repositories have their submodules, which is locked too: install, verify, mirror --from-lock and later upgrades take them again.

      A folder without configuration is refused, and a file that cannot be read to its end.

      An address without a host is one of registry.terraform.io, whatever SVC_REGISTRY says; --registry HOST=URL and the host blocks of the stock tool's CLI configuration move a host's registry. A version whose content is not what was locked before is refused with exit code 8. --check compares without a network and writes nothing: exit code 8 when the two differ.`,
    calls: [modules.versions, modules.download],
    examples: [
      'svc module lock infra',
      'svc module lock infra --upgrade',
      'svc module lock infra --submodules',
      'svc module lock infra --upgrade modules.example.com/acme/label/null',
      'svc module lock infra && svc module lock infra --check',
    ],
  })
    .description('Write down which module versions a configuration uses, and their content')
    .argument('[dir]', 'folder of the configuration')
    .option('--upgrade [address]', 'look versions up anew: all, those of a module address, or of one call path')
    .option('--submodules', "lock repositories with their submodules, from a repository's own host")
    .option('--check', 'fail when configuration and lock differ; write nothing')
    .action(
      action(flags, async ({ check, submodules, upgrade }, typed: string | undefined) => {
        const { dir, root } = await configurationIn(context, typed);
        const { readLock, requireLock, writeLock } = await import('../../module/lock/lock-disk.ts');
        if (check) {
          await requireAgreement(root, requireLock(dir));
          return output.note('The lock is what the configuration asks for.');
        }
        const [{ changesBetween }, { lockConfiguration }, { upgradeOf }] = await Promise.all([
          import('../../module/lock/changes.ts'),
          import('../../module/lock/resolve.ts'),
          import('../../module/lock/upgrade.ts'),
        ]);
        const before: Lock = readLock(dir) ?? new Map();
        const { requireMatch, upgrades } = upgradeOf(upgrade);
        const act = (sources: Sources) => lockConfiguration(root, { ...sources, before, upgrades, submodules });
        // What is locked is what is there now, and it is kept for installing it.
        const cache = dryRun() ? undefined : keptFor({ cache: true, offline: false }, context);
        const lock = await withSources(context, 'Locking modules', act, { cache });
        requireMatch();
        const wrote = !dryRun() && writeLock(dir, lock);
        output.note(
          `${wrote ? 'Locked' : dryRun() ? 'Dry run: would lock' : 'Nothing to write:'} ${callsText(lock.size)}.`,
        );
        await output.list(changeView, changesBetween(before, lock), 'Nothing changed.');
      }),
    );
}

function callsText(count: number): string {
  return count === 1 ? '1 module call' : `${count} module calls`;
}
