import type { CommandUnknownOpts } from 'commander';
import { accessWords } from '../contract/access.ts';
import { type Explanation, setExplanation } from './explanations.ts';
import { exampleLines, helpWidth, wrapped } from './help-format.ts';

export { explanationOf } from './explanations.ts';

/** Adds an explanation to a command's help and stores it for the reference pages. */
export function explain<Verb extends CommandUnknownOpts>(command: Verb, explanation: Explanation): Verb {
  setExplanation(command, explanation);
  return command.addHelpText('after', () => helpText(command, explanation));
}

/** `POST /admin/banners (self-hosted edition): requires a site administrator's token` */
export function callText({ access, edition, method, path }: NonNullable<Explanation['calls']>[number]): string {
  const where = edition === 'both' ? '' : ` (${edition} edition)`;
  return `${method} ${path}${where}: ${accessWords[access]}`;
}

function helpText(command: CommandUnknownOpts, { calls = [], examples, notes }: Explanation): string {
  const sections = [
    notes && wrapped(command, notes),
    calls.length > 0
      ? `API calls:\n${calls.map((call) => `  ${wrapped(command, callText(call), '    ')}`).join('\n')}`
      : undefined,
    examples.length > 0 ? `Examples:\n${exampleLines(examples, helpWidth(command))}` : undefined,
    wrapped(command, 'Global flags, such as -o json, --dry-run and --profile: svc help flags'),
  ];
  return sections.flatMap((section) => (section === undefined ? [] : `\n${section}`)).join('\n');
}
