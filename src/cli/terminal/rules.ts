import { UsageError } from '../../base/errors.ts';
import { mostTokenBytes } from '../../base/secrets.ts';

/** Converts the error of a flag's parser to a message about an answer. */
export function complaint(message: string, hint?: string): string {
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  return [/[.!?]$/.test(sentence) ? sentence : `${sentence}.`, ...(hint ? [hint] : [])].join(' ');
}

/** Returns the problem of a text; undefined for a valid one. */
export async function textComplaint(
  question: string,
  typed: string,
  { optional, parse }: { optional?: boolean | undefined; parse?: ((text: string) => unknown) | undefined },
): Promise<string | undefined> {
  const text = typed.trim();
  if (text === '') return optional ? undefined : `${question} is required.`;
  try {
    await parse?.(text);
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return complaint(error.message, error.hint);
    throw error;
  }
}

/** Returns the problem of a secret; undefined for a valid one. */
export function secretComplaint(question: string, value: string): string | undefined {
  if (value.trim() === '') return `${question} is empty.`;
  const bytes = Buffer.byteLength(value);
  if (bytes > mostTokenBytes) return `${question} has ${bytes} bytes; at most ${mostTokenBytes} are accepted.`;
  return undefined;
}

/** Lists the flags for a secret, for a hint. */
export function secretFlags(base: string): string {
  return `${base}-file PATH, ${base}-file - for stdin, or ${base}-env NAME`;
}
