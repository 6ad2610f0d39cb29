import { UsageError } from '../base/errors.ts';
import { isSecretField } from '../base/secrets.ts';
import { parseSet } from './set-flag.ts';

/** @throws {UsageError} for a secret on the command line */
export function rejectSecretSettings(settings: readonly string[] | undefined, hint: string): void {
  const secret = Object.keys(parseSet(settings).attributes).find(isSecretField);
  if (secret === undefined) return;
  throw new UsageError(`--set: ${secret} is a secret, which others can read on a command line.`, { hint });
}
