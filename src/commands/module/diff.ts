import { modules } from '../../api/contract/registry/modules.ts';
import { CheckFailedError, UsageError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import { settingOption } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { formatAddress, type ModuleAddress, parseAddress } from '../../modules/address/address.ts';
import { parseVersion } from '../../modules/address/version.ts';
import type { Sources } from '../../modules/lock/call-package.ts';
import { minSpeedOption } from './fetch-flags.ts';
import { differenceView } from './lock-view.ts';
import { moduleSentence, registriesOf } from './registries.ts';
import { withSources } from './sources.ts';
import { toolInForce } from './tool.ts';

export const diff = verb({
  words: 'diff',
  about: 'Compare two versions of a module',
  text: `${moduleSentence} Downloads both versions and compares their *.tf files: inputs, outputs, resources and required providers, breaking changes first. A change
that may break some callers is shown too: another type or default, a resource that would be destroyed, another provider version. JSON files
and expressions are not compared.`,
  flags: (command: Command) =>
    command
      .argument('<old>', '[HOST/]NAMESPACE/NAME/PROVIDER[//SUBDIR][@VERSION]')
      .argument('<new>', 'the other version (default: the newest)')
      .option('--check', 'exit 8 if there is a breaking change')
      .option('--submodules', 'compare git submodules too, from the host of the repository')
      .addOption(settingOption('tool'))
      .addOption(minSpeedOption()),
  calls: [modules.versions, modules.download],
  examples: [
    'svc module diff acme/network/cloud@1.1.0 acme/network/cloud@1.2.0',
    'svc module diff acme/network/cloud//modules/subnet@1.1.0 acme/network/cloud//modules/subnet -o json',
  ],
  async run(context, { check, minSpeed, submodules = false, tool }, old, fresh) {
    const { output } = context;
    const was = parseAddress(old);
    rejectVersionAlone(fresh, was);
    const is = parseAddress(fresh);
    const { compareModules } = await import('../../modules/lock/diff.ts');
    const registries = await registriesOf(context, was, is);
    const compare = (sources: Sources) => compareModules(was, is, sources, submodules);
    const options = { minSpeed, registries, tool: toolInForce(tool, context.settings) };
    const rows = await withSources(context, 'Comparing', compare, options);
    await output.list(differenceView, rows, 'No differences for callers.');
    const broken = rows.filter(({ effect }) => effect === 'breaks').length;
    if (check && broken > 0)
      throw new CheckFailedError(`${fresh} breaks callers of ${old} in ${counted(broken, 'way')}.`);
  },
});

function rejectVersionAlone(typed: string, { host, name, namespace, provider, subdir }: ModuleAddress): void {
  const version = typed.trim().replace(/^@/, '');
  if (!parseVersion(version)) return;
  throw new UsageError(`"${typed}" is a version, not a module address.`, {
    hint: `Type ${formatAddress({ host, namespace, name, provider, subdir, version })}`,
  });
}
