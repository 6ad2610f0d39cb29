import type { CommanderError, CommandUnknownOpts } from 'commander';
import { UsageError } from '../base/errors.ts';
import { didYouMean, nearest } from '../base/nearest.ts';
import { counted, missingRequired } from '../base/text.ts';
import { guessed, namesOf, nearestCommand } from './guesses.ts';
import { fullName, wordsOf } from './run.ts';

/** The error for an unknown command, with a suggestion; `topics` are the other words that `svc help` accepts. */
export function unknownCommand(typed: string, group: CommandUnknownOpts, topics: readonly string[] = []): UsageError {
  const guess = guessed(`${wordsOf(group)} ${typed}`.trim());
  const near = guess === undefined ? (nearestCommand(typed, group) ?? nearest(typed, topics)) : `svc ${guess}`;
  const known = group.parent === null ? 'svc --help' : `Choose from: ${namesOf(group).join(', ')}`;
  return new UsageError(`Unknown command "${typed}" for "${fullName(group)}".`, {
    hint: near === undefined ? known : `Did you mean "${near}"?`,
  });
}

/** Rewords an error of commander's parser. */
export function usageError(error: CommanderError, command: CommandUnknownOpts): UsageError {
  const [first = ''] = error.message.replace(/^error: /, '').split('\n');
  const [, typed = ''] = /'([^']*)'/.exec(first) ?? [];
  const help = `${fullName(command)} --help`;
  switch (error.code) {
    case 'commander.unknownCommand':
      return unknownCommand(typed, command);
    case 'commander.unknownOption':
      return unknownFlag(typed, command);
    case 'commander.optionMissingArgument': {
      const flag = typed.replace(/^-\w, /, '');
      return new UsageError(`Missing value for ${flag}.`, { hint: help });
    }
    case 'commander.missingMandatoryOptionValue':
    case 'commander.missingArgument':
      return new UsageError(missing(command), { hint: help });
    case 'commander.excessArguments':
      return new UsageError(excess(command), { hint: help });
    case 'commander.conflictingOption': {
      const [one, other] = [...first.matchAll(/--[\w-]+/g)];
      return new UsageError(`${one} cannot be used with ${other}.`);
    }
    default:
      return new UsageError(`${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.$/, '')}.`, { hint: help });
  }
}

function missing(command: CommandUnknownOpts): string {
  const flags = command.options
    .filter((option) => option.mandatory && command.getOptionValue(option.attributeName()) === undefined)
    .map((option) => option.long ?? option.flags);
  const values = command.registeredArguments
    .filter(({ required }, index) => required && command.args[index] === undefined)
    .map((argument) => `<${argument.name()}>`);
  return [values, flags]
    .filter((names) => names.length > 0)
    .map(missingRequired)
    .join('\n');
}

function excess(command: CommandUnknownOpts): string {
  const { args, registeredArguments } = command;
  const most = registeredArguments.length;
  if (most === 0) return `"${fullName(command)}" takes no arguments (got "${args.join(' ')}").`;
  return `"${fullName(command)}" takes ${counted(most, 'argument')} (got ${args.length}: ${args.join(' ')}).`;
}

function unknownFlag(typed: string, command: CommandUnknownOpts): UsageError {
  const [name = typed] = typed.split('=');
  const alone = typed.includes('=') ? flagWithoutValue(name, command) : undefined;
  if (alone !== undefined) {
    return new UsageError(`${alone} does not accept a value.`, { hint: `Type ${alone} alone.` });
  }
  return new UsageError(`Unknown flag "${name}" for "${fullName(command)}".`, {
    hint: secretHint(name, command) ?? didYouMean(name, flagsOf(command)) ?? `${fullName(command)} --help`,
  });
}

/** The flags that a command accepts, its own first. */
function flagsOf(command: CommandUnknownOpts): string[] {
  const own = command.options.flatMap(({ hidden, long }) => (hidden ? [] : (long ?? [])));
  return command.parent === null ? [...own, '--help'] : [...own, ...flagsOf(command.parent)];
}

/** A flag without a value, of the command or one of its parents. */
function flagWithoutValue(name: string, command: CommandUnknownOpts): string | undefined {
  for (let at: CommandUnknownOpts | null = command; at; at = at.parent) {
    const found = at.options.find(({ long }) => long === name);
    if (found && !found.required && !found.optional) return found.long;
  }
  return undefined;
}

/** Suggests --X-file and --X-env for a secret typed as --X. */
function secretHint(name: string, { options }: CommandUnknownOpts): string | undefined {
  const ways = [`${name}-file`, `${name}-env`].filter((flag) => options.some(({ long }) => long === flag));
  return ways.length === 2 ? `Did you mean "${ways.join('" or "')}"?` : undefined;
}
