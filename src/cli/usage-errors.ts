import type { CommanderError, CommandUnknownOpts } from 'commander';
import { UsageError } from '../errors.ts';
import { didYouMean, nearest } from '../nearest.ts';
import { namesOf, nearestCommand } from './aliases.ts';
import { wordsOf } from './run.ts';

/** A word that is no command, with the one that was probably meant; `topics` may follow `svc help` too. */
export function unknownCommand(typed: string, group: CommandUnknownOpts, topics: readonly string[] = []): UsageError {
  const near = nearestCommand(typed, group) ?? nearest(typed, topics);
  const known = group.parent === null ? 'svc --help' : `Choose from: ${namesOf(group).join(', ')}`;
  return new UsageError(`Unknown command "${typed}" for "${fullName(group)}".`, {
    hint: near === undefined ? known : `Did you mean "${near}"?`,
  });
}

/** An error of commander's parser as a usage error of ours. */
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
    default:
      return new UsageError(`${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.$/, '')}.`, { hint: help });
  }
}

/** What a command line lacks, all of it: `Missing required flags: --title, --body`. */
export function missingFlags(flags: readonly string[]): string {
  return `Missing required ${flags.length === 1 ? 'flag' : 'flags'}: ${flags.join(', ')}`;
}

function missing(command: CommandUnknownOpts): string {
  const flags = command.options
    .filter((option) => option.mandatory && command.getOptionValue(option.attributeName()) === undefined)
    .map((option) => option.long ?? option.flags);
  const values = command.registeredArguments
    .filter(({ required }, index) => required && command.args[index] === undefined)
    .map((argument) => `<${argument.name()}>`);
  return [
    ...(values.length > 0
      ? [`Missing required ${values.length === 1 ? 'argument' : 'arguments'}: ${values.join(' ')}`]
      : []),
    ...(flags.length > 0 ? [missingFlags(flags)] : []),
  ].join('\n');
}

function excess(command: CommandUnknownOpts): string {
  const { args, registeredArguments } = command;
  const most = registeredArguments.length;
  const accepted = most === 0 ? 'no arguments' : `${most} ${most === 1 ? 'argument' : 'arguments'}`;
  return `"${fullName(command)}" accepts ${accepted}, not ${args.length}: ${args.join(' ')}`;
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

/** The flags that may be typed with a command, its own first. */
function flagsOf(command: CommandUnknownOpts): string[] {
  const own = command.options.flatMap(({ hidden, long }) => (hidden ? [] : (long ?? [])));
  return command.parent === null ? [...own, '--help'] : [...own, ...flagsOf(command.parent)];
}

/** A flag that takes no value, of the command or of one above it. */
function flagWithoutValue(name: string, command: CommandUnknownOpts): string | undefined {
  for (let at: CommandUnknownOpts | null = command; at; at = at.parent) {
    const found = at.options.find(({ long }) => long === name);
    if (found && !found.required && !found.optional) return found.long;
  }
  return undefined;
}

/** The flags of a secret, for somebody who wants to give it as a value. */
function secretHint(name: string, { options }: CommandUnknownOpts): string | undefined {
  const ways = [`${name}-file`, `${name}-env`].filter((flag) => options.some(({ long }) => long === flag));
  return ways.length === 2 ? `Did you mean "${ways.join('" or "')}"?` : undefined;
}

/** `svc banner create` */
export function fullName(command: CommandUnknownOpts): string {
  return `svc ${wordsOf(command)}`.trimEnd();
}
