import loading from 'jq-web';
import { UsageError } from '../../base/errors.ts';
import { dataLines, printable } from './printable.ts';

/**
 * Filters a JSON text with jq, which keeps the digits of numbers. Strings are printed without quotes, everything else
 * as compact JSON, one result a line.
 * @throws {UsageError} with jq's own message
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

/** Returns the error for an invalid expression, with jq's message; its remarks about a file and a shell are removed. */
function wrongExpression(expression: string, stderr: string): UsageError {
  const message = stderr.replaceAll('undefined', '').match(/jq: error(?: \(at [^)]*\))?:? ?(.*)/)?.[1] ?? stderr;
  const reason = message.replace(/ \(Unix shell quoting issues\?\)/, '').replace(/ at <top-level>.*$/s, '');
  return new UsageError(`--jq: ${printable(reason)}`, { hint: `Expression: ${printable(expression)}` });
}
