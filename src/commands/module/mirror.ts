import { resolve } from 'node:path';
import { modules } from '../../api/contract/registry/modules.ts';
import { type SvcError, UsageError } from '../../base/errors.ts';
import { holdSignals } from '../../base/system/signals.ts';
import type { Context } from '../../cli/context.ts';
import { hostedRegistries } from '../../cli/hosted-registries.ts';
import { collect } from '../../cli/set-flag.ts';
import { temporariesOf } from '../../cli/temporaries.ts';
import { asSvcError } from '../../cli/terminal/failure.ts';
import { type Command, contradiction, excludes, type FlagsOf, verb } from '../../cli/verb.ts';
import { isLocalPath, type ModuleAddress, parseAddress } from '../../modules/address/address.ts';
import { rejectUnread } from '../../modules/lock/locked-call.ts';
import type { Filling } from '../../modules/mirror/mirror.ts';
import { lockAt } from './configuration.ts';
import { allowSharedOption, cacheFor, jobsOption, minSpeedOption, strictOption } from './fetch-flags.ts';
import { type Folder, foldersFlags, foldersNotes, inFolders } from './folders.ts';
import { mirroredView } from './lock-view.ts';
import { warnOfNames, withHost } from './registries.ts';
import { type Sharing, sharingSources } from './sources.ts';
import { toolInForce, toolOfLock } from './tool.ts';

export const mirror = verb({
  words: 'mirror',
  about: 'Mirror modules and their dependencies in a folder',
  text: `A mirror is a folder of module archives that stands in for their registries, also without internet access. Copies modules and all modules they call into a folder, with the documents of the registry protocol. svc module serve serves it; on an object
store, a CDN or any file server it is a registry for clients that read locations in JSON, such as svc (--registry URL/HOST/). mirror.json has
the version, sha256, h1: hash and origin of each package. Archives are copied unchanged; git repositories are packed reproducibly,
with a copy in the place of each link.

A folder is one with a svc.modules.lock.json, written as . or ./FOLDER; --from-lock has the file, or the folder, and is repeatable. The locked modules are mirrored,
with git submodules if they are locked (svc module lock --submodules), and a run rejects with exit code 8 content that differs from the lock. An interrupted or incomplete run is resumed by the next one, and existing archives are not downloaded again. A repository or URL
that a configuration calls directly is stored below _sources, where svc module install finds it. locations.map has the locations for nginx
and Caddy, which terraform requires in a header.

${foldersNotes}`,
  flags: (command: Command) =>
    mirrorFlags(command)
      .argument('<dir>', 'folder of the mirror')
      .argument(
        '[address|folder...]',
        './FOLDER, or [HOST/]NAMESPACE/NAME/PROVIDER[@VERSION]; a version constraint is allowed',
      ),
  rules: [excludes('fromLock', 'submodules')],
  calls: [modules.versions, modules.download],
  examples: [
    'svc module mirror ./mirror modules.example.com/acme/label/null "modules.example.com/globex/queue/null@>= 0.1"',
    'svc module lock infra && svc module mirror ./mirror ./infra',
    'svc module lock --recursive && svc module mirror ./mirror --recursive --failed-to failed.txt',
  ],
  run(context, typed, dir, named) {
    const { fromLock = [], recursive } = typed;
    const dirs = [...fromLock, ...named.filter(isLocalPath)];
    const addresses = named.filter((each) => !isLocalPath(each)).map(parseAddress);
    rejectMix(addresses, dirs, typed);
    warnOfNames(addresses, context);
    const root = resolve(context.host.cwd, dir);
    const act = (own: Context, folder: Folder) => fill(own, typed, folder, addresses);
    return inFolders(context, { ...typed, dirs, recursive }, mirroredView, act, mirrorSharing(context, typed, root));
  },
});

function mirrorFlags(verb: Command) {
  return foldersFlags(verb)
    .option('--from-lock <file>', 'mirror the modules of a lock file, or of its folder; repeatable', collect)
    .option('--no-cache', 'do not read or write the cache')
    .option('--submodules', 'mirror git submodules too, from the host of the repository')
    .addOption(strictOption())
    .addOption(jobsOption())
    .addOption(minSpeedOption())
    .addOption(allowSharedOption());
}
type MirrorFlags = FlagsOf<typeof mirrorFlags>;

/** @throws {UsageError} if both addresses and locks are given, or neither */
function rejectMix(addresses: readonly ModuleAddress[], dirs: readonly string[], typed: MirrorFlags): void {
  const { failedTo, fromLock, recursive } = typed;
  const ofLocks = { '--from-lock': fromLock, '--recursive': recursive, '--failed-to': failedTo, 'a folder': dirs[0] };
  const [named] = Object.entries(ofLocks).flatMap(([name, value]) => (value === undefined ? [] : name));
  if (addresses.length > 0 && named !== undefined) throw contradiction(named, 'addresses', 'Run it once for each.');
  if (addresses.length === 0 && dirs.length === 0 && !recursive)
    throw new UsageError('No modules given.', { hint: 'Specify addresses, or folders with a lock: ./FOLDER' });
}

/** Returns how all folders fill one mirror. A dry run only compares their packages with the mirror. */
function mirrorSharing(context: Context, typed: MirrorFlags, root: string): Sharing {
  const { allowSharedParent } = typed;
  const { dryRun, host } = context;
  return async (all) => {
    const { rehearsal, withMirror } = await import('../../modules/mirror/mirror.ts');
    if (dryRun) return sharingSources(context, 'Finding modules', all, rehearsal(root));
    const options = { allowSharedParent, cache: cacheFor(typed, context), now: host.now };
    const fill = (own: Filling) => sharingSources(context, 'Mirroring modules', all, own);
    return withMirror(root, { ...options, temporaries: temporariesOf(host) }, fill).finally(holdSignals());
  };
}

async function fill(context: Context, typed: MirrorFlags, { dir, open }: Folder, addresses: readonly ModuleAddress[]) {
  const { allowSharedParent, jobs, minSpeed, strict, submodules = false } = typed;
  const { dryRun, settings } = context;
  const locked = dir === undefined ? undefined : await lockAt(dir, context);
  const tool = locked ? toolOfLock(locked, typed.tool, context) : (toolInForce(typed.tool, settings) ?? 'terraform');
  if (locked && strict) rejectUnread(locked.modules, strict);
  const registries = locked ? undefined : await hostedRegistries(context, tool);
  const { selectionOf } = await import('../../modules/mirror/selection.ts');
  const selection = locked ? { lock: locked.modules } : { addresses: withHost(addresses, tool, context), submodules };
  const { get, report } = selectionOf(selection);
  const options = { allowSharedParent, jobs, minSpeed, registries, tool };
  let failure: SvcError | undefined;
  await open(context, '', get, options).catch((error: unknown) => {
    failure = asSvcError(error);
  });
  return report({ dryRun, failure, strict });
}
