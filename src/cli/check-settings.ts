import { SvcError } from '../errors.ts';
import type { Standing } from '../settings/store.ts';
import { shellWord } from '../shell-word.ts';
import type { Context } from './context.ts';
import { checkOutputOptions } from './output-options.ts';

/** Commands that work on the config file itself. */
const onTheFile = /^(login|logout|profile|config)\b/;
/** Commands that put a wrong setting right. */
const repairs = /^config (path|set|unset)$/;
/** Commands that need nothing of the config file. */
const withoutTheFile = /^(completion\b|config path$)/;

type Parts = Pick<Context, 'credentials' | 'output' | 'settings'>;

/**
 * Looks at what a command stands on before it does anything.
 * @throws {UsageError} for a format or a colour that is none; {LocalError} for a config file that others can change, with what to type
 */
export function checkSettings(command: string, parts: Parts): void {
  checkConfigFile(command, parts);
  if (!repairs.test(command)) checkOutputOptions(parts.settings);
}

/** A file that others can change is rejected, or not read where the command can do without it. */
function checkConfigFile(command: string, parts: Parts): void {
  const { output, settings } = parts;
  const { store } = settings;
  let standing: Standing;
  try {
    standing = store.check();
  } catch (fault) {
    if (!(fault instanceof SvcError) || !canDoWithout(command, parts)) throw fault;
    store.ignore();
    output.warn(`${fault.message} Nothing is read from the config file. ${fault.hint}`);
    return;
  }
  if (standing === 'readable by others') {
    output.warn(`${store.path} can be read by other users. chmod 600 ${shellWord(store.path)}`);
  }
}

/** Whether flags and environment name both the platform and a token for it; a profile asked for by name is in the file. */
function canDoWithout(command: string, { credentials, settings }: Parts): boolean {
  if (withoutTheFile.test(command)) return true;
  if (onTheFile.test(command)) return false;
  const address = settings.knownAddress();
  return address !== undefined && credentials.fromEnvironment(address.value.origin) !== undefined;
}
