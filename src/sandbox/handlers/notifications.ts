import { configurationsPerWorkspace, notifications, urlComplaint } from '../../api/contract/platform/notifications.ts';
import type { Call } from '../call.ts';
import { verifyDestination } from '../delivery.ts';
import { inTurn } from '../mutex.ts';
import { isPaged, platformPage } from '../pagination.ts';
import { invalid, invalidAt, orNotFound, problemAt, rejectAll, rowWithId } from '../reply.ts';
import { givenFields, idsOf } from '../request-fields.ts';
import { served } from '../router.ts';
import type { NotificationRow } from '../rows/notifications.ts';
import type { State } from '../state.ts';

/** See docs/protocol/notifications.md#endpoints. */
export const servedNotifications = served(notifications, {
  create: async (call) => {
    const { state, now, params, body } = call;
    const { attributes, relationships } = body.data;
    requireRoom(state, params.workspace_id);
    const row: NotificationRow = {
      id: state.newId('nc-'),
      workspace: params.workspace_id,
      name: attributes.name,
      enabled: attributes.enabled ?? false,
      destinationType: attributes['destination-type'],
      url: attributes.url ?? null,
      token: attributes.token ?? null,
      triggers: distinct(attributes.triggers) ?? [],
      users: [],
      deliveryResponses: [],
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    };
    const users = usersFor(state, row, relationships?.users?.data);
    // The documented table of the create body has no default for users.
    if (row.destinationType === 'email' && users === undefined) {
      throw invalidAt('/data/relationships/users', "Users can't be blank when Destination type is email");
    }
    row.users = users ?? [];
    Object.assign(row, await verify(call, row));
    // Check again: during the verification, other requests may have filled or deleted the workspace.
    requireRoom(state, orNotFound(state.workspace(params.workspace_id)).id);
    state.world.notifications.push(row);
    return { data: resourceOf(row) };
  },

  list: (call) => {
    const all = call.state.world.notifications.filter(({ workspace }) => workspace === call.params.workspace_id);
    // assumed: a request without page parameters gets the whole list, without links or meta (docs/protocol/notifications.md#lists).
    if (!isPaged(call.query)) return { data: all.map(resourceOf) };
    return platformPage(call, all, resourceOf);
  },

  show: (call) => ({ data: resourceOf(rowOf(call)) }),

  update: (call) =>
    inTurn(rowOf(call), async () => {
      const row = rowOf(call);
      const { attributes = {}, relationships } = call.body.data;
      const { name, enabled, token, url } = attributes;
      const triggers = distinct(attributes.triggers);
      const users = usersFor(call.state, row, relationships?.users?.data);
      const changes = givenFields({ name, enabled, token, triggers, url, users });
      const changed: NotificationRow = { ...row, ...changes, updatedAt: call.now.toISOString() };
      const complaint = urlComplaint(changed.destinationType, changed.url);
      if (complaint !== undefined) throw invalid('url', `Url ${complaint}`);
      const responses = await verify(call, changed);
      Object.assign(rowOf(call), changed, responses);
      return { data: resourceOf(row) };
    }),

  verify: (call) =>
    inTurn(rowOf(call), async () => {
      const row = rowOf(call);
      const responses = await verify(call, { ...row, enabled: true });
      Object.assign(rowOf(call), responses);
      return { data: resourceOf(row) };
    }),

  remove: ({ state, params }) => {
    const { world } = state;
    world.notifications = world.notifications.filter(({ id }) => id !== params.id);
  },
});

function rowOf({ state, params }: Pick<Call<'/:id'>, 'state' | 'params'>): NotificationRow {
  return rowWithId(state.world.notifications, params.id);
}

/** assumed: duplicate triggers are stored once (docs/protocol/notifications.md#writes). */
const distinct = <Name>(names: readonly Name[] | undefined) => names && [...new Set(names)];

/** assumed: a full workspace is a 422 (docs/protocol/notifications.md#writes). */
function requireRoom(state: State, workspace: string): void {
  const existing = state.world.notifications.filter((row) => row.workspace === workspace).length;
  if (existing < configurationsPerWorkspace) return;
  throw invalidAt('/data', `A workspace can have at most ${configurationsPerWorkspace} notification configurations`);
}

/**
 * Verifies a destination and returns the fields to store. assumed: a disabled configuration is not verified
 * (docs/protocol/notifications.md#writes).
 */
async function verify(call: Pick<Call, 'state' | 'post'>, row: NotificationRow): Promise<Partial<NotificationRow>> {
  const response = row.enabled ? await verifyDestination(call, row) : undefined;
  return response === undefined ? {} : { deliveryResponses: [response] };
}

/** Returns the ids of the receivers in a request, who must belong to the organization; undefined without the relationship. */
function usersFor(
  state: State,
  { workspace, destinationType }: Pick<NotificationRow, 'workspace' | 'destinationType'>,
  references: readonly { id: string }[] | undefined,
): string[] | undefined {
  if (references === undefined) return undefined;
  const pointer = '/data/relationships/users';
  // assumed: `users: []` is accepted for every kind of destination (docs/protocol/notifications.md#empty-values).
  if (destinationType !== 'email' && references.length > 0) {
    throw invalidAt(pointer, "Users can't be given unless Destination type is email");
  }
  const { organization } = orNotFound(state.workspace(workspace));
  rejectAll(
    references.flatMap(({ id }, at) =>
      state.isMember(id, organization)
        ? []
        : problemAt(`${pointer}/data/${at}/id`, `User ${id} does not belong to the organization ${organization}`),
    ),
  );
  return idsOf(references);
}

/** assumed: e-mail has `url: null`, and only e-mail has `users` (docs/protocol/notifications.md#empty-values). */
function resourceOf(row: NotificationRow) {
  return {
    id: row.id,
    type: 'notification-configurations' as const,
    attributes: {
      enabled: row.enabled,
      name: row.name,
      url: row.url,
      'destination-type': row.destinationType,
      token: null,
      triggers: row.triggers,
      'delivery-responses': row.deliveryResponses,
      'created-at': row.createdAt,
      'updated-at': row.updatedAt,
    },
    relationships: {
      subscribable: { data: { id: row.workspace, type: 'workspaces' } },
      ...(row.destinationType === 'email' ? { users: { data: row.users.map((id) => ({ id, type: 'users' })) } } : {}),
    },
    links: { self: `/api/v2/notification-configurations/${row.id}` },
  };
}
