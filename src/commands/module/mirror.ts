import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { type FlagsOf, run } from '../../cli/run.ts';
import { nonEmpty } from '../../cli/values.ts';
import { modules } from '../../contract/registry/modules.ts';
import { UsageError } from '../../errors.ts';
import { isFolder, unreadable } from '../../files.ts';
import type { Sources } from '../../lock/call-package.ts';
import { type LockFile, lockName, parseLock } from '../../lock/lock-file.ts';
import type { MirrorDeps, RehearsalDeps } from '../../mirror/packages.ts';
import { type ModuleAddress, parseAddress } from '../../module/address/address.ts';
import type { Cache } from '../../module/cache/folder.ts';
import { withThrowaway } from '../../module/cache/temporary-cache.ts';
import type { FetchDeps } from '../../module/fetch/spec.ts';
import type { RegistryDeps } from '../../module/registry/registry.ts';
import { counted, restOf } from '../../text.ts';
import type { Tool } from '../../tools.ts';
import { cacheFor } from './cache-flags.ts';
import { withSources } from './configuration.ts';
import { allowSharedOption, jobsOption, minSpeedOption } from './fetch-flags.ts';
import { type MirroredRow, mirroredView } from './mirror-view.ts';
import { hostedRegistries, warnOfNames } from './registries.ts';
import { toolInForce, toolOfLock, toolOption } from './tool.ts';

type Get = (sources: Sources) => Promise<void>;
interface Filling extends Omit<FlagsOf<typeof mirrorFlags>, 'tool'> {
  tool: Tool;
  registries?: RegistryDeps;
  done(row: MirroredRow): void;
}

export function registerMirror(module: Command): void {
  explain(mirrorFlags(module.command('mirror')), {
    notes: `Puts module versions and all the modules they call into a folder, with the documents of the registry protocol beside the archives: svc module serve serves it, and copied to an object store, a CDN or any server of files it is a registry for clients that read locations in JSON, as svc does (--registry URL/HOST/). Every package is in mirror.json with its version, its sha256, the h1: hash of its files and where it came from. Archives stay as they are; what comes from a git repository is packed, the same files into the same bytes.

      --from-lock takes just what a svc.modules.lock.json names (the file, or its folder), and refuses with exit code 8 what is not as locked. A run that was cut short, or found one that it could not get, lists what it has mirrored and is gone on with by the next, and a run that finds everything in place fetches no archive; one that is damaged is fetched again. A repository or URL that a configuration names itself is kept as well, below _sources, but no registry protocol leads there.`,
    calls: [modules.versions, modules.download],
    examples: [
      'svc module mirror mirror modules.example.com/acme/label/null "modules.example.com/globex/queue/null@>= 0.1"',
      'svc module lock infra && svc module mirror mirror --from-lock infra',
    ],
  })
    .description('Copy modules and all they call into a folder that can be served')
    .argument('<dir>', 'the folder')
    .argument('[address...]', '[HOST/]NAMESPACE/NAME/PROVIDER[@VERSION]; a constraint may stand for the version')
    .action(
      run(async (context, typed, dir, addresses) => {
        const { dryRun, host, output } = context;
        const wanted = wantedOf(addresses, typed.fromLock, host.cwd);
        if ('lock' in wanted && typed.submodules) {
          throw new UsageError('--from-lock takes what is locked, and --submodules something else.', {
            hint: 'Lock the submodules first: svc module lock --submodules',
          });
        }
        if ('addresses' in wanted) warnOfNames(wanted.addresses, context);
        const { getAddresses, getLocked } = await import('../../mirror/selection.ts');
        const get: Get = (sources) =>
          'lock' in wanted
            ? getLocked(wanted.lock.modules, sources)
            : getAddresses(wanted.addresses, sources, typed.submodules ?? false);
        const tool =
          'lock' in wanted
            ? toolOfLock(wanted.lock, typed.tool)
            : (toolInForce(typed.tool, context.settings) ?? 'terraform');
        const hosted = 'lock' in wanted ? {} : { registries: await hostedRegistries(context, tool) };
        const done = new Map<string, MirroredRow>();
        const inOrder = () => [...done].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
        const root = resolve(host.cwd, dir);
        const filling = { ...typed, ...hosted, tool, done: (row: MirroredRow) => void done.set(nameOf(row), row) };
        try {
          await (dryRun ? rehearse(context, root, get, filling) : mirror(context, root, get, filling));
        } catch (error) {
          if (done.size === 0 || dryRun) throw error;
          output.note(`${counted(done.size, 'package')} can be served already; the next run goes on from there.`);
          await output.list(mirroredView, inOrder(), '');
          throw error;
        }
        const rows = inOrder();
        const fresh = rows.filter(({ state }) => state !== 'there').length;
        const rest = restOf(rows.length, { done: fresh, are: 'there' });
        const summary = `${fresh} of ${counted(rows.length, 'package')}${rest}.`;
        output.note(dryRun ? `Dry run: nothing was mirrored; it would be ${summary}` : `Mirrored ${summary}`);
        await output.list(mirroredView, rows, 'There was nothing to mirror.');
      }),
    );
}

function mirrorFlags(verb: Command) {
  return verb
    .option('--from-lock <file>', 'take what a lock names', nonEmpty)
    .option('--no-cache', 'neither take archives from the cache nor keep them there')
    .option('--submodules', 'mirror git repositories with their submodules, from their own host')
    .addOption(jobsOption())
    .addOption(minSpeedOption())
    .addOption(toolOption())
    .addOption(allowSharedOption());
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
  await withSources(context, 'Finding modules', get, { jobs, minSpeed, registries, tool, getter });
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
  await withMirror(root, { cache, allowSharedParent }, ({ manifest, packages, root }) => {
    const fill = (cache: Cache) =>
      withSources(context, 'Mirroring modules', get, {
        folder: packages,
        ...{ allowSharedParent, cache, jobs, minSpeed, registries, tool },
        getter: (deps) =>
          mirrorWith({ ...deps, pack: undefined, cache, root, manifest, now: context.host.now, done: tell }),
      });
    return cache ? fill(cache) : withThrowaway(fill);
  });
}

function nameOf({ commit, source, version }: MirroredRow): string {
  return `${source}@${version ?? commit ?? ''}`;
}

/** @throws {UsageError} for none of both, for both, and for a lock that is none */
function wantedOf(
  addresses: readonly string[],
  fromLock: string | undefined,
  cwd: string,
): { lock: LockFile } | { addresses: ModuleAddress[] } {
  if (fromLock !== undefined && addresses.length > 0) {
    throw new UsageError('--from-lock takes what the lock names, and addresses something else.', {
      hint: 'Give one of them, and run it once more for the other.',
    });
  }
  if (fromLock !== undefined) return { lock: lockAt(fromLock, cwd) };
  if (addresses.length === 0) throw new UsageError('Which modules?', { hint: 'Give addresses, or --from-lock FILE.' });
  return { addresses: addresses.map(parseAddress) };
}

function lockAt(typed: string, cwd: string): LockFile {
  const given = resolve(cwd, typed);
  const path = isFolder(given) ? join(given, lockName) : given;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new UsageError(`--from-lock: cannot read ${path}: ${unreadable(cause)}.`, {
      hint: 'Create it with: svc module lock',
      cause,
    });
  }
  return parseLock(text, typed);
}
