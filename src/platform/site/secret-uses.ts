import type { SecretUse, Thing } from './change.ts';
import type { Planning } from './kind.ts';

/**
 * The secrets to send to an existing thing, since they cannot be compared: all with --send-secrets; those whose version is not the
 * recorded one; and those that an apply may not have sent when it made the thing. The others that no apply is known to have sent are
 * `unknown`, and `sent` has the versions that this thing got.
 */
export function dueSecrets(
  uses: readonly SecretUse[],
  thing: Thing,
  id: string,
  { record, sendSecrets }: Planning,
): { due: SecretUse[]; unknown: SecretUse[]; sent: Readonly<Record<string, number | null>> } {
  const entry = record.find(thing);
  const sent = entry?.id === id ? entry.secrets : {};
  if (sendSecrets) return { due: [...uses], unknown: [], sent };
  const isOurs = (entry?.id ?? id) === id && (entry?.made === true || entry?.begun !== undefined);
  const isUnsent = ({ attribute }: SecretUse) => sent[attribute] === undefined;
  const isNewer = ({ attribute, source: { version } }: SecretUse) =>
    version !== undefined && sent[attribute] !== version;
  return {
    due: uses.filter((use) => (isUnsent(use) ? isOurs : isNewer(use))),
    unknown: uses.filter((use) => isUnsent(use) && !isOurs),
    sent,
  };
}

/** The version of a secret in the record whose write was begun and never confirmed. A declared one is 1 or more. */
export const unconfirmed = 0;

/** The versions of secrets as the record stores them. */
export function versionsOf(uses: readonly SecretUse[]): Record<string, number | null> {
  return Object.fromEntries(uses.map(({ attribute, source }) => [attribute, source.version ?? null]));
}
