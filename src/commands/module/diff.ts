import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { modules } from '../../contract/registry/modules.ts';
import { CheckFailedError, UsageError } from '../../errors.ts';
import { formatAddress, type ModuleAddress, parseAddress } from '../../module/address/address.ts';
import { parseVersion } from '../../module/address/version.ts';
import { counted } from '../../text.ts';
import { withSources } from './configuration.ts';
import { minSpeedOption } from './fetch-flags.ts';
import { differenceView } from './lock-view.ts';
import { registriesOf } from './registries.ts';
import { toolInForce, toolOption } from './tool.ts';

export function registerDiff(module: Command): void {
  explain(module.command('diff'), {
    notes: `Both versions are fetched and their *.tf files read: inputs, outputs, resources and required providers, those first that break a caller. What may break depends on the caller: another type or default, a resource that would be destroyed, another provider version. JSON files and expressions are not looked into.`,
    calls: [modules.versions, modules.download],
    examples: [
      'svc module diff acme/network/cloud@1.1.0 acme/network/cloud@1.2.0',
      'svc module diff acme/network/cloud//modules/subnet@1.1.0 acme/network/cloud//modules/subnet -o json',
    ],
  })
    .description('Tell what differs between two versions of a module for those who call it')
    .argument('<old>', '[HOST/]NAMESPACE/NAME/PROVIDER[//SUBDIR][@VERSION]')
    .argument('<new>', 'the same in another version; the newest without one')
    .option('--check', 'fail when something breaks callers')
    .option('--submodules', 'take the submodules of git repositories too, from their own host')
    .addOption(toolOption())
    .addOption(minSpeedOption())
    .action(
      run(async (context, { check, minSpeed, submodules = false, tool }, old, fresh) => {
        const { output } = context;
        const was = parseAddress(old);
        rejectVersionAlone(fresh, was);
        const is = parseAddress(fresh);
        const { compareModules } = await import('../../lock/compare.ts');
        const rows = await withSources(
          context,
          'Comparing',
          (sources) => compareModules(was, is, sources, submodules),
          {
            minSpeed,
            registries: await registriesOf(context, was, is),
            tool: toolInForce(tool, context.settings),
          },
        );
        await output.list(differenceView, rows, 'Nothing differs for callers.');
        const broken = rows.filter(({ effect }) => effect === 'breaks').length;
        if (check && broken > 0)
          throw new CheckFailedError(`${fresh} breaks callers of ${old} in ${counted(broken, 'way')}.`);
      }),
    );
}

function rejectVersionAlone(typed: string, { host, name, namespace, provider, subdir }: ModuleAddress): void {
  const version = typed.trim().replace(/^@/, '');
  if (!parseVersion(version)) return;
  throw new UsageError(`"${typed}" is a version alone, without the module.`, {
    hint: `Type ${formatAddress({ host, namespace, name, provider, subdir, version })}`,
  });
}
