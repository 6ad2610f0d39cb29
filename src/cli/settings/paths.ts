import { isAbsolute, join } from 'node:path';
import type { Environment } from '../../base/system/programs.ts';

/**
 * Returns the folder of the config file: `$SVC_CONFIG_DIR`, else `$XDG_CONFIG_HOME/svc`, else `~/.config/svc`. A relative
 * `SVC_CONFIG_DIR` is returned unchanged and rejected when the file is checked: the folder must not depend on the current one.
 */
export function configFolder(env: Environment, home: string): string {
  return env.SVC_CONFIG_DIR || below(env.XDG_CONFIG_HOME, join(home, '.config'));
}

/** Returns the cache folder: `$XDG_CACHE_HOME/svc`, else `~/.cache/svc`. */
export function cacheFolder(env: Environment, home: string): string {
  return below(env.XDG_CACHE_HOME, join(home, '.cache'));
}

/** Returns the folder of state that outlives a run: `$XDG_STATE_HOME/svc`, else `~/.local/state/svc`. */
export function stateFolder(env: Environment, home: string): string {
  return below(env.XDG_STATE_HOME, join(home, '.local', 'state'));
}

/** Returns the folder of the journal of received notifications. */
export function journalFolder(env: Environment, home: string): string {
  return join(stateFolder(env, home), 'webhook');
}

function below(base: string | undefined, otherwise: string): string {
  return join(base !== undefined && isAbsolute(base) ? base : otherwise, 'svc');
}

/** Returns the folder with the lists of temporary folders. */
export function temporaryLists(env: Environment, home: string): string {
  return join(stateFolder(env, home), 'temporary-folders');
}
