import { CheckFailedError, UsageError } from '../../base/errors.ts';
import { joined } from '../../base/text.ts';
import { type AttributeChange, differences, valuesOf } from '../resources/comparison.ts';
import { type Draft, put } from '../resources/put.ts';
import type { Row } from '../resources/resource.ts';
import { initial, phaseOf, type Step, secretChanges, secretOf, sharedBy, stepOf } from './change.ts';
import { type Entry, matching, namedIn, secretsOf, seenIn } from './entry.ts';
import { carriedRows, inPlace, type Names, namesFor, removeFrom, renew, updateRow } from './list.ts';

/** Returns the step that changes the live thing to the declared state; undefined if nothing differs. Several live things of one identity are a conflict. */
export function stepFor(entry: Entry, [only, ...others]: readonly Row[], names: Names): Step | undefined {
  const { list, planning, thing } = entry;
  const { fields, inUseWarning, kind } = list.resource;
  if (only === undefined) return stepOfCreation(entry);
  if (others.length > 0) {
    const ids = idsOf([only, ...others]);
    const remedy = `delete or rename all but one (svc ${kind} delete ${ids.at(-1)}), or declare each with its id.`;
    return stopped(entry, `${joined(ids)} have this ${sharedBy(thing)}: ${remedy}`);
  }
  const different = differences(entry.shown, valuesOf(list.resource, only, names));
  const fixed = different.find(({ attribute }) => fields[attribute]?.only === 'create');
  if (fixed !== undefined) {
    const what = `The ${fixed.attribute.replace('-', ' ')} cannot change from ${fixed.from} to ${fixed.to}`;
    if (!planning.prune) return stopped(entry, `${what}; with --prune it is created again and the old one is deleted.`);
    return { ...stepOfCreation(entry, only), warnings: [`${what}: a new one takes the place of ${only.id}.`] };
  }
  const { due, states } = secretsOf(entry, only);
  if (different.length + due.length === 0) return undefined;
  const recordedSecrets = planning.record.find(thing, only.id)?.secrets ?? {};
  // A value that was sent as a secret stays hidden when it is no longer declared as one.
  const shown = ({ attribute, from, to }: AttributeChange) => {
    return { attribute, from: recordedSecrets[attribute] ? secretOf(recordedSecrets[attribute]) : from, to };
  };
  const changes = [...different.map(shown), ...secretChanges(due, states)];
  const changedNames = changes.map(({ attribute }) => attribute);
  return stepOf(thing, seenIn(list, only), {
    ...common(entry),
    action: 'update',
    changes,
    warnings: different.length > 0 && inUseWarning !== undefined ? [inUseWarning] : [],
    id: only.id,
    secrets: due,
    async send(secrets) {
      const existing = { id: only.id };
      return {
        id: await write(entry, await draftOf(entry, changedNames, secrets), { onExisting: 'update', existing }),
      };
    },
  });
}

export function stopped({ thing }: Pick<Entry, 'thing'>, conflict: string): Step {
  const recheck = () => Promise.reject(new CheckFailedError(conflict));
  return stepOf(thing, null, { action: 'unknown', warnings: [conflict], conflict, phase: 0, recheck, send: recheck });
}

function stepOfCreation(entry: Entry, replaced?: Row): Step {
  const { list, shown, thing, uses, value } = entry;
  const { fields } = list.resource;
  const declaredNames = Object.keys(fields).filter((name) => value[name] !== undefined);
  const early = uses.filter(({ attribute }) => fields[attribute]?.only !== 'update');
  return stepOf(thing, replaced && seenIn(list, replaced), {
    ...common(entry),
    action: 'create',
    changes: [...initial(shown), ...secretChanges(uses)],
    secrets: uses,
    replaces: replaced?.id,
    async send(secrets, created) {
      return create(entry, await draftOf(entry, declaredNames, secrets), (id) => created(id, early));
    },
    withdraw: (id) => withdraw(entry, id),
  });
}

