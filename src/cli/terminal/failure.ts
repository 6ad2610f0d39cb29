import type { ServerProblem } from '../../base/errors.ts';
import { CancelledError, problemTexts, RejectedError, SvcError } from '../../base/errors.ts';
import type { Secrets } from '../../base/secrets.ts';
import { wrapMessage } from '../../base/text.ts';
import { paintFor } from './colour.ts';
import { printable, printableJson } from './printable.ts';

const maxProblemText = 16_000;
/** The most characters of problems in JSON; fewer than `maxProblemText`, because every problem has keys and quotes around it. */
const maxProblemJson = 12_000;

/** The style of an error message. */
export interface FailureStyle {
  secrets: Secrets;
  coloured: boolean;
  /** The width of the terminal; undefined without a terminal, where lines are not wrapped. */
  width: number | undefined;
  /** Returns the flag that sets the value at a JSON pointer into the request body; undefined if none does. */
  flagAt(pointer: string): string | undefined;
}

/** Formats an error for a person: what failed, the server's message, and one hint. Masks secrets. */
export async function failureText(
  error: SvcError,
  { coloured, flagAt, secrets, width }: FailureStyle,
): Promise<string> {
  const paint = await paintFor(coloured);
  const attempts = (error.attempts ?? 1) > 1 ? ` (${error.attempts} attempts)` : '';
  const message = `${secrets.hideInSentence(printable(error.message))}${attempts}`;
  const [flagged, ...others] = error.errors.flatMap((problem) => flagText(problem, { flagAt, secrets }) ?? []);
  // If the server names a flag, omit the message that the request was rejected: the flag is more useful.
  const isAboutFlags =
    error instanceof RejectedError && flagged !== undefined && others.length + 1 === error.errors.length;
  const cause = isAboutFlags ? [flagged, ...others].map(printable).join('\n') : message;
  const lines = [error instanceof CancelledError ? message : `Error: ${cause}`];
  for (const problem of isAboutFlags ? [] : error.errors) {
    const text = secrets.hide(printable(problemTexts(problem, error).join(': ')));
    const { header, parameter, pointer } = problem;
    const flag = pointer && flagAt(pointer);
    const place = flag || secrets.hide(printable(pointer || parameter || header || ''));
    if (text || place) lines.push(`  ${text && place ? `${text} (${place})` : text || place}`);
  }
  const failure = lines.join('\n');
  // Cut a long message, but keep the whole hint.
  const page = failure.length > maxProblemText ? `${failure.slice(0, maxProblemText)}…` : failure;
  const hint = error.hint ? `\nHint: ${secrets.hideInSentence(printable(error.hint))}` : '';
  const text = width === undefined ? `${page}${hint}` : wrapMessage(`${page}${hint}`, width);
  return `${text.replace(/^Error:/, (word) => paint.bad(word)).replace(/^Hint:/m, (word) => paint.faint(word))}\n`;
}

/** Formats an error for a program: one JSON object on one line. Masks secrets. */
export function failureJson(error: SvcError, secrets: Secrets): string {
  return `${printableJson(JSON.stringify({ error: failureFields(error, secrets) }))}\n`;
}

/** The fields of an error in a document. */
export type FailureFields = Pick<
  SvcError,
  'code' | 'exit' | 'message' | 'hint' | 'status' | 'errors' | 'retryable' | 'sent' | 'attempts' | 'request'
>;

/** Returns the fields of an error for programs. Masks secrets. */
export function failureFields(error: SvcError, secrets: Secrets): FailureFields {
  const { attempts, code, exit, status, retryable, sent } = error;
  const masked = (text: string | undefined) => text && secrets.hideInSentence(text);
  const [message, hint, request] = [error.message, error.hint, error.request].map(masked);
  const errors = shortened(error.errors, secrets);
  return JSON.parse(JSON.stringify({ code, exit, message, hint, status, errors, retryable, sent, attempts, request }));
}

/** Cuts the server's messages to the limit. */
function shortened(errors: readonly ServerProblem[], secrets: Secrets): ServerProblem[] {
  let room = maxProblemJson;
  const fitting = (text: string) => {
    // Mask before cutting: half a secret would not be found.
    const masked = secrets.hide(text);
    const length = printableJson(JSON.stringify(masked)).length;
    // An escaped character takes up to six characters.
    const fitted = length <= room ? masked : `${masked.slice(0, room / 6)}…`;
    room = Math.max(0, room - length);
    return fitted;
  };
  return errors.flatMap((problem) => {
    if (room === 0) return [];
    return [Object.fromEntries(Object.entries(problem).map(([name, text]) => [name, fitting(text)]))];
  });
}

/** Returns the message for an unexpected error, which is a bug: how to report it, without a stack trace. */
export function asSvcError(error: unknown): SvcError {
  return error instanceof SvcError ? error : new UnexpectedError(error);
}

class UnexpectedError extends SvcError {
  readonly code = 'failed';
  readonly exit = 1;

  constructor(cause: unknown) {
    super(`This is a bug in svc: ${cause instanceof Error ? cause.message : String(cause)}`, {
      hint: 'Run the same command with --debug and report what it prints.',
      cause,
    });
  }
}

/** Turns a problem into a sentence about its flag: `Title can't be blank` becomes `--title can't be blank`. */
function flagText(
  { detail, pointer, title }: ServerProblem,
  { flagAt, secrets }: Pick<FailureStyle, 'flagAt' | 'secrets'>,
): string | undefined {
  const flag = pointer && flagAt(pointer);
  const text = detail || title;
  if (!flag || !text) return undefined;
  const name = flag.replace(/^--/, '').replaceAll('-', ' ');
  const rest = text.toLowerCase().startsWith(`${name} `) ? text.slice(name.length + 1) : text;
  return `${flag}${rest !== text || /^(must|is|can't) /.test(text) ? '' : ':'} ${secrets.hide(rest)}`;
}
