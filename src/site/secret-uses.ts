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

/** The versions of secrets that the existing thing with this id got, as far as the record knows. */
export function sentVersions(thing: Thing, id: string, { record }: Planning): Readonly<Record<string, number | null>> {
  const entry = record.find(thing);
  return entry?.id === id ? entry.secrets : {};
}

/**
 * The secrets to send to an existing thing, since they cannot be compared: all with --send-secrets; those whose version is not the
 * recorded one; and those that an apply may not have sent when it made the thing. The others that nobody is known to have sent are
 * `unknown`.
 */
export function dueSecrets(
  uses: readonly SecretUse[],
  thing: Thing,
  id: string,
  planning: Planning,
): { due: SecretUse[]; unknown: SecretUse[] } {
  if (planning.sendSecrets) return { due: [...uses], unknown: [] };
  const entry = planning.record.find(thing);
  const isOurs = (entry?.id ?? id) === id && (entry?.made === true || entry?.begun !== undefined);
  const sent = sentVersions(thing, id, planning);
  const isUnsent = ({ attribute }: SecretUse) => sent[attribute] === undefined;
  const isNewer = ({ attribute, source: { version } }: SecretUse) =>
    version !== undefined && sent[attribute] !== version;
  return {
    due: uses.filter((use) => (isUnsent(use) ? isOurs : isNewer(use))),
    unknown: uses.filter((use) => isUnsent(use) && !isOurs),
  };
}

/** The versions of secrets as the record stores them. */
export function versionsOf(uses: readonly SecretUse[]): Record<string, number | null> {
  return Object.fromEntries(uses.map(({ attribute, source }) => [attribute, source.version ?? null]));
}
