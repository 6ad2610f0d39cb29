import type { Call, Endpoint } from '../../api/contract/endpoint.ts';
import { DryRun, NotFoundError, whenAccepted } from '../../base/errors.ts';
import { differences, valuesOf } from './comparison.ts';
import type { Field, Resource, Row } from './resource.ts';

/** The fields of a write. */
export interface Draft {
  attributes: Record<string, unknown>;
  relationships?: Record<string, unknown> | undefined;
}

/** The result of a write. */
export interface Put<Live> {
  row: Live;
  result: 'created' | 'updated' | 'existing';
  /** The fields of an existing thing that differ from the draft. */
  differences?: string[];
  /** The id of the deleted thing that the new one replaces; with `left`, the reason why it still exists. */
  replaced?: string;
  left?: unknown;
}

/** The existing thing, and the action on it: `fail` leaves to the service whether two may exist. */
type Existing<Live> =
  | { onExisting: 'update'; existing: { id: string } }
  | { onExisting: 'fail' | 'keep' | 'replace'; existing?: Live | undefined };

/** The dependencies and options of a write. */
export interface Writing {
  call: Call;
  /** The path of the list, for a creation. */
  place?: object;
  /** True if a creation is one request with the whole draft, as a user typed it. */
  asTyped?: true;
  /** The hint for a failure that the resource explains. */
  hint?: string;
  /** True if the caller needs the id of a new thing. */
  needsId?: boolean;
  /** Called with the id of a new thing, before anything else is sent. */
  created?: ((id: string) => void) | undefined;
}

/**
 * Creates a thing, with a second request for fields that only an update accepts, or writes to the existing thing.
 * `update` changes the fields of the draft; `replace` makes the thing exactly the draft, or creates it again and
 * deletes the old one if a field cannot change; `keep` only compares.
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
  const change = (id: string, some: Draft) => write(update, { id }, some, 'was not changed');
  const accepted = (attributes: Draft['attributes'], isAccepted: (only: Field['only']) => boolean) =>
    Object.fromEntries(Object.entries(attributes).filter(([name]) => isAccepted(fields[name]?.only)));
  const make = async () => {
    const isLater = (only: Field['only']) => only === 'update' && !asTyped;
    const first = { ...initialOf(resource), ...accepted(draft.attributes, (only) => !isLater(only)) };
    const later = accepted(draft.attributes, isLater);
    const hasMore = Object.keys(later).length > 0;
    const isNeeded = needsId || hasMore || (existing && onExisting === 'replace');
    const sent = write(create, place, { ...draft, attributes: first }, 'was not created');
    const row = await whenAccepted(sent, (error) => isNeeded && delete error.done);
    created?.(row.id);
    return hasMore ? change(row.id, { attributes: later }) : row;
  };
  if (onExisting === 'update') return { row: await change(existing.id, draft), result: 'updated' };
  if (existing === undefined || onExisting === 'fail') return { row: await make(), result: 'created' };
  const complete = exactly(draft, fields);
  const different = differing(resource, complete, existing);
  if (onExisting === 'keep') return { row: existing, result: 'existing', differences: different };
  if (different.some((name) => fields[name]?.only === 'create')) {
    const { left, reply } = await inOrder(make, () => remove(resource, existing.id, call));
    return { row: reply, result: 'created', replaced: existing.id, left };
  }
  const attributes = accepted(complete.attributes, (only) => only !== 'create');
  return { row: await change(existing.id, { ...complete, attributes }), result: 'updated' };
}

/** Deletes a thing. */
export async function remove(resource: Pick<Resource, 'remove'>, id: string, call: Call): Promise<void> {
  const input = { id, body: undefined };
  await call(resource.remove, input);
}

/** Returns the attributes that a creation sends if nothing is declared. */
export function initialOf({ fields }: Pick<Resource, 'fields'>): Draft['attributes'] {
  const entries = Object.entries(fields).filter(([, field]) => 'initial' in field);
  return Object.fromEntries(entries.map(([name, { initial }]) => [name, initial]));
}

/** Returns a draft that empties all fields that it does not have. */
export function exactly({ attributes, relationships }: Draft, fields: Resource['fields']): Required<Draft> {
  const parts = Object.entries(fields).filter(([, { isPart }]) => isPart?.(attributes) ?? true);
  const empty = parts.flatMap(([name, field]) => ('empty' in field ? [[name, field.empty]] : []));
  const none = parts.flatMap(([name, { single, to }]) => (to ? [[name, { data: single ? null : [] }]] : []));
  return {
    attributes: { ...Object.fromEntries(empty), ...attributes },
    relationships: { ...Object.fromEntries(none), ...relationships },
  };
}

/** Returns the fields in which a thing differs from a draft; a secret cannot be compared. */
function differing(resource: Resource, { attributes, relationships = {} }: Draft, live: Row): string[] {
  const { fields } = resource;
  const isCompared = (name: string) => !fields[name]?.secret && (!fields[name]?.to || name in relationships);
  const values = { ...attributes, ...valuesOf(resource, { id: '', attributes, relationships }, {}) };
  const compared = Object.fromEntries(Object.entries(values).filter(([name]) => isCompared(name)));
  const changes = differences(compared, { ...live.attributes, ...valuesOf(resource, live, {}) });
  return changes.map(({ attribute }) => attribute);
}

/**
 * Sends a write and then a deletion. Returns a failure of the deletion with the reply, because the write succeeded; a
 * dry run shows both.
 */
async function inOrder<Reply>(write: () => Promise<Reply>, next: () => Promise<unknown>) {
  const reply = await write().catch(async (error: unknown) => {
    if (!(error instanceof DryRun)) throw error;
    await next().catch((other: unknown) => {
      throw other instanceof DryRun ? new DryRun(error.request, [other.request]) : other;
    });
    throw error;
  });
  const left = await next().then(
    () => undefined,
    (error: unknown) => (error instanceof NotFoundError ? undefined : error),
  );
  return { left, reply };
}
