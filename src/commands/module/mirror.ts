import { join, resolve } from 'node:path';
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
import { type Lock, type LockFile, lockName, parseLock } from '../../lock/lock-file.ts';
import { rejectUnread } from '../../lock/unread.ts';
import type { MirrorDeps, RehearsalDeps } from '../../mirror/packages.ts';
import { type ModuleAddress, parseAddress } from '../../module/address/address.ts';
import { parseHost } from '../../module/address/hostname.ts';
import { type Cache, withThrowaway } from '../../module/cache/folder.ts';
import type { FetchDeps } from '../../module/fetch/spec.ts';
import type { RegistryDeps } from '../../module/registry/registry.ts';
import { isFolder } from '../../system/files.ts';
import { holdSignals } from '../../system/signals.ts';
import { registryHostOf, type Tool } from '../../system/tools.ts';
import { cacheFor } from './cache-flags.ts';
import { allowSharedOption, jobsOption, minSpeedOption, strictOption } from './fetch-flags.ts';
import { type MirroredRow, mirroredView } from './mirror-view.ts';
import { namesRegistry, warnOfNames } from './registries.ts';
import { withSources } from './sources.ts';
import { toolInForce, toolOfLock, toolOption } from './tool.ts';

type Get = (sources: Sources) => Promise<void>;
interface Filling extends Omit<FlagsOf<typeof mirrorFlags>, 'tool'> {
  tool: Tool;
  registries?: RegistryDeps;
  done(row: MirroredRow): void;
}

export function registerMirror(module: Command): void {
  explain(mirrorFlags(module.command('mirror')), {
    notes: `Copies modules and all modules they call into a folder, with the documents of the registry protocol. svc module serve serves it; on an object
store, a CDN or any file server it is a registry for clients that read locations in JSON, such as svc (--registry URL/HOST/). mirror.json has
the version, sha256, h1: hash and origin of each package. Archives are copied unchanged; git repositories are packed reproducibly,
with a copy in the place of each link.

--from-lock mirrors the modules of a svc.modules.lock.json (the file, or its folder; repeatable), with git submodules if they are locked (svc module lock
--submodules), and rejects with exit code 8 content that differs from the lock. An interrupted or incomplete run is resumed by the next one, and existing archives are not downloaded again. A repository or URL
that a configuration calls directly is stored below _sources, where svc module install finds it. locations.map has the locations for nginx
and Caddy, which terraform requires in a header.`,
    calls: [modules.versions, modules.download],
    examples: [
      'svc module mirror mirror modules.example.com/acme/label/null "modules.example.com/globex/queue/null@>= 0.1"',
      'svc module lock infra && svc module mirror mirror --from-lock infra',
    ],
  })
    .description('Mirror modules and their dependencies in a folder')
    .argument('<dir>', 'the folder')
    .argument('[address...]', '[HOST/]NAMESPACE/NAME/PROVIDER[@VERSION]; a version constraint is allowed')
    .action(
      run(async (context, typed, dir, addresses) => {
        const { dryRun, host, output } = context;
        const wanted = await wantedOf(addresses, typed.fromLock, context);
        if ('addresses' in wanted) warnOfNames(wanted.addresses, context);
        const { getAddresses, getLocked } = await import('../../mirror/selection.ts');
        const tool =
          'locks' in wanted
            ? wanted.locks.map((lock) => toolOfLock(lock, typed.tool ?? wanted.locks[0]?.tool))[0]!
            : (toolInForce(typed.tool, context.settings) ?? 'terraform');
        const locks: Lock[] = 'locks' in wanted ? wanted.locks.map(({ modules }) => modules) : [];
        const reject = (isStrict: boolean | undefined) => {
          for (const lock of locks) rejectUnread(lock, isStrict);
        };
        if (typed.strict) reject(true);
        const get: Get = async (sources) => {
          for (const lock of locks) await getLocked(lock, sources);
          if (!('addresses' in wanted)) return;
          locks.push(await getAddresses(asCalled(wanted.addresses, tool, context), sources, typed.submodules ?? false));
        };
        const hosted = 'locks' in wanted ? {} : { registries: await hostedRegistries(context, tool) };
        const done = new Map<string, MirroredRow>();
        const inOrder = () => [...done].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
        const root = resolve(host.cwd, dir);
        const filling = { ...typed, ...hosted, tool, done: (row: MirroredRow) => void done.set(nameOf(row), row) };
        try {
          await (dryRun ? rehearse(context, root, get, filling) : mirror(context, root, get, filling));
        } catch (error) {
          if (done.size === 0 || dryRun) throw error;
          output.note(
            `${counted(done.size, 'package')} already mirrored and ready to serve; run it again to continue.`,
          );
          await output.list(mirroredView, inOrder(), '');
          throw error;
        }
        const rows = inOrder();
        const fresh = rows.filter(({ state }) => state !== 'there').length;
        const rest = restOf(rows.length, { done: fresh, are: 'there' });
        const summary = `${fresh} of ${counted(rows.length, 'package')}${rest}.`;
        output.note(dryRun ? `Dry run: would mirror ${summary}` : `Mirrored ${summary}`);
        await output.list(mirroredView, rows, 'Nothing to mirror.');
        reject(typed.strict);
      }),
    );
}

