import { modules } from '../../api/contract/registry/modules.ts';
import { counted } from '../../base/text.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { parseAddress } from '../../modules/address/address.ts';
import { newestFirst, type Sifted } from '../../modules/address/choose.ts';
import { type Constraint, parseConstraint } from '../../modules/address/constraint.ts';
import { openRegistry } from '../../modules/registry/registry.ts';
import { constraintOf, listVersions, nameOf, warnOfDeprecated, withoutFolder } from '../../modules/registry/resolve.ts';
import { moduleSentence, registriesOf } from './registries.ts';
import { versionView } from './view.ts';

export const versions = verb({
  words: 'versions',
  about: 'List the versions of a module',
  text: `${moduleSentence} A constraint follows the rules of terraform: "~> 1.2" matches no prerelease, even with --pre.`,
  flags: (command: Command) =>
    command
      .argument('<address>', '[HOST/]NAMESPACE/NAME/PROVIDER[@CONSTRAINT]')
      .option('--constraint <constraint>', 'only versions that match, such as "~> 1.2"', parseConstraint)
      .option('--pre', 'include prereleases'),
  calls: [modules.versions],
  examples: [
    'svc module versions acme/network/cloud',
    'svc module versions acme/network/cloud --constraint ">= 1.1, < 2.0" -o json',
    'svc module versions "acme/label/null@~> 1.0"',
  ],
  async run(context, { constraint, pre = false }, text) {
    const { output } = context;
    const address = withoutFolder(parseAddress(text));
    const registry = await openRegistry(await registriesOf(context, address), address);
    const requestedConstraint = constraintOf(address, constraint);
    const sifted = newestFirst(await listVersions(registry, address), { constraint: requestedConstraint, pre });
    for (const odd of sifted.ignored) output.warn(`Ignored "${odd}", which the registry lists as a version.`);
    const { length } = sifted.hidden;
    if (length > 0)
      output.note(`${counted(length, 'prerelease')} hidden; use --pre to show ${length === 1 ? 'it' : 'them'}.`);
    warnOfDeprecated(sifted.shown, output.warn);
    await output.list(versionView, sifted.shown, emptyMessage(nameOf(address), requestedConstraint, sifted));
  },
});

function emptyMessage(module: string, constraint: Constraint | undefined, { hidden, newest }: Sifted<unknown>): string {
  const what = hidden.length > 0 ? 'release' : 'version';
  if (!constraint) return `${module} has no ${what}s.`;
  return `No ${what} of ${module} matches "${constraint.text}".${newest ? ` The newest is ${newest}.` : ''}`;
}
