import type { Call, Endpoint } from '../../api/contract/endpoint.ts';
import { DryRun, NotFoundError, whenAccepted } from '../../base/errors.ts';
import { differences, valuesOf } from './comparison.ts';
import type { Field, Resource, Row } from './resource.ts';

/** The values to write; unlike a resource they need not be complete. */
export interface Draft {
  attributes: Record<string, unknown>;
  relationships?: Record<string, unknown> | undefined;
}

/** The result of a write. */
export interface Put<Live> {
  row: Live;
  result: 'created' | 'updated' | 'existing';
  /** The fields of an existing thing that differ from the requested ones. */
  differences?: string[];
  /** The id of the old thing that the new one replaces. If the old thing could not be deleted, `left` is the error. */
  replaced?: string;
  left?: unknown;
}

/** The existing thing, and what to do with it. `fail` sends the creation anyway, because only the service knows whether two may exist. */
type Existing<Live> =
  | { onExisting: 'update'; existing: { id: string } }
  | { onExisting: 'fail' | 'keep' | 'replace'; existing?: Live | undefined };

/** The dependencies and options of a write. */
export interface Writing {
  call: Call;
  /** The path parameters of the list to create the thing in. */
  place?: object;
  /** True if a creation sends the fields as a user typed them, in one request. */
  asTyped?: true;
  /** The hint of an error that the resource explains itself (`verified`). */
  hint?: string;
  /** True if the caller needs the id of a new thing. */
  needsId?: boolean;
  /** Called with the id of a new thing, before any further request. */
  created?: ((id: string) => void) | undefined;
}

/**
 * Creates a thing or writes to the existing one. A second request sends the fields that only an update accepts.
 * `update` changes only the given fields; `replace` also empties all others, or creates the thing again and deletes the old one if a
 * field cannot change; `keep` only compares.
 * @throws the error of `verified`
 */
export async function put<Live extends Row>(
  resource: Resource,
  draft: Draft,
  { asTyped, call, created, existing, hint = '', needsId, onExisting, place = {} }: Writing & Existing<Live>,
): Promise<Put<Live>> {
  const { create, fields, type, update, verified = (reply) => reply } = resource;
  const write = async (endpoint: Endpoint, path: object, { attributes, relationships = {} }: Draft, failed: string) => {
    const related = Object.keys(relationships).length > 0 ? { relationships } : {};
    const body = { data: { type, attributes, ...related } };
    return ((await verified(call(endpoint, { ...path, body }), failed, hint)) as { data: Live }).data;
  };
  const change = (id: string, changes: Draft) => write(update, { id }, changes, 'was not changed');
  const filterFields = (attributes: Draft['attributes'], isAccepted: (only: Field['only']) => boolean) =>
    Object.fromEntries(Object.entries(attributes).filter(([name]) => isAccepted(fields[name]?.only)));
  const createThing = async () => {
    const isLater = (only: Field['only']) => only === 'update' && !asTyped;
    const creationFields = { ...initialOf(resource), ...filterFields(draft.attributes, (only) => !isLater(only)) };
    const updateFields = filterFields(draft.attributes, isLater);
    const hasMore = Object.keys(updateFields).length > 0;
    const isNeeded = needsId || hasMore || (existing && onExisting === 'replace');
    const sent = write(create, place, { ...draft, attributes: creationFields }, 'was not created');
    const row = await whenAccepted(sent, (error) => isNeeded && delete error.done);
    created?.(row.id);
    return hasMore ? change(row.id, { attributes: updateFields }) : row;
  };
  if (onExisting === 'update') return { row: await change(existing.id, draft), result: 'updated' };
  if (existing === undefined || onExisting === 'fail') return { row: await createThing(), result: 'created' };
  const complete = withEmptyFields(draft, fields);
  const differentFields = differing(resource, complete, existing);
  if (onExisting === 'keep') return { row: existing, result: 'existing', differences: differentFields };
  if (differentFields.some((name) => fields[name]?.only === 'create')) {
    const { left, reply } = await writeThenDelete(createThing, () => remove(resource, existing.id, call));
    return { row: reply, result: 'created', replaced: existing.id, left };
  }
  const attributes = filterFields(complete.attributes, (only) => only !== 'create');
  return { row: await change(existing.id, { ...complete, attributes }), result: 'updated' };
}

export async function remove(resource: Pick<Resource, 'remove'>, id: string, call: Call): Promise<void> {
  const input = { id, body: undefined };
  await call(resource.remove, input);
}

/** Returns the attributes that a creation sends if nothing is declared. */
export function initialOf({ fields }: Pick<Resource, 'fields'>): Draft['attributes'] {
  const entries = Object.entries(fields).filter(([, field]) => 'initial' in field);
  return Object.fromEntries(entries.map(([name, { initial }]) => [name, initial]));
}

/** Returns the given fields, and an empty value for every other field. */
export function withEmptyFields({ attributes, relationships }: Draft, fields: Resource['fields']): Required<Draft> {
  const parts = Object.entries(fields).filter(([, { isPart }]) => isPart?.(attributes) ?? true);
  const empty = parts.flatMap(([name, field]) => ('empty' in field ? [[name, field.empty]] : []));
  const noTargets = parts.flatMap(([name, { single, to }]) => (to ? [[name, { data: single ? null : [] }]] : []));
  return {
    attributes: { ...Object.fromEntries(empty), ...attributes },
    relationships: { ...Object.fromEntries(noTargets), ...relationships },
  };
}

/** Returns the fields in which a live thing differs. Secrets are not compared, because no response has them. */
function differing(resource: Resource, { attributes, relationships = {} }: Draft, live: Row): string[] {
  const { fields } = resource;
  const isCompared = (name: string) => !fields[name]?.secret && (!fields[name]?.to || name in relationships);
  const values = { ...attributes, ...valuesOf(resource, { id: '', attributes, relationships }, {}) };
  const compared = Object.fromEntries(Object.entries(values).filter(([name]) => isCompared(name)));
  const changes = differences(compared, { ...live.attributes, ...valuesOf(resource, live, {}) });
  return changes.map(({ attribute }) => attribute);
}

/**
 * Sends a write and then a deletion. An error of the deletion is returned beside the reply, because the write succeeded; a dry run
 * shows both requests.
 */
async function writeThenDelete<Reply>(write: () => Promise<Reply>, deletion: () => Promise<unknown>) {
  const reply = await write().catch(async (error: unknown) => {
    if (!(error instanceof DryRun)) throw error;
    await deletion().catch((other: unknown) => {
      throw other instanceof DryRun ? new DryRun(error.request, [other.request]) : other;
    });
    throw error;
  });
  const deletionError = await deletion().then(
    () => undefined,
    (error: unknown) => (error instanceof NotFoundError ? undefined : error),
  );
  return { left: deletionError, reply };
}
