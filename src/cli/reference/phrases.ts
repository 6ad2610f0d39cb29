import type { ArgumentFacts, CommandFacts, FlagFacts, Tree, ValueFacts } from './facts.ts';

/** The commands that have a page of their own: the words that may follow `svc`, but for help. */
export function nounsOf(tree: Tree): readonly CommandFacts[] {
  return tree.commands.filter(({ words }) => words[0] !== 'help');
}

/** What is run, told in one line: `svc banner update <id> [flags]`. */
export function usageOf(tree: Tree, command: CommandFacts): string {
  const parts = [tree.name, ...command.words];
  if (command.commands.length > 0) parts.push('<command>');
  return [...parts, ...command.arguments.map(argumentText), '[flags]'].join(' ');
}

export function argumentText({ required, value, variadic }: ArgumentFacts): string {
  const name = `${value.name}${variadic ? '...' : ''}`;
  return required ? `<${name}>` : `[${name}]`;
}

export function valueText({ name, optional }: ValueFacts): string {
  return optional ? `[${name}]` : `<${name}>`;
}

/** Longer lists of known values are for completion only. */
const mostListed = 20;

/** What a flag or an argument means, with what else there is to know about it in parentheses. */
export function meaningOf({
  summary,
  value,
  ...flag
}: Partial<FlagFacts> & Pick<FlagFacts, 'value' | 'summary'>): string {
  const remarks: string[] = [];
  if (flag.mandatory) remarks.push('required');
  if (flag.repeatable && !summary.includes('repeatable')) remarks.push('repeatable');
  if (value && value.known.length <= mostListed && !value.known.every((word) => summary.includes(word))) {
    remarks.push(`${value.closed ? 'one of' : 'known'}: ${value.known.join(', ')}`);
  }
  return [summary, ...remarks.map((remark) => `(${remark})`)].join(' ');
}

/** Notes as paragraphs; a line end within one is a blank. */
export function paragraphs(notes: string): string[] {
  return notes
    .split('\n\n')
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
}
