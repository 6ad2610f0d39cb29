import type { CommandFacts, FlagFacts } from '../facts.ts';
import type { Topic } from '../topics/topic.ts';

/** A topic of `svc help` with its text. */
export type TopicPage = CommandFacts['topics'][number] & { topic: Topic };

/** Returns a command and all its subcommands, top down. */
export function everyCommand(command: CommandFacts): CommandFacts[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

/** Returns the commands that can be run: not those that only group others. */
export function leavesOf(command: CommandFacts): CommandFacts[] {
  return everyCommand(command).filter(({ commands }) => commands.length === 0);
}

/** The longest list of known values that a page shows. Longer lists are only offered as completions. */
const mostListed = 20;

/** Returns the description of a flag or an argument, with its default, its values and other properties in parentheses. */
export function meaningOf({ mandatory, repeatable, summary, value }: FlagFacts): string {
  const remarks: string[] = [];
  if (mandatory) remarks.push('required');
  if (repeatable && !summary.includes('repeatable')) remarks.push('repeatable');
  if (value && value.known.length <= mostListed && !value.known.every((word) => summary.includes(word))) {
    remarks.push(`${value.closed ? 'one of' : 'known'}: ${value.known.join(', ')}`);
  }
  return [summary, ...remarks.map((remark) => `(${remark})`)].join(' ');
}
