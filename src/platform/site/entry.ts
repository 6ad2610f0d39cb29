import { isObject } from '../../base/json.ts';
import { joined } from '../../base/text.ts';
import { differences, valuesOf } from '../resources/comparison.ts';
import type { Row } from '../resources/resource.ts';
import { defined, type SecretUse } from './change.ts';
import type { Planning } from './kind.ts';
import { type List, thingIn } from './list.ts';
import type { SecretStates, Thing } from './record.ts';
import type { SecretSource } from './schema.ts';
import type { Declared, Value } from './site.ts';

export interface Entry extends Declared<Value> {
  list: List;
  planning: Planning;
  thing: Thing;
  /** The declared fields without secrets. */
  shown: Value;
  uses: SecretUse[];
}

export function entryOf(list: List, declared: Declared<Value>, planning: Planning): Entry {
  const { resource } = list;
  const { at, document, folder, value } = declared;
  const thing = { ...thingIn(list, resource.identity(value), planning), ...(document && { document }) };
  const fields = Object.entries(value).filter(([name]) => resource.fields[name] !== undefined);
  // An object in place of the value names the source of a secret.
  const isSecret = ([name, given]: [string, unknown]) => resource.fields[name]?.secret || isObject(given);
  const uses = fields.flatMap(([attribute, source]): SecretUse[] =>
    isSecret([attribute, source]) && source ? [{ attribute, source: source as SecretSource, at, folder }] : [],
  );
  const shown = defined(Object.fromEntries(fields.filter((field) => !isSecret(field))));
  return { at, document, folder, value, list, planning, thing, shown, uses };
}

/** Returns the live things of a list, each with its name and its entry in the record, for `matching`. */
export function namedIn(list: List, rows: readonly Row[], planning: Planning) {
  const { identity } = list.resource;
  const thing = thingIn(list, '', planning);
  return rows.map((row) => ({ row, name: identity(row.attributes), known: planning.record.find(thing, row.id) }));
}

/**
 * Returns the live things that an entry declares, and `doubles`, the others of its name. The first of these rules that finds a
 * thing counts: the thing with the id of the entry; the things that the record has under its name; the things of its name that the
 * record does not have under another declared name; a replaced thing.
 */
export function matching(
  { list: { ids, names }, thing, value }: Entry,
  live: ReturnType<typeof namedIn>,
): { rows: Row[]; doubles: Row[] } {
  const rowById = live.find(({ known, row }) => row.id === value.id && !known?.replaced);
  if (rowById) return { rows: [rowById.row], doubles: [] };
  const oldName = value['renamed-from'];
  const [recorded, named, renamed, replaced]: [Row[], Row[], Row[], Row[]] = [[], [], [], []];
  for (const { known, name, row } of live) {
    if (ids.has(row.id)) continue;
    const isOther = known !== undefined && known.name !== thing.name && names.has(known.name);
    if (known?.replaced) {
      if (name === thing.name) replaced.push(row);
    } else if (known?.name === thing.name) recorded.push(row);
    else if (name === thing.name && !isOther) named.push(row);
    else if (known && !isOther && (known.name === oldName || name === oldName)) renamed.push(row);
  }
  const matches = [recorded, named, renamed, replaced].find((some) => some.length > 0) ?? [];
  return { rows: matches, doubles: matches === recorded ? named : [] };
}

/** Returns the mistake in the `renamed-from` of an entry, if any. @param rows the live things; empty if the entry has a live thing */
export function renameMistake(entry: Entry, entries: readonly Entry[], rows: readonly Row[]): string | undefined {
  const { list, planning, thing, value } = entry;
  const oldName = value['renamed-from'];
  if (oldName === undefined) return undefined;
  const subject = `renamed-from: ${thing.kind} ${oldName}`;
  if (entries.some((other) => other.thing.name === oldName)) return `${subject} is also declared.`;
  const first = entries.find((other) => other.value['renamed-from'] === oldName);
  if (first !== entry) return `${subject} is also in ${first?.at}.`;
  if (planning.record.find(thing, null)) return undefined;
  const live = rows.flatMap(({ attributes, id }) => (list.resource.identity(attributes) === oldName ? id : []));
  const fix = `To adopt it, add id: ${live.join(' or id: ')} to the entry.`;
  return live.length > 0 ? `${subject} exists (${joined(live)}), but the record does not know it. ${fix}` : undefined;
}

/**
 * Returns the declared secrets of an existing thing, by state:
 * `due` are to be sent; `unmet` should be sent, but only a creation accepts them; `unsure` are like `unmet`, but the creation may have sent them;
 * `unknown` may have been sent by someone else; `byVersion` were sent and are compared by version only, because their value is not available here.
 * A readable secret, such as a URL, is compared if its value is available. Any other secret is due with --send-secrets, after a change of
 * its version, and if svc created the thing and is not certain that it sent the secret.
 */
export function secretsOf({ list, planning, thing, uses }: Entry, row: Row) {
  const { record, sendSecrets, valueFrom } = planning;
  const recorded = record.find(thing, row.id) ?? record.find(thing, null);
  const isOurs = recorded !== undefined && (recorded.made || recorded.begun !== undefined);
  const states: SecretStates = {};
  const none = (): SecretUse[] => [];
  const groups = { due: none(), unmet: none(), unsure: none(), unknown: none(), byVersion: none(), states };
  for (const use of uses) {
    const { attribute, source } = use;
    const { only, secret } = list.resource.fields[attribute] ?? {};
    const value = secret ? undefined : valueFrom(source);
    const { state, version } = recorded?.secrets[attribute] ?? { state: recorded?.begun ? 'unknown' : 'unsent' };
    const isLive = value !== undefined && differences({ [attribute]: value }, row.attributes).length === 0;
    const isNewer = source.version !== undefined && source.version !== version;
    const isDue = value === undefined ? (state === 'sent' ? isNewer : isOurs) : !isLive;
    states[attribute] = isLive ? stateOf(use) : { state, ...(version !== undefined && { version }) };
    if (only === 'create') {
      if (isDue) groups[state === 'unknown' ? 'unsure' : 'unmet'].push(use);
    } else if (isDue || sendSecrets) groups.due.push(use);
    else if (value === undefined && state !== 'sent') groups.unknown.push(use);
    else if (value === undefined && !secret) groups.byVersion.push(use);
  }
  return groups;
}

export function stateOf({ source: { version } }: SecretUse): SecretStates[string] {
  return { state: 'sent', ...(version !== undefined && { version }) };
}

/** Returns a live thing with all its fields. The hash of a step covers it. */
export const seenIn = ({ resource }: List, row: Row) => [row.id, valuesOf(resource, row, {})];
