import { accessSync, constants, lstatSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { shellWord } from '../../base/shell-word.ts';
import { reasonOf } from '../../base/system/files.ts';
import { foreignness, sharedFolderOn } from '../../base/system/ownership.ts';
import { ownUser } from '../../base/system/processes.ts';
import { counted } from '../../base/text.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import { cacheFolder, journalFolder, stateFolder } from '../../cli/settings/paths.ts';
import { createStore } from '../../cli/settings/store.ts';
import { ownCache } from '../../modules/cache/folder.ts';
import { filesOf, seriesNames } from '../../webhooks/journal-files.ts';
import { type Finding, ok, warning } from './result.ts';
import type { Subject } from './subject.ts';

/** Checks the config file and its folder. @throws {SvcError} for a file that others can change, or that is damaged */
export async function checkConfig({ context: { host, settings } }: Subject): Promise<Finding> {
  const { path } = settings.store;
  const status = settings.store.check();
  if (status === 'missing') return checkWritable(dirname(path), 'SVC_CONFIG_DIR');
  // A run ignores a config file that it cannot use, so read the file here to report the reason.
  const { profiles } = createStore(dirname(path)).read();
  const detail = `${path}${modeOf(path)}, ${counted(Object.keys(profiles).length, 'profile')}.`;
  if (status === 'private') return unlessReadOnly(dirname(path), 'SVC_CONFIG_DIR', detail);
  return warning(`${detail} Other users can read it.`, `chmod 600 ${shellWord(path, host.shell)}`);
}

/** Checks the cache of modules. @throws {SvcError} for a cache that others can change */
export async function checkCache({ context: { host } }: Subject): Promise<Finding> {
  const path = cacheFolder(host.env, host.home);
  ownCache(path);
  return checkWritable(path, 'XDG_CACHE_HOME');
}

/** Checks the folder of the journal, of records and of other state. */
export async function checkState({ context: { host } }: Subject): Promise<Finding> {
  const path = stateFolder(host.env, host.home);
  // Call `look` first: it returns undefined if a part of the path is a file instead of a folder.
  const shared = statOf(path) && sharedFolderOn(path);
  if (!shared) return checkWritable(path, 'XDG_STATE_HOME');
  return warning(`${path}: ${shared.folder} ${shared.why}.`, folderHint('XDG_STATE_HOME'));
}

/** Checks the journal of received notifications. @throws {SvcError} for a journal that cannot be read */
export async function checkJournal({ context: { host } }: Subject): Promise<Finding> {
  const path = journalFolder(host.env, host.home);
  const stat = statOf(path);
  if (!stat) return ok('No notifications received yet.');
  const why = stat.isDirectory() ? foreignness(stat) : 'is not a folder';
  if (why !== undefined) return warning(`${path} ${why}.`, folderHint('XDG_STATE_HOME'));
  const files = seriesNames.flatMap((series) => filesOf(path, series));
  const bytes = files.reduce((sum, each) => sum + (statOf(each)?.size ?? 0), 0);
  return ok(`${path}${modeOf(path)}, ${counted(files.length, 'file')}, ${Math.ceil(bytes / 1024)} KiB.`);
}

/** Checks that a folder is writable. If it does not exist, checks the folder in which svc would create it. */
function checkWritable(path: string, variable: string): Finding {
  const stat = statOf(path);
  return unlessReadOnly(path, variable, stat ? `${path}${modeOf(path) || ' exists'}.` : `${path} does not exist yet.`);
}

function unlessReadOnly(path: string, variable: string, detail: string): Finding {
  let existing = path;
  while (!statOf(existing) && dirname(existing) !== existing) existing = dirname(existing);
  if (!statOf(existing)?.isDirectory()) return warning(`${detail} ${existing} is not a folder.`, folderHint(variable));
  try {
    accessSync(existing, constants.W_OK);
    return ok(detail);
  } catch (error) {
    return warning(`${detail} ${existing} cannot be written (${reasonOf(error)}).`, folderHint(variable));
  }
}

function folderHint(variable: string): string {
  return `Change its permissions, or set ${variable} to a folder of your own.`;
}

function statOf(path: string): Stats | undefined {
  return unlessThrown(() => statSync(path, { throwIfNoEntry: false }));
}

/** Returns the permissions of a file in the notation of `chmod`; empty on Windows, which has other permissions. */
function modeOf(path: string): string {
  return ownUser === undefined ? '' : ` (mode ${(lstatSync(path).mode & 0o777).toString(8)})`;
}
