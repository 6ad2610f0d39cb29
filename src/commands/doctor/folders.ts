import { accessSync, constants, lstatSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { SvcError } from '../../errors.ts';
import { errnoOf, reasonOf } from '../../files.ts';
import { ownCache } from '../../module/cache/folder.ts';
import { foreignness, sharedFolderOn } from '../../ownership.ts';
import { ownUser } from '../../processes.ts';
import { cacheFolder, journalFolder, stateFolder } from '../../settings/paths.ts';
import { createStore } from '../../settings/store.ts';
import { exportOf, type ShellLanguage, shellWord } from '../../shell-word.ts';
import { counted } from '../../text.ts';
import { filesOf, seriesNames } from '../../webhook/journal-files.ts';
import { type Finding, failed, ok, warning } from './result.ts';
import type { Subject } from './subject.ts';

/** The config file and its folder. */
export async function checkConfig({ context: { host, settings } }: Subject): Promise<Finding> {
  const { path } = settings.store;
  try {
    const status = settings.store.check();
    if (status === 'missing') return folder(dirname(path), 'SVC_CONFIG_DIR', host.shell);
    const profiles = profilesIn(path);
    if (profiles instanceof SvcError)
      return failed(profiles.message, `mv ${shellWord(path, host.shell)} ${shellWord(`${path}.old`, host.shell)}`);
    const detail = `${path}${modeOf(path)}, ${counted(profiles, 'profile')}.`;
    if (status === 'private') return unlessReadOnly(dirname(path), 'SVC_CONFIG_DIR', detail, host.shell);
    return warning(`${detail} Other users can read it.`, `chmod 600 ${shellWord(path, host.shell)}`);
  } catch (error) {
    return rejected(error, 'SVC_CONFIG_DIR', host.shell);
  }
}

/** The number of profiles in the config file, or its fault. The run ignores a file that it cannot use, so it is read here. */
function profilesIn(path: string): number | SvcError {
  try {
    return Object.keys(createStore(dirname(path)).read().profiles).length;
  } catch (error) {
    if (error instanceof SvcError) return error;
    throw error;
  }
}

/** The cache of modules. */
export async function checkCache({ context: { host } }: Subject): Promise<Finding> {
  const path = cacheFolder(host.env, host.home);
  try {
    ownCache(path);
    return folder(path, 'XDG_CACHE_HOME', host.shell);
  } catch (error) {
    return rejected(error, 'XDG_CACHE_HOME', host.shell);
  }
}

/** The folder of the journal, of records and of other state. */
export async function checkState({ context: { host } }: Subject): Promise<Finding> {
  const path = stateFolder(host.env, host.home);
  // A part of the path may be a file.
  const shared = look(path) && sharedFolderOn(path);
  if (!shared) return folder(path, 'XDG_STATE_HOME', host.shell);
  const fix =
    shared.why === 'can be written by others'
      ? `chmod go-w ${shellWord(shared.folder, host.shell)}`
      : exportOf({ XDG_STATE_HOME: 'DIR' }, host.shell);
  return warning(`${path}: ${shared.folder} ${shared.why}.`, fix);
}

/** The journal of received notifications. */
export async function checkJournal({ context: { host } }: Subject): Promise<Finding> {
  const path = journalFolder(host.env, host.home);
  const stat = look(path);
  if (!stat) return ok('No notifications received yet.');
  const why = stat.isDirectory() ? foreignness(stat) : 'is not a folder';
  if (why === 'can be written by others') return warning(`${path} ${why}.`, `chmod 700 ${shellWord(path, host.shell)}`);
  if (why !== undefined) return failed(`${path} ${why}.`, exportOf({ XDG_STATE_HOME: 'DIR' }, host.shell));
  try {
    const files = seriesNames.flatMap((series) => filesOf(path, series));
    const bytes = files.reduce((sum, each) => sum + (look(each)?.size ?? 0), 0);
    return ok(`${path}${modeOf(path)}, ${counted(files.length, 'file')}, ${Math.ceil(bytes / 1024)} KiB.`);
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    return failed(error.message, `chmod 700 ${shellWord(path, host.shell)}`);
  }
}

/** A folder that may not exist yet: it, or the folder in which it would be created, must be writable. */
function folder(path: string, variable: string, shell: ShellLanguage): Finding {
  const stat = look(path);
  const detail = stat ? `${path}${modeOf(path) || ' exists'}` : `${path} does not exist yet`;
  return unlessReadOnly(path, variable, `${detail}.`, shell);
}

function unlessReadOnly(path: string, variable: string, detail: string, shell: ShellLanguage): Finding {
  let existing = path;
  while (!look(existing) && dirname(existing) !== existing) existing = dirname(existing);
  if (!look(existing)?.isDirectory())
    return warning(`${detail} ${existing} is not a folder.`, exportOf({ [variable]: 'DIR' }, shell));
  try {
    accessSync(existing, constants.W_OK);
    return ok(detail);
  } catch (error) {
    const isOurs = errnoOf(error) === 'EACCES' && look(existing)?.uid === ownUser;
    const fix = isOurs ? `chmod u+w ${shellWord(existing, shell)}` : exportOf({ [variable]: 'DIR' }, shell);
    return warning(`${detail} ${existing} cannot be written (${reasonOf(error)}).`, fix);
  }
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The permissions of a file, as `chmod` takes them; empty on Windows, which has others. */
function modeOf(path: string): string {
  return ownUser === undefined ? '' : ` (mode ${(lstatSync(path).mode & 0o777).toString(8)})`;
}

/** A file or folder that others can change. The hint may have the command that takes the permission away. */
function rejected(error: unknown, variable: string, shell: ShellLanguage): Finding {
  if (!(error instanceof SvcError)) throw error;
  const [chmod] = /\bchmod \S+ (?:'[^']*'|[^\s,]+)/.exec(error.hint ?? '') ?? [];
  return failed(error.message, chmod ?? exportOf({ [variable]: 'DIR' }, shell));
}
