import { UsageError } from '../base/errors.ts';
import type { Resource, Row } from '../resources/resource.ts';
import type { SecretValues, Sent, Step } from './change.ts';
import type { Planning } from './kind.ts';
import { carry, type Data, inPlace, type List, namesFor } from './live.ts';
import type { Subject } from './subject.ts';

/** Creates a declared thing. What only an update accepts follows with a second request. */
export function creation(subject: Subject): Step['send'] {
  const { declared, list, planning, uses } = subject;
  const { fields } = list.resource;
  const isLater = (name: string) => fields[name]?.only === 'update';
  const names = Object.keys(fields).filter((name) => declared.value[name] !== undefined);
  const later = names.filter(isLater);
  const defaults = Object.entries(fields).flatMap(([name, field]) =>
    'initial' in field ? [[name, field.initial]] : [],
  );
  return async (secrets, created) => {
    const early = names.filter((name) => !isLater(name));
    const data = await dataOf(subject, early, secrets);
    const whole = { ...data, attributes: { ...Object.fromEntries(defaults), ...data.attributes } };
    const place = inPlace(list.resource, list.place);
    const sent = await write(list, list.resource.create, place, whole, declared.value.enabled === true, planning);
    if (later.length === 0 || sent.id === undefined) return sent;
    const given = uses.filter(({ attribute }) => !isLater(attribute));
    created(sent.id, given);
    const rest = await dataOf(subject, later, secrets);
    await write(list, list.resource.update, { id: sent.id }, rest, false, planning);
    return sent;
  };
}

/** Updates these fields of a live thing. @param enabled whether it is enabled now */
export function update(subject: Subject, id: string, names: readonly string[], enabled: boolean): Step['send'] {
  const { declared, list, planning } = subject;
  const isEnabled = declared.value.enabled === undefined ? enabled : declared.value.enabled === true;
  return async (secrets) =>
    write(list, list.resource.update, { id }, await dataOf(subject, names, secrets), isEnabled, planning);
}

/** @returns the id of what was written */
async function write(
  list: List,
  endpoint: Resource['create'],
  path: object,
  data: Data,
  isEnabled: boolean,
  planning: Planning,
): Promise<Sent> {
  const put = async (some: Data) => {
    const { data: row } = (await planning.service.call(endpoint, { ...path, body: { data: some } })) as { data: Row };
    carry(list, row.id, row);
    return row.id;
  };
  return list.send ? list.send(data, isEnabled, put, planning) : { id: await put(data) };
}

/** The data of a write with these fields. What a relationship names may have been created by an earlier step. */
async function dataOf(subject: Subject, given: readonly string[], secrets: SecretValues): Promise<Data> {
  const { declared, list, planning } = subject;
  const { fields, type } = list.resource;
  const { at, value } = declared;
  const names = await namesFor(list.resource, given, planning);
  const data: Data = { type, attributes: {} };
  const relationships: Record<string, unknown> = {};
  for (const name of given) {
    const { single, to } = fields[name] ?? {};
    const idOf = (text: string) => names[to!]?.idOf(text);
    const reference = (text: string) => ({ type: to, id: idOf(text) ?? text });
    const wanted = value[name];
    if (to === undefined) data.attributes[name] = secrets[name] ?? wanted;
    else if (!single) relationships[name] = { data: (wanted as string[]).map(reference) };
    else if (wanted === null) relationships[name] = { data: null };
    else if (idOf(String(wanted)) !== undefined) relationships[name] = { data: reference(String(wanted)) };
    else throw new UsageError(`${at}: no agent pool "${wanted}" in ${planning.organization}.`);
  }
  return Object.keys(relationships).length > 0 ? { ...data, relationships } : data;
}
