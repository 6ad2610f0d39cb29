import { resolve } from 'node:path';
import { CheckFailedError } from '../../base/errors.ts';
import { isFolder } from '../../base/system/files.ts';
import type { Tool } from '../../base/system/tools.ts';
import { firstOf } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { temporariesOf } from '../../cli/temporaries.ts';
import type { Sources } from '../../modules/lock/call-package.ts';
import type { Folder } from '../../modules/lock/folder.ts';
import type { ReadLocked } from '../../modules/lock/lock-diff.ts';
import { type Lock, type LockFile, parseLock, readLock, requireLock, writeLock } from '../../modules/lock/lock-file.ts';
import { rejectUnread } from '../../modules/lock/locked-call.ts';
import type { MinAge } from '../../modules/lock/min-age.ts';
import type { LockOptions } from '../../modules/lock/resolve.ts';
import type { OpenSources, SourceOptions } from './sources.ts';
import { toolOf, toolOfLock } from './tool.ts';
import { existingFolder } from './typed-folders.ts';

/** A folder of *.tf files from the command line. */
type Configuration = Awaited<ReturnType<typeof configurationIn>>;

/** Reads a configuration. @throws {UsageError} for a folder that does not exist, and for a tool other than the lock's */
export async function configurationIn(
  context: Context,
  typed = '.',
  { tool: requestedTool, varFile = [] }: { tool?: Tool | undefined; varFile?: readonly string[] | undefined },
) {
  const { host, output, settings } = context;
  const dir = existingFolder(typed, host);
  const { configurationFolder } = await import('../../modules/lock/folder.ts');
  const { valuesIn } = await import('../../modules/lock/variables.ts');
  const varFiles = varFile.map((path) => resolve(host.cwd, path));
  const values = valuesIn(dir, host.env, varFiles);
  const locked = readLock(dir);
  const tool = locked ? toolOfLock(locked, requestedTool, context) : toolOf(dir, requestedTool, settings);
  return { dir, tool, locked, root: configurationFolder(dir, { tool, inputOf: values }, output.warn) };
}

/** Reads the lock of a file or a folder. @throws {UsageError} for an invalid lock */
export async function lockAt(typed: string, { host, read }: Pick<Context, 'host' | 'read'>): Promise<LockFile> {
  const path = resolve(host.cwd, typed);
  return isFolder(path) ? requireLock(path) : parseLock(await read('--from-lock', typed), typed);
}

/** Returns the call paths of the packages that `read` cannot read. @throws {CheckFailedError} if a configuration and its lock differ */
export async function requireAgreement(root: Folder, lock: Lock, read?: ReadLocked): Promise<string[]> {
  const { compareWithLock } = await import('../../modules/lock/lock-diff.ts');
  const { closed, drifts } = await compareWithLock(root, lock, read);
  if (drifts.length === 0) return closed;
  const all = drifts.map(({ module, why }) => `${module}: ${why}`);
  throw new CheckFailedError(`The lock does not match the configuration: ${firstOf(all, '; ')}.`, {
    hint: 'Update it with: svc module lock, or for calls of a locked package: svc module lock --upgrade',
  });
}

/** Returns the age that `--min-age` or the policy of the folder requires, if any. @throws {UsageError} for an invalid policy */
export async function minAgeFor(
  { host }: Pick<Context, 'host'>,
  { dir, minAge, strict = false }: { dir: string; minAge?: number | undefined; strict?: boolean | undefined },
): Promise<MinAge | undefined> {
  const { policyFor } = await import('../../modules/policy/policy.ts');
  const ms = minAge ?? policyFor(dir, undefined, host.cwd).minAgeMs;
  const rule = minAge === undefined ? 'min-age of svc.policy.yaml' : '--min-age';
  return ms === undefined ? undefined : { ms, now: host.now(), rule, strict };
}

interface Locking extends Pick<LockOptions, 'minAge' | 'submodules' | 'upgrades'> {
  open: OpenSources;
  strict: boolean | undefined;
  /** Called before the lock is written. */
  check?: () => void;
}

/** Locks a configuration. Writes the lock, except in a dry run. @throws {UsageError} with `strict` for a call that cannot be read */
export async function lockConfiguration(
  context: Context,
  { dir, locked, root, tool }: Configuration,
  { check, open, strict, ...locking }: Locking,
  options: SourceOptions,
): Promise<{ before: Lock; lock: Lock; wrote: boolean }> {
  const { lockConfiguration } = await import('../../modules/lock/resolve.ts');
  const before: Lock = locked?.modules ?? new Map();
  const act = (sources: Sources) => lockConfiguration(root, { ...sources, ...locking, before });
  const lock = await open(context, 'Locking modules', act, { ...options, tool });
  if (strict) rejectUnread(lock, strict);
  check?.();
  const wrote = !context.dryRun && writeLock(dir, { tool, modules: lock }, temporariesOf(context.host));
  return { before, lock, wrote };
}

/** Updates the lock of a configuration with as few changes as possible, and returns it. @throws what {@link lockConfiguration} throws */
export async function updateLock(
  context: Context,
  configuration: Configuration,
  { note, ...locking }: Omit<Locking, 'upgrades'> & { note(text: string): void },
  options: SourceOptions,
): Promise<Lock> {
  const { locked, root } = configuration;
  const { compareWithLock } = await import('../../modules/lock/lock-diff.ts');
  if (locked && (await compareWithLock(root, locked.modules)).drifts.length === 0) return locked.modules;
  const { lock } = await lockConfiguration(context, configuration, { ...locking, upgrades: () => false }, options);
  if (!context.dryRun) note(locked ? 'Updated the lock first.' : 'Created a lock first.');
  return lock;
}
