import { modules } from '../../api/contract/registry/modules.ts';
import { CheckFailedError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import type { Command, FlagsOf } from '../../cli/verb.ts';
import { requireLock } from '../../modules/lock/lock-file.ts';
import type { Age } from '../../modules/lock/version-tags.ts';
import { configurationIn, requireAgreement } from './configuration.ts';
import { configurationFlags, type Folder, foldersNotes, foldersVerb } from './folders.ts';
import { ageView, lockSentence } from './lock-view.ts';

export const outdatedVerb = foldersVerb({
  words: 'outdated',
  about: 'List locked modules with newer versions',
  text: `${lockSentence} Shows the locked version of each registry module, the newest one that its constraint allows, and the newest one; prereleases only if a
constraint names one. svc module lock --upgrade installs the allowed versions in the lock. A call of a git repository, or of an OCI registry, is compared
if its ref= or tag= is a version tag (v1.2.0, or vpc-1.2.0 among other tags with vpc-). Other refs and archives are not listed. A call whose own version is not
in the list that was read, or whose ref is a floating tag (v1.2 beside v1.2.0), is named with the reason: with --check, the exit code is 8.

${foldersNotes}`,
  calls: [modules.versions],
  examples: [
    'svc module lock infra && svc module outdated infra',
    'svc module lock infra && svc module outdated infra --all -o json',
  ],
  flags: outdatedFlags,
  view: ageView,
  act: outdated,
});

function outdatedFlags(verb: Command) {
  return configurationFlags(verb)
    .option('--all', 'include modules that are up to date')
    .option('--check', 'exit 8 if a newer version exists, or if that is unknown');
}

async function outdated(context: Context, typed: FlagsOf<typeof outdatedFlags>, { dir: typedDir, open }: Folder) {
  const { all, check } = typed;
  const { dir, root, tool } = await configurationIn(context, typedDir, typed);
  const { agesOf, isOutdated, isUpgradable } = await import('../../modules/lock/version-tags.ts');
  const lock = requireLock(dir).modules;
  await requireAgreement(root, lock).catch((error: unknown) => {
    if (!(error instanceof CheckFailedError)) throw error;
    context.output.warn(`${error.message} ${error.hint ?? ''}`.trim());
  });
  const ages = await open(context, 'Checking for newer versions', (sources) => agesOf(lock, sources), { tool });
  const old = ages.filter(isOutdated);
  for (const { current, deprecated, module } of ages)
    if (deprecated !== undefined) context.output.warn(`${module}: ${current} is deprecated: ${deprecated}`);
  for (const { module, unknown } of ages) if (unknown !== undefined) context.output.warn(`${module}: ${unknown}.`);
  const isTold = (age: Age) => isOutdated(age) || age.unknown !== undefined;
  const unsure = ages.filter(isTold).length - old.length;
  const what = counted(ages.length, 'versioned module call');
  const hint = old.some(isUpgradable)
    ? 'Upgrade within the constraints with: svc module lock --upgrade'
    : 'The constraints allow none of them. Raise them with: svc module update --major';
  const also = unsure > 0 ? `; ${unsure} could not be checked` : '';
  const message = `Newer versions exist for ${old.length} of ${what}${also}.`;
  const isCurrent = old.length + unsure === 0;
  return {
    note: isCurrent || check ? undefined : message,
    state: isCurrent ? 'good' : 'careful',
    rows: all ? ages : ages.filter((age) => isTold(age) || age.deprecated !== undefined),
    empty: `No newer versions for ${what}.`,
    error: check && !isCurrent ? new CheckFailedError(message, old.length > 0 ? { hint } : {}) : undefined,
  } as const;
}
