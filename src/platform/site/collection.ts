import { CheckFailedError } from '../../base/errors.ts';
import { joined } from '../../base/text.ts';
import { type AttributeChange, differences, valuesOf } from '../resources/comparison.ts';
import type { Row } from '../resources/resource.ts';
import { initial, phaseOf, type Step, secretChanges, sharedBy, stepOf, type Thing } from './change.ts';
import { carriedLive, type Live, removeFrom, renew } from './live.ts';
import { dueSecrets } from './secret-uses.ts';
import type { Value } from './site.ts';
import { matching, type Subject, waitingOf } from './subject.ts';
import { creation, update } from './writes.ts';

/** The step that makes the live thing what is declared; undefined if nothing differs. */
export function compare(subject: Subject, live: Live): Step | undefined {
  const { list, planning, thing } = subject;
  const { fields } = list.resource;
  const found = matching(subject, live);
  if (found.length > 1) return conflictOf(thing, idsOf(found));
  const [only] = found;
  if (only === undefined) return stepOfCreation(subject);
  const different = differences(withNames(subject, live), valuesOf(list.resource, only, live.names));
  const fixed = different.find(({ attribute }) => fields[attribute]?.only === 'create');
  if (fixed === undefined) return stepOfUpdate(subject, only, different);
  const what = `The ${fixed.attribute.replace('-', ' ')} cannot change from ${fixed.from} to ${fixed.to}`;
  if (!planning.prune) return stopped(thing, `${what}; with --prune it is created again and the old one is deleted.`);
  const warnings = [`${what}: a new one takes the place of ${only.id}.`];
  return { ...stepOfCreation(subject), warnings, replaces: only.id };
}

/** The step for several live things of one identity, which stops for them only. */
function conflictOf(thing: Thing, ids: readonly string[]): Step {
  const conflict = `${joined(ids)} have this ${sharedBy(thing)}: delete or rename all but one (svc ${thing.kind} delete ${ids.at(-1)}), or declare each with its id.`;
  return stopped(thing, conflict);
}

/** A step that is shown, and fails if it is carried out. */
function stopped(thing: Thing, conflict: string): Step {
  const again = () => Promise.reject(new CheckFailedError(conflict));
  return stepOf(thing, { action: 'unknown', warnings: [conflict], conflict, phase: 0, again, send: again });
}

function stepOfCreation(subject: Subject): Step {
  const { shown, thing, uses } = subject;
  const changes = [...initial(shown), ...secretChanges(uses)];
  return stepOf(thing, {
    ...common(subject),
    action: 'create',
    changes,
    secrets: uses,
    send: creation(subject),
    withdraw: (id) => withdraw(subject, id),
  });
}

/** Another apply may have created the same at the same moment: the later one of two that are equal is superfluous. */
async function withdraw(subject: Subject, id: string): Promise<string | undefined> {
  const { declared, list, planning, thing } = subject;
  const { resource } = list;
  const waiting = waitingOf(subject);
  const { rows } = await carriedLive(list, [], planning);
  const same = rows.filter((row) => resource.identity(row.attributes) === thing.name && !waiting.includes(row.id));
  const own = same.find((row) => row.id === id);
  const others = same.filter((row) => row !== own);
  const [other] = others;
  if (declared.value.id !== undefined || own === undefined || other === undefined) return undefined;
  const ageOf = ({ attributes, id }: Row) => `${attributes['created-at']} ${id}`;
  const isEqual = differences(valuesOf(resource, own, {}), valuesOf(resource, other, {})).length === 0;
  if (others.length > 1 || !isEqual || ageOf(own) < ageOf(other)) {
    const clash = `${others.length > 1 ? 'have' : 'has'} the same ${sharedBy(thing)}`;
    throw new CheckFailedError(`${joined(idsOf(others))} ${clash} as ${id}, which this apply created.`, {
      hint: 'To see which to delete: svc diff',
    });
  }
  await removeFrom(list, id, planning);
  return other.id;
}

function stepOfUpdate(subject: Subject, { id }: Row, different: AttributeChange[]): Step | undefined {
  const { list, planning, thing, uses } = subject;
  const { due, sent } = dueSecrets(uses, thing, id, planning);
  const { fields, inUse } = list.resource;
  const secrets = due.filter(({ attribute }) => fields[attribute]?.only !== 'create');
  if (different.length + secrets.length === 0) return undefined;
  const changes = [...different, ...secretChanges(secrets, sent)];
  const names = changes.map(({ attribute }) => attribute);
  const warnings = different.length > 0 && inUse !== undefined ? [inUse] : [];
  const send = update(subject, id, names);
  return stepOf(thing, { ...common(subject), action: 'update', changes, warnings, id, secrets, send });
}

function common(subject: Subject): Pick<Step, 'phase' | 'again' | 'renew'> {
  const { list, planning, shown } = subject;
  const again = async () => compare(subject, await carriedLive(list, Object.keys(shown), planning));
  return { phase: phaseOf(list.name), again, renew: () => renew(list) };
}

/** The declared fields, with names for ids. */
function withNames({ list, shown }: Subject, { names }: Live): Value {
  return Object.fromEntries(
    Object.entries(shown).map(([name, given]) => {
      const to = list.resource.fields[name]?.to;
      if (to === undefined || !Array.isArray(given)) return [name, given];
      return [name, given.map((each) => names[to]?.nameOf(each) ?? each)];
    }),
  );
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);
