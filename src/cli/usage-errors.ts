import type { CommanderError, CommandUnknownOpts, Option } from 'commander';
import { UsageError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { counted, missingRequired } from '../base/text.ts';
import { fullName, wordsOf } from './declare.ts';
import { contradiction } from './verb.ts';

/** Words that people may type for a command, and the command that they mean. */
export const guessedCommands: Readonly<Record<string, string>> = {
  oauth: 'oauth-client',
  tokens: 'help authentication',
  token: 'auth token',
  registry: 'help registries',
  plan: 'diff',
  listen: 'webhook listen',
  logs: 'webhook list',
  upgrade: 'module update',
  'customization-settings': 'customization',
  'notification-configurations': 'notification',
  proxy: 'help environment',
  formats: 'help output',
  topics: 'help',
  version: '--version',
  'banner publish': 'banner create',
  'banner schedule': 'banner create --scheduled-publish-at TIME --scheduled-expire-at TIME',
  'banner clear': 'banner delete',
  'config edit': 'config set',
  'module upgrade': 'module lock --upgrade',
  'notification enable': 'notification update --enabled',
  'notification disable': 'notification update --no-enabled',
  'notification test': 'notification verify',
  'team add': 'team add-user',
  'team remove': 'team remove-user',
  'webhook test': 'webhook trigger',
  'webhook resend': 'webhook replay',
  'webhook tail': 'webhook listen',
  'webhook logs': 'webhook list',
};

/** Groups of verbs: for each verb, those that a noun may have instead, likeliest first. */
const relatedVerbs: readonly (readonly string[])[] = [
  ['list', 'ls', 'show', 'get', 'info', 'view', 'describe', 'status', 'search', 'find'],
  ['create', 'new', 'add', 'make', 'start'],
  ['update', 'edit', 'set', 'change', 'modify', 'patch'],
  ['delete', 'rm', 'remove', 'unset', 'destroy', 'prune'],
];

/** Returns the error for an unknown command, with a suggestion. `topics` are the words that only `svc help` accepts. */
export function unknownCommand(typed: string, group: CommandUnknownOpts, topics: readonly string[] = []): UsageError {
  const accepted = 'svc help accepts -o json, --all, --no-pager and --no-color.';
  if (typed.startsWith('-'))
    return new UsageError(`Unexpected flag "${typed}" for "${fullName(group)}".`, { hint: accepted });
  const help = group.createHelp();
  const names = help.visibleCommands(group).map((each) => each.name());
  const path = `${wordsOf(group)} ${typed}`.trim();
  // A word of five letters or more may differ in its last one: notify, notification.
  const stem = typed.slice(0, Math.max(4, typed.length - 1));
  const starting = names.filter((name) => name.startsWith(stem));
  const near =
    (Object.hasOwn(guessedCommands, path) ? `svc ${guessedCommands[path]}` : undefined) ??
    nearest(typed, [...names, ...topics]) ??
    (typed.length >= 3 && starting.length === 1 ? starting[0] : undefined) ??
    relatedVerbs.find((verbs) => verbs.includes(typed))?.find((verb) => names.includes(verb));
  const choices = group.parent === null ? 'svc --help' : `Choose from: ${names.join(', ')}`;
  return new UsageError(`Unknown command "${typed}" for "${fullName(group)}".`, {
    hint: near === undefined ? choices : `Did you mean "${near}"?`,
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
    case 'commander.excessArguments':
      return new UsageError(excess(command), { hint: help });
    case 'commander.optionMissingArgument':
      return new UsageError(`Missing value for ${typed.replace(/^-\w, /, '')}.`, {
        hint: command.options.some(({ flags }) => flags === typed) ? help : globalFlags,
      });
    case 'commander.missingMandatoryOptionValue':
    case 'commander.missingArgument':
      return new UsageError(missing(command), { hint: help });
    case 'commander.conflictingOption': {
      const [one, other] = [...first.matchAll(/--[\w-]+/g)];
      return contradiction(`${one}`, `${other}`);
    }
    default:
      return new UsageError(`${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.$/, '')}.`, { hint: help });
  }
}

const globalFlags = 'svc help flags';

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
    .join('. ');
}

function unknownFlag(typed: string, command: CommandUnknownOpts): UsageError {
  const [name = typed] = typed.split('=');
  const options = optionsOf(command);
  const isSwitch = options.some((each) => each.long === name && !each.required && !each.optional);
  if (typed.includes('=') && (isSwitch || name === '--help')) {
    return new UsageError(`${name} does not accept a value.`, { hint: `Type ${name} alone.` });
  }
  const flags = options.flatMap(({ hidden, long }) => (hidden ? [] : (long ?? [])));
  const isArgument = command.registeredArguments.some((each) => `--${each.name()}` === name);
  const near = isArgument
    ? `${fullName(command)} ${name.slice(2).toUpperCase()}`
    : (flags.find((flag) => flag.startsWith(name)) ?? nearest(name, [...flags, '--help']));
  const guess = near === undefined ? `${fullName(command)} --help` : `Did you mean "${near}"?`;
  const isGlobal = options.some((each) => each.long === near && !command.options.includes(each));
  return new UsageError(`Unknown flag "${name}" for "${fullName(command)}".`, {
    hint: secretHint(name, command) ?? (isGlobal ? `${guess} Global flags: ${globalFlags}` : guess),
  });
}

/** Returns the flags that a command accepts, its own first. */
function optionsOf({ options, parent }: CommandUnknownOpts): readonly Option[] {
  return parent === null ? options : [...options, ...optionsOf(parent)];
}

/** Suggests --X-file and --X-env if a secret was typed as --X. */
function secretHint(name: string, { options }: CommandUnknownOpts): string | undefined {
  const ways = [`${name}-file`, `${name}-env`].filter((flag) => options.some(({ long }) => long === flag));
  return ways.length === 2 ? `Did you mean "${ways.join('" or "')}"?` : undefined;
}

function excess(command: CommandUnknownOpts): string {
  const { args, registeredArguments } = command;
  const most = registeredArguments.length;
  const got = args.map((word) => `"${word}"`).join(', ');
  return `"${fullName(command)}" takes ${most === 0 ? 'no arguments' : counted(most, 'argument')} (got ${got}).`;
}
