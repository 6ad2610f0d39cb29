import { appendFileSync } from 'node:fs';
import { printable, printableLines } from './printable.ts';

/** The readers of annotations: GitHub Actions, or none. */
export const annotators = ['github', 'none'] as const;

/** Formats a problem for GitHub Actions, which shows it on the page of a run and beside the line of a file. */
export function githubAnnotation(
  {
    kind = 'error',
    ...properties
  }: { title: string; kind?: 'error' | 'warning' | 'notice'; file?: string; line?: number },
  message: string,
): string {
  const all = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(printable(String(value)))}`);
  return `::${kind} ${all.join(',')}::${escaped(printableLines(message))}\n`;
}

/** Adds a Markdown table with a heading to the summary of a step. @throws the file system's own errors */
export function appendSummary(
  path: string,
  heading: string,
  columns: readonly string[],
  rows: readonly string[][],
): void {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |\n`;
  const table = line(columns) + line(columns.map(() => '---')) + rows.map(line).join('');
  appendFileSync(path, `### ${heading}\n\n${table}\n`);
}

/** Escapes characters that would end a command (https://docs.github.com/actions/reference/workflow-commands). */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Escapes a text for a cell of a Markdown table: it cannot end the cell, or be read as Markdown or HTML. */
function cell(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>#|~&]/g, (character) => `&#${character.charCodeAt(0)};`);
}
