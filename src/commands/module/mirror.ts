import { resolve } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../../base/errors.ts';
import { counted, restOf } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { contradiction } from '../../cli/contradictions.ts';
import { explain } from '../../cli/help.ts';
import { hostedRegistries } from '../../cli/hosted-registries.ts';
import { exclusive, type FlagsOf, run } from '../../cli/run.ts';
import { collect } from '../../cli/set-flag.ts';
import { temporariesOf } from '../../cli/temporaries.ts';
import { modules } from '../../contract/registry/modules.ts';
import type { Sources } from '../../lock/call-package.ts';
import { requireLock } from '../../lock/lock-disk.ts';
import { type LockFile, parseLock } from '../../lock/lock-file.ts';
import { rejectUnread, unreadError } from '../../lock/unread.ts';
import type { MirroredRow } from '../../mirror/packages.ts';
import { isLocalPath, type ModuleAddress, parseAddress } from '../../module/address/address.ts';
import { parseHost } from '../../module/address/hostname.ts';
import { type Cache, withThrowaway } from '../../module/cache/folder.ts';
import type { FetchDeps } from '../../module/fetch/spec.ts';
import { isFolder } from '../../system/files.ts';
import { holdSignals } from '../../system/signals.ts';
import { registryHostOf, type Tool } from '../../system/tools.ts';
import { asSvcError } from '../../terminal/failure.ts';
import { allowSharedOption, cacheFor, jobsOption, minSpeedOption, strictOption } from './fetch-flags.ts';
import { type Folder, foldersFlags, foldersNotes, inFolders, type Sharing } from './folders.ts';
import { mirroredView } from './lock-view.ts';
import { namesRegistry, warnOfNames } from './registries.ts';
import { sharingSources } from './sources.ts';
import { toolInForce, toolOfLock, toolOption } from './tool.ts';

export function registerMirror(module: Command): void {
  explain(mirrorFlags(module.command('mirror')), {
    notes: `Copies modules and all modules they call into a folder, with the documents of the registry protocol. svc module serve serves it; on an object
store, a CDN or any file server it is a registry for clients that read locations in JSON, such as svc (--registry URL/HOST/). mirror.json has
the version, sha256, h1: hash and origin of each package. Archives are copied unchanged; git repositories are packed reproducibly,
with a copy in the place of each link.

A folder is one with a svc.modules.lock.json, written as . or ./FOLDER; --from-lock has the file, or the folder, and is repeatable. The locked modules are mirrored,
with git submodules if they are locked (svc module lock --submodules), and a run rejects with exit code 8 content that differs from the lock. An interrupted or incomplete run is resumed by the next one, and existing archives are not downloaded again. A repository or URL
that a configuration calls directly is stored below _sources, where svc module install finds it. locations.map has the locations for nginx
and Caddy, which terraform requires in a header.

${foldersNotes}`,
    calls: [modules.versions, modules.download],
    examples: [
      'svc module mirror mirror modules.example.com/acme/label/null "modules.example.com/globex/queue/null@>= 0.1"',
      'svc module lock infra && svc module mirror mirror ./infra',
      'svc module lock --recursive && svc module mirror mirror --recursive --failed-to failed.txt',
    ],
  })
    .description('Mirror modules and their dependencies in a folder')
    .argument('<dir>', 'the folder')
    .argument(
      '[address|folder...]',
      '[HOST/]NAMESPACE/NAME/PROVIDER[@VERSION], where a version constraint is allowed, or ./FOLDER',
    )
    .action(
      run((context, typed, dir, named) => {
        const { fromLock = [], recursive } = typed;
        const dirs = [...fromLock, ...named.filter(isLocalPath)];
        const addresses = named.filter((each) => !isLocalPath(each)).map(parseAddress);
        rejectMix(addresses, dirs, typed);
        warnOfNames(addresses, context);
        const root = resolve(context.host.cwd, dir);
        const act = (folder: Folder) => fill(context, typed, folder, addresses);
        return inFolders(context, { ...typed, dirs, recursive }, mirroredView, act, filling(context, typed, root));
      }),
    );
}

function mirrorFlags(verb: Command) {
  const declared = foldersFlags(verb)
    .option('--from-lock <file>', 'mirror the modules of a lock file, or of its folder; repeatable', collect)
    .option('--no-cache', 'do not read or write the cache')
    .option('--submodules', 'mirror git submodules too, from the host of the repository')
    .addOption(strictOption())
    .addOption(jobsOption())
    .addOption(minSpeedOption())
    .addOption(toolOption())
    .addOption(allowSharedOption());
  return exclusive(declared, 'fromLock', 'submodules');
}
type MirrorFlags = FlagsOf<typeof mirrorFlags>;

