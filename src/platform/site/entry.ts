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
  /** The declared fields but for secrets. */
  shown: Value;
  uses: SecretUse[];
}

export function entryOf(list: List, declared: Declared<Value>, planning: Planning): Entry {
  const { resource } = list;
  const { at, document, folder, value } = declared;
  const thing = { ...thingIn(list, resource.identity(value), planning), ...(document && { document }) };
  const fields = Object.entries(value).filter(([name]) => resource.fields[name] !== undefined);
  // A map is where a secret comes from.
  const isSecret = ([name, given]: [string, unknown]) => resource.fields[name]?.secret || isObject(given);
  const uses = fields.flatMap(([attribute, source]): SecretUse[] =>
    isSecret([attribute, source]) && source ? [{ attribute, source: source as SecretSource, at, folder }] : [],
  );
  const shown = defined(Object.fromEntries(fields.filter((field) => !isSecret(field))));
  return { ...declared, list, planning, thing, shown, uses };
}

/** A live thing with its name and what the record knows of it, which all entries of a list are matched with. */
export function namedIn(list: List, rows: readonly Row[], planning: Planning) {
  const { identity } = list.resource;
  const thing = thingIn(list, '', planning);
  return rows.map((row) => ({ row, name: identity(row.attributes), known: planning.record.find(thing, row.id) }));
}

/**
 * The live things that an entry is about, and others of its name: the one with its id, else those that the record has under its name,
 * else those of its name that the record has under no other declared name; a replaced one only if there is no other.
 */
export function matching(
  { list: { ids, names }, thing, value }: Entry,
  live: ReturnType<typeof namedIn>,
): { found: Row[]; doubles: Row[] } {
  const own = live.find(({ known, row }) => row.id === value.id && !known?.replaced);
  if (own) return { found: [own.row], doubles: [] };
  const old = value['renamed-from'];
  const [recorded, named, renamed, replaced]: [Row[], Row[], Row[], Row[]] = [[], [], [], []];
  for (const { known, name, row } of live) {
    if (ids.has(row.id)) continue;
    const isOther = known !== undefined && known.name !== thing.name && names.has(known.name);
    if (known?.replaced) {
      if (name === thing.name) replaced.push(row);
    } else if (known?.name === thing.name) recorded.push(row);
    else if (name === thing.name && !isOther) named.push(row);
    else if (known && !isOther && (known.name === old || name === old)) renamed.push(row);
  }
  const found = [recorded, named, renamed, replaced].find((some) => some.length > 0) ?? [];
  return { found, doubles: found === recorded ? named : [] };
}

/** Returns what is wrong with the `renamed-from` of an entry. @param rows the live things; empty if the entry has one */
export function renameMistake(entry: Entry, entries: readonly Entry[], rows: readonly Row[]): string | undefined {
  const { list, planning, thing, value } = entry;
  const old = value['renamed-from'];
  if (old === undefined) return undefined;
  const named = `renamed-from: ${thing.kind} ${old}`;
  if (entries.some((other) => other.thing.name === old)) return `${named} is also declared.`;
  const first = entries.find((other) => other.value['renamed-from'] === old);
  if (first !== entry) return `${named} is also in ${first?.at}.`;
  if (planning.record.find(thing, null)) return undefined;
  const live = rows.flatMap(({ attributes, id }) => (list.resource.identity(attributes) === old ? id : []));
  const cure = `To adopt it, add id: ${live.join(' or id: ')} to the entry.`;
  return live.length > 0 ? `${named} exists (${joined(live)}), but the record does not know it. ${cure}` : undefined;
}

/**
 * Returns the declared secrets of an existing thing: those to send (`due`), those that would be due but only a creation accepts (`unmet`, or
 * `unsure` if it may have got them), those that no apply is known to have sent (`unknown`), readable ones without a value at hand
 * (`byVersion`), and what is known of each.
 * One that can be read, such as a URL, is compared if its value is at hand. Others are due with --send-secrets, if their version is not the
 * one that was sent, and if they were not sent for certain to what svc made.
 */
export function secretsOf({ list, planning, thing, uses }: Entry, row: Row) {
  const { record, sendSecrets, valueFrom } = planning;
  const known = record.find(thing, row.id) ?? record.find(thing, null);
  const isOurs = known !== undefined && (known.made || known.begun !== undefined);
  const states: SecretStates = {};
  const none = (): SecretUse[] => [];
  const found = { due: none(), unmet: none(), unsure: none(), unknown: none(), byVersion: none(), states };
  for (const use of uses) {
    const { attribute, source } = use;
    const { only, secret } = list.resource.fields[attribute] ?? {};
    const value = secret ? undefined : valueFrom(source);
    const { state, version } = known?.secrets[attribute] ?? { state: known?.begun ? 'unknown' : 'unsent' };
    const isLive = value !== undefined && differences({ [attribute]: value }, row.attributes).length === 0;
    const isNewer = source.version !== undefined && source.version !== version;
    const isDue = value === undefined ? (state === 'sent' ? isNewer : isOurs) : !isLive;
    states[attribute] = isLive ? stateOf(use) : { state, ...(version !== undefined && { version }) };
    if (only === 'create') {
      if (isDue) found[state === 'unknown' ? 'unsure' : 'unmet'].push(use);
    } else if (isDue || sendSecrets) found.due.push(use);
    else if (value === undefined && state !== 'sent') found.unknown.push(use);
    else if (value === undefined && !secret) found.byVersion.push(use);
  }
  return found;
}

export function stateOf({ source: { version } }: SecretUse): SecretStates[string] {
  return { state: 'sent', ...(version !== undefined && { version }) };
}

/** A live thing with all its fields, as a hash has it. */
export const seenIn = ({ resource }: List, row: Row) => [row.id, valuesOf(resource, row, {})];
