import type { CommandUnknownOpts } from 'commander';
import { UsageError } from '../errors.ts';

/** Makes what the parsers of a command's flags, and of its verbs', say about a value begin with the flag. */
export function nameFlagsInErrors({ commands, options }: CommandUnknownOpts): void {
  for (const option of options) {
    const { parseArg } = option;
    if (parseArg === undefined) continue;
    option.parseArg = (text, previous) => {
      try {
        return parseArg(text, previous);
      } catch (error) {
        throw error instanceof UsageError ? about(option.long ?? option.name(), error) : error;
      }
    };
  }
  for (const verb of commands) nameFlagsInErrors(verb);
}

/** A complaint about a value that begins with what has it. */
export function about(flag: string, { hint, message }: UsageError): UsageError {
  return new UsageError(`${flag}${/^(is|must) /.test(message) ? '' : ':'} ${message}`, { hint });
}
