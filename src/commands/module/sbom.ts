import { tmpdir } from 'node:os';
import { basename, relative } from 'node:path';
import { temporariesOf } from '../../cli/temporaries.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { requireLock } from '../../modules/lock/lock-file.ts';
import { rejectUnread } from '../../modules/lock/locked-call.ts';
import { cacheFor } from './fetch-flags.ts';
import { dirsHelp, recursiveHelp } from './folders.ts';
import { lockSentence } from './lock-view.ts';
import { fetchDepsOf } from './sources.ts';
import { dirsOf, existingFolder, namingFolder } from './typed-folders.ts';

export const sbom = verb({
  words: 'sbom',
  about: 'Print an SBOM of the locked modules',
  text: `${lockSentence} Prints a CycloneDX 1.6 document of the packages in svc.modules.lock.json, without network access: package URL, version or commit, sha256 of the
archive, h1: hash of the files, origin, and the packages that each calls. Several folders are one document. The same locks give the same bytes.

Licence files (LICENSE, COPYING, COPYRIGHT, NOTICE) are named with their sha256, and no licence is derived from them. They are read where the
packages are installed, else from the cache. A call that cannot be read ends with exit code 8 after the document, which is marked as incomplete.`,
  flags: (command: Command) =>
    command.argument('[dir...]', dirsHelp).optionsGroup('Folders:').option('--recursive', recursiveHelp),
  examples: [
    'svc module lock infra && svc module sbom infra',
    'svc module lock --recursive && svc module sbom --recursive',
  ],
  async run(context, { recursive }, typed) {
    const { host, output } = context;
    const { sbomOf } = await import('../../modules/lock/sbom.ts');
    const dirs = await dirsOf({ dirs: typed.length > 0 ? typed : ['.'], recursive }, context);
    const folders = dirs.map((typedDir) => {
      const dir = existingFolder(typedDir, host);
      try {
        return { name: relative(host.cwd, dir) || basename(dir), dir, lock: requireLock(dir).modules };
      } catch (error) {
        throw namingFolder(error, typedDir, host.shell);
      }
    });
    // Open the cache as in a dry run: this verb only reads it.
    const cache = cacheFor({ cache: true }, { ...context, dryRun: true });
    const deps = { ...fetchDepsOf(context), cache, offline: true, acceptClash: true, update() {} };
    const read = (temporary: string) => sbomOf(folders, temporary, deps);
    const document = await temporariesOf(host).inPrivateFolder([tmpdir()], read);
    await output.document(document);
    for (const { lock } of folders) rejectUnread(lock);
  },
});
