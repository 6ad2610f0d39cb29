import type { CommandUnknownOpts } from 'commander';
import { accessWords, type Endpoint } from '../contract/endpoint.ts';

/** What a command's help says beyond its flags. */
export interface Explanation {
  /** What somebody who types it should know; a line end in it is a blank, an empty line parts two paragraphs. */
  notes?: string;
  /** The endpoints it calls: method, path, edition and permission are told from them. */
  calls?: readonly Pick<Endpoint, 'method' | 'path' | 'access' | 'edition'>[];
  /** Whole command lines that work; each is run by a test. */
  examples: readonly string[];
}

const explanations = new WeakMap<CommandUnknownOpts, Explanation>();

/** Adds an explanation to a command's help, and keeps it for the reference pages. */
export function explain<Verb extends CommandUnknownOpts>(command: Verb, explanation: Explanation): Verb {
  explanations.set(command, explanation);
  return command.addHelpText('after', () => helpText(explanation, (text, indent) => wrapped(command, text, indent)));
}

/** The explanation of a command, undefined for one that only groups others. */
export function explanationOf(command: CommandUnknownOpts): Explanation | undefined {
  return explanations.get(command);
}

/** `POST /admin/banners (self-hosted edition): requires a site administrator's token` */
export function callText({ access, edition, method, path }: NonNullable<Explanation['calls']>[number]): string {
  const where = edition === 'both' ? '' : ` (${edition} edition)`;
  return `${method} ${path}${where}: ${accessWords[access]}`;
}

function helpText(
  { calls = [], examples, notes }: Explanation,
  wrap: (text: string, indent?: string) => string,
): string {
  const sections = [
    notes && wrap(notes),
    calls.length > 0 ? `Calls:\n${calls.map((call) => `  ${wrap(callText(call), '    ')}`).join('\n')}` : undefined,
    examples.length > 0 ? `Examples:\n${examples.map((example) => `  ${example}`).join('\n')}` : undefined,
    'Flags of every command, such as -o json, --dry-run and --profile: svc --help',
  ];
  return sections.flatMap((section) => (section === undefined ? [] : `\n${section}`)).join('\n');
}

/** @param indent of the lines after the first */
function wrapped(command: CommandUnknownOpts, text: string, indent = ''): string {
  const width = (command.configureOutput().getOutHelpWidth?.() ?? 80) - indent.length;
  const paragraphs = text.split('\n\n').map((paragraph) => paragraph.replace(/\s+/g, ' ').trim());
  return paragraphs
    .map((paragraph) => command.createHelp().boxWrap(paragraph, width))
    .join('\n\n')
    .replaceAll('\n', `\n${indent}`);
}
