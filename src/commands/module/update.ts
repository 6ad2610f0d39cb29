import { modules } from '../../api/contract/registry/modules.ts';
import { UsageError } from '../../base/errors.ts';
import { type Command, excludes, verb } from '../../cli/verb.ts';
import { isLocalPath } from '../../modules/address/address.ts';
import { targetOf } from '../../modules/lock/upgrade.ts';
import { foldersNotes, inFolders } from './folders.ts';
import { callIs, updateView } from './lock-view.ts';
import { type Sharing, sharingSources } from './sources.ts';
import { rejectFolderNames } from './typed-folders.ts';
import { updateFlags } from './update-flags.ts';

export const update = verb({
  words: 'update',
  about: 'Update the versions of module calls, and the lock',
  text: `${callIs} Raises the versions of module calls in the *.tf files of a folder (default: the current folder), and locks them. A folder is written as . or ./FOLDER;
ADDRESS is that of a registry module, any other argument the name of a call. The default is the newest version of the same major version;
ADDRESS@VERSION gives all calls of the module that version, and the exit code is 8 if one stays at another.

A constraint changes only if it excludes the version: its operator and the number of its parts stay ("~> 5.1" becomes "~> 6.0"). Exact versions
and version tags in ?ref= are replaced. Nothing else in a file changes. What stays is named with the reason: a constraint of several comparisons or
with a limit, a branch, commit or floating tag as ref, a version from a variable or local, *.tf.json files, links. A new required input, and a removed
input or output, is a warning. A call in a local module is named if it has a newer version; with --recursive, every folder with module calls is
updated, called ones first, and locked if it has a lock. A folder whose lock may be old afterwards is named.

If the new versions cannot be locked, or a file cannot be written, files and lock are as they were. With --dry-run nothing is written, and the output is a
unified diff. With -o json: [{"module", "source", "from", "to", "published", "changes" of inputs and outputs as in svc module diff, "links"}].

${foldersNotes}`,
  flags: (command: Command) =>
    updateFlags(command).argument(
      '[call|address|dir...]',
      'names of calls, ADDRESS[@VERSION], and folders as . or ./FOLDER',
    ),
  rules: [excludes('major', 'patch')],
  calls: [modules.versions, modules.show, modules.download],
  examples: [
    'svc module update ./infra --dry-run',
    'svc module update label ./infra --major --min-age 7d',
    'svc module update --recursive -o json',
    'svc module update modules.example.com/acme/label/null@1.1.0 --recursive --exclude "legacy*"',
  ],
  async run(context, typed, words) {
    const dirs = words.filter(isLocalPath);
    const names = words.filter((word) => !isLocalPath(word));
    const targets = names.map(targetOf);
    if (targets.some(({ version }) => version !== undefined) && (typed.major || typed.patch))
      throw new UsageError('--major and --patch do not apply to ADDRESS@VERSION.');
    await rejectFolderNames({ ...typed, dirs, names }, context.host);
    const { foldersToUpdate } = await import('./update-folders.ts');
    const folders = foldersToUpdate(context, { ...typed, dirs, targets });
    const sharing: Sharing = (all) => sharingSources(context, 'Updating modules', all, typed);
    const request = { ...typed, dirs, roots: folders.roots };
    await inFolders(context, request, updateView, folders.act, sharing).finally(folders.warnOfOldLocks);
    folders.rejectUnknown();
  },
});
