import type { CommandFacts, FlagFacts, Tree } from '../facts.ts';
import { argumentText, paragraphs, usageOf, valueText } from '../help-page.ts';
import { everyCommand, leavesOf, meaningOf } from './phrases.ts';

/** Returns the index: every command and every topic. */
export function markdownIndex(tree: Tree): string {
  return page([
    '# Reference',
    tree.summary,
    `\`\`\`\n${usageOf(tree)}\n\`\`\``,
    '## Commands',
    table(
      ['command', 'what it does'],
      tree.commands.flatMap((noun) => leavesOf(noun).map((leaf) => [link(noun, leaf), cell(leaf.summary)])),
    ),
    '## Topics',
    table(
      ['topic', 'what it explains'],
      tree.topics.map(({ name, summary }) => [`[\`svc help ${name}\`](topic-${name}.md)`, cell(summary)]),
    ),
  ]);
}

/** Returns the page of a noun, with all its verbs. */
export function markdownPage(noun: CommandFacts): string {
  return page([
    `# svc ${noun.words.join(' ')}`,
    noun.summary,
    ...(noun.commands.length > 0 ? [contents(noun), ...everyCommand(noun).slice(1).flatMap(verbSection)] : body(noun)),
    'See also the [global flags](topic-flags.md) and the [exit codes](topic-exit-codes.md).',
  ]);

  function verbSection(verb: CommandFacts): string[] {
    return [`## svc ${verb.words.join(' ')}`, verb.summary, ...body(verb)];
  }

  function body(command: CommandFacts): string[] {
    const { arguments: all, calls, columns, examples, flags, notes } = command;
    return [
      `\`\`\`\n${usageOf(command)}\n\`\`\``,
      ...paragraphs(`${notes}\n\n${columns}`).map(prose),
      ...section(all.length > 0, 'Arguments:', () =>
        table(
          ['argument', 'what it is'],
          all.map((each) => [tick(argumentText(each)), cell(meaningOf(each))]),
        ),
      ),
      ...section(flags.length > 0, 'Flags:', () => flagTable(flags)),
      ...section(calls.length > 0, 'Calls:', () => calls.map((call) => `- ${prose(call)}`).join('\n')),
      ...section(examples.length > 0, 'Examples:', () => `\`\`\`sh\n${examples.join('\n')}\n\`\`\``),
    ];
  }
}

function link(noun: CommandFacts, leaf: CommandFacts): string {
  const anchor = leaf === noun ? '' : `#svc-${leaf.words.join('-')}`;
  return `[\`svc ${leaf.words.join(' ')}\`](${noun.words.join('-')}.md${anchor})`;
}

function contents(noun: CommandFacts): string {
  return leavesOf(noun)
    .map(({ summary, words }) => `- [svc ${words.join(' ')}](#svc-${words.join('-')}): ${prose(summary)}`)
    .join('\n');
}

function flagTable(flags: readonly FlagFacts[]): string {
  return table(
    ['flag', 'meaning'],
    flags.map((flag) => {
      const value = flag.value ? ` ${valueText(flag.value)}` : '';
      return [flag.names.map((name) => tick(name + value)).join(', '), cell(meaningOf(flag))];
    }),
  );
}

function section(there: boolean, title: string, text: () => string): string[] {
  return there ? [title, text()] : [];
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

export function cell(text: string): string {
  return prose(text).replaceAll('|', '\\|');
}

/** Escapes Markdown markup in a text. */
export function prose(text: string): string {
  return text.replace(/[\\`*_<>[\]]/g, '\\$&').replace(/\s+/g, ' ');
}

export function tick(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

export function page(blocks: readonly string[], source = 'the command tree'): string {
  const generated = `<!-- Generated from ${source}: npm run reference -->`;
  return `${[generated, ...blocks.filter((block) => block !== '')].join('\n\n')}\n`;
}
