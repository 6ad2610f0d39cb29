import { modules } from '../../api/contract/registry/modules.ts';
import { CheckFailedError } from '../../base/errors.ts';
import { counted, firstOf } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import type { Command, FlagsOf } from '../../cli/verb.ts';
import type { Sources } from '../../modules/lock/call-package.ts';
import { requireLock } from '../../modules/lock/lock-file.ts';
import { unreadError } from '../../modules/lock/locked-call.ts';
import { moduleFolderOf } from '../../modules/lock/module-folder.ts';
import { configurationIn, requireAgreement } from './configuration.ts';
import { minSpeedOption } from './fetch-flags.ts';
import { configurationFlags, type Folder, foldersNotes, foldersVerb } from './folders.ts';
import { lockSentence, verifiedView } from './lock-view.ts';

export const verifyVerb = foldersVerb({
  words: 'verify',
  about: 'Verify installed modules against the lock',
  text: `${lockSentence} Checks the files in .terraform/modules, the manifest that terraform reads, and the content that registries and servers serve now for the
locked versions, which is downloaded again. A changed file, a missing module or a changed version ends with exit code 8 and both hashes, and
so does another archive with the same files ("repacked"), which install rejects, and a version tag that names another commit ("moved").
--offline checks only the installed files. If the manifest names another version than the lock, both are printed (exit 8).

A git repository in the files of a module ends with exit code 8, since git would execute its configuration. A clone that terraform left there is
only a warning, if it has the configuration of git clone and no hooks.

${foldersNotes}`,
  calls: [modules.download],
  examples: [
    'svc module install infra && svc module verify infra',
    'svc module install infra && svc module verify infra --offline -o json',
  ],
  flags: verifyFlags,
  view: verifiedView,
  isCheck: true,
  act: verify,
});

function verifyFlags(verb: Command) {
  return configurationFlags(verb)
    .option('--offline', 'check only the installed files, without network access')
    .addOption(minSpeedOption());
}

async function verify(context: Context, typed: FlagsOf<typeof verifyFlags>, { dir: typedDir, open }: Folder) {
  const { minSpeed, offline } = typed;
  const { host, output } = context;
  const { dir, root, tool } = await configurationIn(context, typedDir, typed);
  const { alarmOf, verifyModules } = await import('../../modules/lock/verify.ts');
  const lock = requireLock(dir).modules;
  await requireAgreement(root, lock);
  const deps = { disk: host.disk, folder: moduleFolderOf(dir, host.env.TF_DATA_DIR), lock, tool, warn: output.warn };
  const act = (sources: Sources | undefined) => verifyModules(root, { ...deps, sources });
  const rows = await (offline ? act(undefined) : open(context, 'Verifying modules', act, { minSpeed, tool }));
  const alarms = rows.flatMap((row) => alarmOf(row) ?? []);
  const all = `${counted(rows.length, 'remote module call')} ${rows.length === 1 ? 'matches' : 'match'} the lock.`;
  const hint = rows.every((row) => row.before !== undefined || alarmOf(row) === undefined)
    ? 'Install the locked modules with: svc module install'
    : 'Restore files with: svc module install. If a version changed, ask its publisher.';
  return {
    note: alarms.length === 0 ? all : undefined,
    state: 'good',
    rows,
    empty: 'The configuration calls no remote modules.',
    error: alarms.length > 0 ? new CheckFailedError(`${firstOf(alarms, '; ')}.`, { hint }) : unreadError(lock),
  } as const;
}
