import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { CheckFailedError, UsageError } from '../../errors.ts';
import { removeParents } from '../../module/archive/parents.ts';
import type { Cache } from '../../module/cache/folder.ts';
import type { Sources } from '../../module/lock/call-package.ts';
import type { Folder } from '../../module/lock/folder.ts';
import type { Lock } from '../../module/lock/lock-file.ts';
import type { Fetching } from '../../module/lock/materialise.ts';
import type { GetPackage } from '../../module/lock/packages.ts';
import type { RegistryParts } from '../../module/registry.ts';
import type { Context } from '../context.ts';
import { inForce } from '../in-force.ts';
import { duration } from '../values.ts';
import { hostedRegistries } from './registries.ts';

/** A folder of *.tf files, named on the command line. */
export interface Configuration {
  dir: string;
  root: Folder;
}

/** @throws {UsageError} for a folder that is none */
export async function configurationIn({ host, output }: Context, typed = '.'): Promise<Configuration> {
  const dir = resolve(host.cwd, typed);
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`There is no folder ${typed}.`);
  const { configurationFolder } = await import('../../module/lock/folder.ts');
  return { dir, root: configurationFolder(dir, output.warn) };
}

/** What differs from fetching the modules of a configuration into a folder for temporary files. */
interface SourceOptions {
  /** Where to fetch to; it goes away afterwards. */
  folder?: string | undefined;
  /** The registries of addresses that were typed, not written in a configuration. */
  registries?: RegistryParts | undefined;
  /** Where archives are kept for the next time. */
  cache?: Cache | undefined;
  /** Whether the cache is all there is. */
  offline?: boolean;
  jobs?: number | undefined;
  /** What gets a package, where that is more than to fetch it. */
  getter?: (parts: Fetching) => GetPackage;
}

/** What fetching modules takes, for as long as `act` runs. */
export async function withSources<Result>(
  context: Context,
  words: string,
  act: (sources: Sources) => Promise<Result>,
  { cache, folder, getter, jobs, offline, registries }: SourceOptions = {},
): Promise<Result> {
  const { client, host, output, progress, settings } = context;
  const [{ createPackages, getWith }, { createRegistries, mappedOnly }] = await Promise.all([
    import('../../module/lock/packages.ts'),
    import('../../module/lock/registries.ts'),
  ]);
  const { env, signal } = host;
  const { warn } = output;
  const parts = registries ?? mappedOnly(await hostedRegistries(context));
  const git = { env, timeoutMs: inForce(settings, 'timeout', duration) };
  const line = progress(words);
  const temp = folder ?? (await mkdtemp(join(tmpdir(), 'svc-modules-')));
  try {
    const fetching = { client, git, cache, offline, signal, warn, update: line.update };
    const packages = createPackages(temp, (getter ?? getWith)(fetching), jobs);
    return await act({ packages, registries: createRegistries(parts, warn), warn });
  } finally {
    line.stop();
    await rm(temp, { recursive: true, force: true, maxRetries: 3 });
    removeParents(dirname(temp));
  }
}

/** The same context, which warns of the same thing only once, where several steps would come upon it. */
export function warningOnce(context: Context): Context {
  const said = new Set<string>();
  const warn = (words: string) => {
    if (!said.has(words)) context.output.warn(words);
    said.add(words);
  };
  return { ...context, output: { ...context.output, warn } };
}

/** @throws {CheckFailedError} when a configuration asks for something else than its lock says */
export async function requireAgreement(root: Folder, lock: Lock): Promise<void> {
  const { driftOf, driftText } = await import('../../module/lock/drift.ts');
  const drifts = await driftOf(root, lock);
  if (drifts.length === 0) return;
  throw new CheckFailedError(`The lock is not what the configuration asks for: ${driftText(drifts)}.`, {
    hint: 'svc module lock brings it up to date.',
  });
}

/** Brings the lock of a configuration up to date, with as little change as may be, and answers it. */
export async function lockAgain(
  context: Context,
  { dir, root }: Configuration,
  options: SourceOptions = {},
): Promise<Lock> {
  const [{ readLock, writeLock }, { driftOf }, { lockConfiguration }] = await Promise.all([
    import('../../module/lock/lock-disk.ts'),
    import('../../module/lock/drift.ts'),
    import('../../module/lock/resolve.ts'),
  ]);
  const before: Lock | undefined = readLock(dir);
  if (before && (await driftOf(root, before)).length === 0) return before;
  const parts = { before: before ?? new Map(), upgrades: () => false };
  const act = (sources: Sources) => lockConfiguration(root, { ...sources, ...parts });
  const lock = await withSources(context, 'Locking modules', act, options);
  if (!context.dryRun()) writeLock(dir, lock);
  context.output.note(before ? 'The lock was brought up to date first.' : 'There was no lock; one was made first.');
  return lock;
}