function mirrorFlags(verb: Command) {
  const declared = verb
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

async function rehearse(
  context: Context,
  root: string,
  get: Get,
  { done, jobs, minSpeed, registries, tool }: Filling,
): Promise<void> {
  const [{ manifestOf }, { rehearseWith }] = await Promise.all([
    import('../../mirror/mirror.ts'),
    import('../../mirror/packages.ts'),
  ]);
  const manifest = manifestOf(root);
  const tell: RehearsalDeps['done'] = (entry, state) => done({ ...entry, state });
  const getter = (deps: FetchDeps) => rehearseWith({ ...deps, manifest, done: tell });
  return withSources(context, 'Finding modules', get, { jobs, minSpeed, registries, tool, getter });
}

async function mirror(
  context: Context,
  root: string,
  get: Get,
  { done, jobs, minSpeed, registries, tool, ...typed }: Filling,
): Promise<void> {
  const [{ withMirror }, { mirrorWith }] = await Promise.all([
    import('../../mirror/mirror.ts'),
    import('../../mirror/packages.ts'),
  ]);
  const tell: MirrorDeps['done'] = (entry, state) => done({ ...entry, state });
  const cache = cacheFor(typed, context);
  const { allowSharedParent } = typed;
  const temporaries = temporariesOf(context.host);
  return withMirror(root, { allowSharedParent, temporaries }, ({ manifest, packages, root }) => {
    const fill = (cache: Cache) =>
      withSources(context, 'Mirroring modules', get, {
        folder: packages,
        ...{ allowSharedParent, cache, jobs, minSpeed, registries, tool },
        getter: (deps) =>
          mirrorWith({ ...deps, pack: undefined, cache, root, manifest, now: context.host.now, done: tell }),
      });
    return cache ? fill(cache) : withThrowaway(temporaries, fill);
  }).finally(holdSignals());
}

/** Addresses as a configuration has them: without a host, they belong to the tool's own registry unless another one is set. */
function asCalled(addresses: readonly ModuleAddress[], tool: Tool, context: Context): readonly ModuleAddress[] {
  if (namesRegistry(context)) return addresses;
  return addresses.map((address) => ({ ...address, host: address.host ?? parseHost(registryHostOf[tool]) }));
}

function nameOf({ commit, source, version }: MirroredRow): string {
  return `${source}@${version ?? commit ?? ''}`;
}

/** @throws {UsageError} without addresses and `--from-lock`, with both, and for an invalid lock */
async function wantedOf(
  addresses: readonly string[],
  fromLock: readonly string[] | undefined,
  { host, read }: Pick<Context, 'host' | 'read'>,
): Promise<{ locks: LockFile[] } | { addresses: ModuleAddress[] }> {
  if (fromLock !== undefined && addresses.length > 0) {
    throw contradiction('--from-lock', 'addresses', 'Run it once for each.');
  }
  if (fromLock !== undefined) {
    const lockAt = async (file: string) => {
      const path = isFolder(resolve(host.cwd, file)) ? join(file, lockName) : file;
      return parseLock(await read('--from-lock', path), file);
    };
    return { locks: await Promise.all(fromLock.map(lockAt)) };
  }
  if (addresses.length === 0)
    throw new UsageError('No modules given.', { hint: 'Give addresses, or --from-lock FILE.' });
  return { addresses: addresses.map(parseAddress) };
}
