import type { CommandUnknownOpts } from 'commander';
import { UsageError } from '../base/errors.ts';
import { about } from '../base/parsers.ts';

/** Prefixes the errors of flag and argument parsers with the flag or argument, for a command and its verbs. */
export function nameFlagsInErrors({ commands, options, registeredArguments }: CommandUnknownOpts): void {
  for (const option of options) nameInErrors(option, option.long ?? option.name());
  for (const argument of registeredArguments) nameInErrors(argument, `<${argument.name()}>`);
  for (const verb of commands) nameFlagsInErrors(verb);
}

function nameInErrors(
  parsing: { parseArg?: ((text: string, previous: never) => unknown) | undefined },
  name: string,
): void {
  const { parseArg } = parsing;
  if (parseArg === undefined) return;
  parsing.parseArg = (text, previous) => {
    try {
      return parseArg(text, previous);
    } catch (error) {
      throw error instanceof UsageError ? about(name, error) : error;
    }
  };
}
