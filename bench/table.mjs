import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';

const page = resolve(import.meta.dirname, '../docs/performance.md');
const [begin, end] = ['<!-- figures -->\n', '<!-- end of figures -->\n'];

/**
 * A row of the table of figures. `most` and `least` are the wanted limits.
 * @typedef {{ name: string, figure: string, wanted: string, met: string }} Row
 * @param {string} name
 * @param {number} value
 * @param {string} unit `x` for a ratio
 * @param {{ most?: number, least?: number }} [limits]
 * @returns {Row}
 */
export function row(name, value, unit, { most, least } = {}) {
  const wanted = most === undefined ? least : most;
  if (wanted === undefined) return { name, figure: written(value, unit), wanted: '', met: '' };
  const isMet = most === undefined ? value >= least : value <= most;
  const limit = most === undefined ? 'at least' : 'at most';
  return { name, figure: written(value, unit), wanted: `${limit} ${wanted}`, met: isMet ? 'yes' : 'no' };
}

/** Returns the row of a measurement that this machine cannot make, with the reason. */
export const skipped = (name, reason) => ({ name, figure: `skipped: ${reason}`, wanted: '', met: '' });

/** Returns the row of a measurement that failed; every table shows it. */
export const failed = (reason) => ({ name: 'all', figure: `failed: ${reason}`, wanted: 'a figure', met: 'no' });

function written(value, unit) {
  const digits = Number.isInteger(value) || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`.trim();
}

/** Returns the rows as a table in Markdown, with aligned columns. */
export function tableOf(rows) {
  const columns = ['name', 'figure', 'wanted', 'met'];
  const lines = [columns, ...rows.map((each) => columns.map((column) => each[column].replaceAll('|', '\\|')))];
  const widths = columns.map((_, at) => Math.max(3, ...lines.map((cells) => cells[at].length)));
  const line = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return `${[line(lines[0]), rule, ...lines.slice(1).map(line)].join('\n')}\n`;
}

/** Replaces the table of docs/performance.md by the rows that have a limit, with the day, the Node version and the load of the machine. */
export function writeTable(rows) {
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
  const day = new Date().toISOString().slice(0, 10);
  const about = `${day}, Node ${process.versions.node}, ${process.platform}-${process.arch}, load ${loadavg()[0].toFixed(1)}:`;
  writeFileSync(
    page,
    `${text.slice(0, from)}${about}\n\n${tableOf(rows.filter(({ wanted }) => wanted !== ''))}${text.slice(to)}`,
  );
}
