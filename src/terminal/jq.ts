import loading from 'jq-web';
import { UsageError } from '../base/errors.ts';
import { dataLines, printable } from './printable.ts';

/**
 * Filters a JSON text with jq, which keeps the digits of numbers; strings come out without quotes, everything else as compact JSON,
 * one result a line.
 * @throws {UsageError} with jq's own words, and the place where the expression is wrong
 */
export async function filterJson(json: string, expression: string): Promise<string> {
  const { raw } = await loading;
  try {
    const result = raw(json, expression, ['-r', '-c']) ?? '';
    return result === '' ? '' : `${dataLines(result).replace(/(?<!\n)\n+$/, '')}\n`;
  } catch (error) {
    throw wrongExpression(expression, (error as { stderr?: string }).stderr ?? String(error));
  }
}

/** jq says which word it did not expect and shows the expression; the words and a mark under the place are what helps. */
function wrongExpression(expression: string, stderr: string): UsageError {
  const words = stderr.replaceAll('undefined', '').match(/jq: error(?: \(at [^)]*\))?:? ?(.*)/)?.[1] ?? stderr;
  const reason = words.replace(/ \(Unix shell quoting issues\?\)/, '').replace(/ at <top-level>.*$/s, '');
  const place = placeOf(expression, reason);
  const marked = place === undefined ? '' : `\n  ${printable(expression)}\n  ${' '.repeat(place)}^`;
  return new UsageError(`--jq: ${printable(reason)}${marked}`, {
    hint: place === undefined ? `Expression: ${printable(expression)}` : 'Put the expression in single quotes.',
  });
}

function placeOf(expression: string, reason: string): number | undefined {
  if (/unexpected end of file/.test(reason)) return expression.length;
  const missing = /^(\S+)\/\d+ is not defined/.exec(reason)?.[1] ?? /unexpected '?([^',\s]+)'?/.exec(reason)?.[1];
  const at = missing === undefined ? -1 : expression.lastIndexOf(missing);
  return at < 0 ? undefined : at;
}