function common(entry: Entry): Pick<Step, 'phase' | 'recheck' | 'renew'> {
  const { list, planning, shown } = entry;
  return {
    phase: phaseOf(list.name),
    async recheck() {
      const { rows } = matching(entry, namedIn(list, await carriedRows(list, planning), planning));
      return stepFor(entry, rows, await namesFor(list.resource, Object.keys(shown), planning));
    },
    renew: () => renew(list),
  };
}

/** Creates a declared thing. If its destination fails the verification, --on-failed-verification save-disabled creates it disabled. */
async function create(entry: Entry, draft: Draft, created: (id: string) => void): ReturnType<Step['send']> {
  try {
    return { id: await write(entry, draft, { onExisting: 'fail', created }) };
  } catch (error) {
    if (!entry.planning.saveDisabled || !(error instanceof CheckFailedError)) throw error;
    const disabled = { ...draft, attributes: { ...draft.attributes, enabled: false } };
    const note = 'saved disabled: its destination did not pass the verification';
    return { id: await write(entry, disabled, { onExisting: 'fail', created }), note };
  }
}

type Write = { onExisting: 'fail'; created(id: string): void } | { onExisting: 'update'; existing: { id: string } };
async function write({ list, planning }: Entry, draft: Draft, what: Write): Promise<string> {
  const { call } = planning.service;
  const hint = what.onExisting === 'fail' ? 'To save it disabled: --on-failed-verification save-disabled' : '';
  const { row } = await put(list.resource, draft, { ...what, call, place: inPlace(list.resource, list.place), hint });
  updateRow(list, row.id, row);
  return row.id;
}

/** Returns the values to write for these fields. Ids of relationships are looked up now, because an earlier step may have created their targets. */
async function draftOf(entry: Entry, fieldNames: readonly string[], secrets: Record<string, string>): Promise<Draft> {
  const { at, list, planning, value } = entry;
  const { fields } = list.resource;
  const names = await namesFor(list.resource, fieldNames, planning);
  const attributes: Draft['attributes'] = {};
  const relationships: Record<string, unknown> = {};
  for (const name of fieldNames) {
    const { single, to } = fields[name] ?? {};
    const idOf = (text: string) => names[to!]?.idOf(text);
    const reference = (text: string) => ({ type: to, id: idOf(text) ?? text });
    const declaredValue = value[name];
    if (to === undefined) attributes[name] = secrets[name] ?? declaredValue;
    else if (!single) relationships[name] = { data: (declaredValue as string[]).map(reference) };
    else if (declaredValue === null) relationships[name] = { data: null };
    else if (idOf(String(declaredValue)) !== undefined)
      relationships[name] = { data: reference(String(declaredValue)) };
    else throw new UsageError(`${at}: no agent pool ${declaredValue} in ${planning.organization}.`);
  }
  return { attributes, relationships };
}

/** Deletes the later of two equal things, which two applies may have created at the same moment. Returns the id of the earlier one. */
async function withdraw({ list, planning, thing, value }: Entry, id: string): Promise<string | undefined> {
  const { resource } = list;
  const rows = await carriedRows(list, planning);
  const isReplaced = (row: Row) => planning.record.find(thing, row.id)?.replaced === true;
  const same = rows.filter((row) => resource.identity(row.attributes) === thing.name && !isReplaced(row));
  const ownRow = same.find((row) => row.id === id);
  const others = same.filter((row) => row !== ownRow);
  const [other] = others;
  if (value.id !== undefined || ownRow === undefined || other === undefined) return undefined;
  const ageOf = ({ attributes, id }: Row) => `${attributes['created-at']} ${id}`;
  const isEqual = differences(valuesOf(resource, ownRow, {}), valuesOf(resource, other, {})).length === 0;
  if (others.length > 1 || !isEqual || ageOf(ownRow) < ageOf(other)) {
    const clash = `${others.length > 1 ? 'have' : 'has'} the same ${sharedBy(thing)}`;
    throw new CheckFailedError(`${joined(idsOf(others))} ${clash} as ${id}, which this apply created.`, {
      hint: 'To see which to delete: svc diff',
    });
  }
  await removeFrom(list, id, planning);
  return other.id;
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);
