import { SvcError } from '../errors.ts';
import type { FileStatus, Store } from '../settings/store.ts';
import { shellWord } from '../shell-word.ts';
import type { Context } from './context.ts';
import { checkOutputOptions } from './output-options.ts';

/** Commands that manage the config file. */
const onTheFile = /^(login|logout|profile|config)\b/;
/** Commands that can fix an invalid setting. */
const repairs = /^config (path|set|unset)$/;
/** Commands that do not need the config file. */
const withoutTheFile = /^(completion\b|config path$)/;
/** Reports the config file itself. */
const reportsTheFile = 'doctor';

type Deps = Pick<Context, 'credentials' | 'output' | 'settings'>;

/**
 * Checks the output settings and the config file before a command runs.
 * @throws {UsageError} for an invalid format or colour; {LocalError} for a config file that others can change, with a hint
 */
export function checkSettings(command: string, deps: Deps): void {
  if (command === reportsTheFile) ignoreUnlessReadable(deps.settings.store);
  else checkConfigFile(command, deps);
  if (!repairs.test(command)) checkOutputOptions(deps.settings);
}

/** Rejects a file that others can change, or ignores it if the command does not need it. */
function checkConfigFile(command: string, deps: Deps): void {
  const { output, settings } = deps;
  const { store } = settings;
  let status: FileStatus;
  try {
    status = store.check();
  } catch (fault) {
    if (!(fault instanceof SvcError) || !canDoWithout(command, deps)) throw fault;
    store.ignore();
    output.warn(`${fault.message} The config file is ignored. ${fault.hint}`);
    return;
  }
  if (status === 'readable by others') {
    output.warn(`${store.path} is readable by other users. Fix it with: chmod 600 ${shellWord(store.path, 'posix')}`);
  }
}

function ignoreUnlessReadable(store: Store): void {
  try {
    store.read();
  } catch (fault) {
    if (!(fault instanceof SvcError)) throw fault;
    store.ignore();
  }
}

/** Whether flags and environment provide the platform and its token; a requested profile needs the file. */
function canDoWithout(command: string, { credentials, settings }: Deps): boolean {
  if (withoutTheFile.test(command)) return true;
  if (onTheFile.test(command)) return false;
  const address = settings.knownAddress();
  return address !== undefined && credentials.fromEnvironment(address.value.origin) !== undefined;
}
