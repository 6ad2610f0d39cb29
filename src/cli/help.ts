import type { CommandUnknownOpts } from 'commander';
import { accessWords } from '../api/contract/access.ts';
import { type Explanation, helpOf, setHelp } from './explanations.ts';

/** Adds an explanation to a command's help and stores it for the reference pages. */
export function explain<Verb extends CommandUnknownOpts>(command: Verb, explanation: Explanation): Verb {
  const { calls = [], examples, notes } = explanation;
  setHelp(command, {
    explanation,
    examples: () => examples,
    more: [
      ...(notes ? [{ text: notes }] : []),
      ...(calls.length > 0 ? [{ title: 'API calls:', calls: calls.map(callText) }] : []),
    ],
    sections: [{ text: 'Global flags, such as -o json, --dry-run and --profile: svc help flags' }],
  });
  return command;
}

/** The explanation of a command; undefined for a group of commands. */
export function explanationOf(command: CommandUnknownOpts): Explanation | undefined {
  return helpOf(command)?.explanation;
}

/** `POST /admin/banners (self-hosted edition): requires a site administrator's token` */
export function callText({ access, edition, method, path }: NonNullable<Explanation['calls']>[number]): string {
  const where = edition === 'both' ? '' : ` (${edition} edition)`;
  return `${method} ${path}${where}: ${accessWords[access]}`;
}
