import type { CommandUnknownOpts } from 'commander';
import { nearest } from '../base/nearest.ts';

/** Verbs that people may try, with the verbs that a noun may have instead, likeliest first. */
const related: readonly (readonly string[])[] = [
  ['list', 'ls', 'show', 'get', 'info', 'view', 'describe', 'status', 'search', 'find'],
  ['create', 'new', 'add', 'make', 'start'],
  ['update', 'edit', 'set', 'change', 'modify', 'patch'],
  ['delete', 'rm', 'remove', 'unset', 'destroy', 'prune'],
];

/** What people may type, and the command that does it. */
export const guesses: Readonly<Record<string, string>> = {
  oauth: 'oauth-client',
  tokens: 'help authentication',
  proxy: 'help environment',
  formats: 'help output',
  topics: 'help',
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

/** The command for words that no command has. */
export const guessed = (words: string): string | undefined =>
  Object.hasOwn(guesses, words) ? guesses[words] : undefined;

/** The subcommand closest to a mistyped name. */
export function nearestCommand(typed: string, group: CommandUnknownOpts): string | undefined {
  const known = namesOf(group);
  const near = nearest(typed, known);
  if (near !== undefined) return near;
  return related.find((verbs) => verbs.includes(typed))?.find((verb) => known.includes(verb));
}

/** The names of the subcommands that help lists. */
export function namesOf(group: CommandUnknownOpts): string[] {
  return group
    .createHelp()
    .visibleCommands(group)
    .map((each) => each.name());
}
