import { SvcError, UsageError } from '../base/errors.ts';
import { shellWord } from '../base/shell-word.ts';
import { unlessThrown } from '../base/unless-thrown.ts';
import type { Context } from './context.ts';
import type { Settings } from './settings/resolve.ts';
import { reportFormats } from './terminal/formats.ts';
import type { OutputOptions } from './terminal/messages.ts';

/** The commands that manage the config file. */
const configFileCommands = /^(login|logout|profile|config)\b/;
/** The commands that can fix an invalid setting. */
const repairCommands = /^config (path|set|unset)$/;

type Deps = Pick<Context, 'credentials' | 'output' | 'settings'>;

/** Checks the output settings and the config file before a command runs. @throws {UsageError} for an invalid setting */
export function checkSettings(command: string, deps: Deps): void {
  const { credentials, output, settings } = deps;
  const { store } = settings;
  // Reading the keyring may prompt for its password.
  credentials.readsKeyring = !/^(doctor|status)$/.test(command);
  try {
    if (store.check() === 'readable by others' && command !== 'doctor') {
      output.warn(`${store.path} is readable by other users. Fix it with: chmod 600 ${shellWord(store.path, 'posix')}`);
    }
    settings.config();
  } catch (fault) {
    if (!(fault instanceof SvcError)) throw fault;
    // The doctor reports problems of the file itself.
    if (command === 'doctor') store.ignore();
    else if (!configFileCommands.test(command) && unlessThrown(() => isGiven(deps))) {
      store.ignore();
      output.warn(`${fault.message} The config file is ignored. ${fault.hint}`);
    }
  }
  if (repairCommands.test(command)) return;
  const format = settings.lookup('output')?.value;
  if (command !== 'module audit' && reportFormats.some((each) => each === format))
    throw new UsageError(`-o ${format} is a report of svc module audit only.`);
  void settings.lookup('color')?.value;
}

/** Returns whether flags and environment alone provide the platform and its token. A profile that is named needs the config file. */
function isGiven({ credentials, settings }: Deps): boolean {
  const address = settings.knownAddress();
  return address !== undefined && credentials.fromEnvironment(address.value.origin) !== undefined;
}

/** Returns the display settings. Ignores an invalid format or colour: the error about it must be printed, too. */
export function outputOptions(settings: Settings): OutputOptions {
  return {
    format: unlessThrown(() => settings.lookup('output')?.value),
    typed: settings.typed('output') !== undefined,
    quiet: settings.lookup('quiet')?.value === true,
    colour: unlessThrown(() => settings.lookup('color')?.value) ?? 'auto',
    columns: settings.lookup('columns')?.value,
    jq: settings.lookup('jq')?.value,
  };
}
