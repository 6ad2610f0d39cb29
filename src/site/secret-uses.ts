import type { SecretUse, Thing } from './change.ts';
import type { Planning } from './kind.ts';
import type { SecretSource } from './schema.ts';
import type { Declared } from './site.ts';

/** The secrets that a document declares for a thing. */
export function declaredSecrets<Value extends object>(
  { at, folder, value }: Declared<Value>,
  names: readonly (keyof Value & string)[],
): SecretUse[] {
  return names.flatMap((attribute) => {
    const source = value[attribute] as SecretSource | undefined;
    return source === undefined ? [] : { attribute, source, at, folder };
  });
}

/**
 * The secrets to send to an existing thing, since they cannot be compared: all with --send-secrets; those whose version is not the
 * recorded one; and those that a killed creation may not have sent. Without a record there is nothing to compare a version with.
 */
export function secretsToSend(
  uses: readonly SecretUse[],
  thing: Thing,
  { record, sendSecrets, unsentSecrets }: Planning,
): SecretUse[] {
  if (sendSecrets) return [...uses];
  if (!record.existed && !record.find(thing)) {
    if (uses.length > 0) unsentSecrets();
    return [];
  }
  const entry = record.find(thing);
  return uses.filter(({ attribute, source: { version } }) => {
    const sent = entry?.secrets[attribute];
    if (version !== undefined) return sent !== version;
    return entry?.made === true && sent === undefined;
  });
}

/** The versions of secrets as the record stores them. */
export function versionsOf(uses: readonly SecretUse[]): Record<string, number | null> {
  return Object.fromEntries(uses.map(({ attribute, source }) => [attribute, source.version ?? null]));
}
