import { CheckFailedError, UsageError } from '../../base/errors.ts';
import { type Draft, put } from '../resources/put.ts';
import type { SecretValues, Sent, Step } from './change.ts';
import { carry, inPlace, namesFor } from './live.ts';
import type { Subject } from './subject.ts';

/** Creates a declared thing. */
export function creation(subject: Subject): Step['send'] {
  const { declared, list, uses } = subject;
  const { fields } = list.resource;
  const names = Object.keys(fields).filter((name) => declared.value[name] !== undefined);
  const early = uses.filter(({ attribute }) => fields[attribute]?.only !== 'update');
  return async (secrets, created) => {
    const draft = await draftOf(subject, names, secrets);
    return write(subject, draft, { onExisting: 'fail', created: (id) => created(id, early) });
  };
}

/** Updates these fields of a live thing. */
export function update(subject: Subject, id: string, names: readonly string[]): Step['send'] {
  return async (secrets) =>
    write(subject, await draftOf(subject, names, secrets), { onExisting: 'update', existing: { id } });
}

/** Writes a thing; disabled if its destination fails the verification and that is wanted. */
async function write(
  { list, planning }: Subject,
  draft: Draft,
  what: { onExisting: 'fail'; created(id: string): void } | { onExisting: 'update'; existing: { id: string } },
): Promise<Sent> {
  const hint = 'To save it disabled: --on-failed-verification save-disabled';
  const writing = { ...what, call: planning.service.call, place: inPlace(list.resource, list.place), hint };
  const send = async (some: Draft) => {
    const { row } = await put(list.resource, some, writing);
    carry(list, row.id, row);
    return row.id;
  };
  try {
    return { id: await send(draft) };
  } catch (error) {
    if (!planning.saveDisabled || !(error instanceof CheckFailedError)) throw error;
    const note = 'saved disabled: its destination did not pass the verification';
    return { id: await send({ ...draft, attributes: { ...draft.attributes, enabled: false } }), note };
  }
}

/** A draft with these fields. What a relationship names may have been created by an earlier step. */
async function draftOf(subject: Subject, given: readonly string[], secrets: SecretValues): Promise<Draft> {
  const { declared, list, planning } = subject;
  const { fields } = list.resource;
  const { at, value } = declared;
  const names = await namesFor(list.resource, given, planning);
  const attributes: Draft['attributes'] = {};
  const relationships: Record<string, unknown> = {};
  for (const name of given) {
    const { single, to } = fields[name] ?? {};
    const idOf = (text: string) => names[to!]?.idOf(text);
    const reference = (text: string) => ({ type: to, id: idOf(text) ?? text });
    const wanted = value[name];
    if (to === undefined) attributes[name] = secrets[name] ?? wanted;
    else if (!single) relationships[name] = { data: (wanted as string[]).map(reference) };
    else if (wanted === null) relationships[name] = { data: null };
    else if (idOf(String(wanted)) !== undefined) relationships[name] = { data: reference(String(wanted)) };
    else throw new UsageError(`${at}: no agent pool ${wanted} in ${planning.organization}.`);
  }
  return { attributes, relationships };
}