/** @throws {UsageError} for addresses beside locks, and for neither */
function rejectMix(addresses: readonly ModuleAddress[], dirs: readonly string[], typed: MirrorFlags): void {
  const { failedTo, fromLock, recursive } = typed;
  const flag = fromLock
    ? '--from-lock'
    : recursive
      ? '--recursive'
      : failedTo === undefined
        ? 'a folder'
        : '--failed-to';
  if (addresses.length > 0 && (dirs.length > 0 || flag !== 'a folder'))
    throw contradiction(flag, 'addresses', 'Run it once for each.');
  if (addresses.length === 0 && dirs.length === 0 && !recursive)
    throw new UsageError('No modules given.', { hint: 'Give addresses, or folders with a lock: ./FOLDER' });
}

/** Runs for all folders, with a mirror that takes what they fetch; a dry run compares it only. */
function filling(context: Context, typed: MirrorFlags, root: string): Sharing {
  const { allowSharedParent } = typed;
  const temporaries = temporariesOf(context.host);
  return async (all) => {
    const [{ manifestOf, withMirror }, { mirrorWith, rehearseWith }] = await Promise.all([
      import('../../mirror/mirror.ts'),
      import('../../mirror/packages.ts'),
    ]);
    if (context.dryRun) {
      const manifest = manifestOf(root);
      const getter = (deps: FetchDeps) => rehearseWith({ ...deps, manifest });
      return sharingSources(context, 'Finding modules', all, { getter });
    }
    const cache = cacheFor(typed, context);
    return withMirror(root, { allowSharedParent, temporaries }, ({ manifest, packages, root }) => {
      const fill = (cache: Cache) => {
        const own = { cache, root, manifest, pack: undefined, now: context.host.now };
        const getter = (deps: FetchDeps) => mirrorWith({ ...deps, ...own });
        return sharingSources(context, 'Mirroring modules', all, { cache, folder: packages, getter });
      };
      return cache ? fill(cache) : withThrowaway(temporaries, fill);
    }).finally(holdSignals());
  };
}

/** Mirrors the modules of a lock, or of addresses. */
async function fill(context: Context, typed: MirrorFlags, { dir, open }: Folder, addresses: readonly ModuleAddress[]) {
  const { allowSharedParent, jobs, minSpeed, strict, submodules = false } = typed;
  const locked = dir === undefined ? undefined : await lockAt(dir, context);
  const tool = locked ? toolOfLock(locked, typed.tool) : (toolInForce(typed.tool, context.settings) ?? 'terraform');
  let lock = locked?.modules;
  if (lock && strict) rejectUnread(lock, strict);
  const registries = lock ? undefined : await hostedRegistries(context, tool);
  const { getAddresses, getLocked, withRows } = await import('../../mirror/selection.ts');
  const got = new Map<string, MirroredRow>();
  const act = async (all: Sources) => {
    const sources = withRows(all, (row) => void got.set(`${row.source}@${row.version ?? row.commit ?? ''}`, row));
    if (lock) return getLocked(lock, sources);
    lock = await getAddresses(asCalled(addresses, tool, context), sources, submodules);
  };
  let failure: unknown;
  await open(context, '', act, { allowSharedParent, jobs, minSpeed, registries, tool }).catch((error: unknown) => {
    if (got.size === 0 || context.dryRun) throw error;
    failure = error;
  });
  const rows = [...got].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  if (failure !== undefined) {
    const note = `${counted(rows.length, 'package')} already mirrored and ready to serve; run it again to continue.`;
    return { note, rows, empty: '', error: asSvcError(failure) };
  }
  const fresh = rows.filter(({ state }) => state !== 'there').length;
  const summary = `${fresh} of ${counted(rows.length, 'package')}${restOf(rows.length, { done: fresh, are: 'there' })}.`;
  return {
    note: context.dryRun ? `Dry run: would mirror ${summary}` : `Mirrored ${summary}`,
    rows,
    empty: 'Nothing to mirror.',
    error: lock && unreadError(lock, strict),
  };
}

/** The lock in a file, or in a folder. @throws {UsageError} for an invalid one */
async function lockAt(file: string, { host, read }: Pick<Context, 'host' | 'read'>): Promise<LockFile> {
  const path = resolve(host.cwd, file);
  return isFolder(path) ? requireLock(path) : parseLock(await read('--from-lock', file), file);
}

/** Addresses as a configuration has them: without a host, they belong to the tool's own registry unless another one is set. */
function asCalled(addresses: readonly ModuleAddress[], tool: Tool, context: Context): readonly ModuleAddress[] {
  if (namesRegistry(context)) return addresses;
  return addresses.map((address) => ({ ...address, host: address.host ?? parseHost(registryHostOf[tool]) }));
}
