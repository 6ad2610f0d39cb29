import { type NotificationConfiguration, notifications } from '../../contract/platform/notifications.ts';
import { CheckFailedError, RejectedError } from '../../errors.ts';
import {
  defined,
  differences,
  initial,
  phases,
  relatedIds,
  type Sent,
  type Step,
  secretChanges,
  type Thing,
} from '../change.ts';
import { conflictOf, stopped } from '../conflict.ts';
import type { Planning, Reading } from '../kind.ts';
import type { Directory } from '../lookups.ts';
import type { NotificationEntry } from '../schema.ts';
import { declaredSecrets, secretsToSend } from '../secret-uses.ts';
import { all } from '../service.ts';
import type { Declared } from '../site.ts';

/** A workspace of a plan. */
export interface WorkspacePlace {
  name: string;
  id: string;
  /** The users of the organization, for e-mail. */
  users: Directory | undefined;
}

export function configurationsOf(id: string, { service }: Reading): Promise<NotificationConfiguration[]> {
  return all(service.list(notifications.list, { workspace_id: id }));
}

/** The live configurations that an entry is about: the one with its id, else those with its name. */
export function matchingConfigurations(
  { id, name }: NotificationEntry,
  live: readonly NotificationConfiguration[],
): NotificationConfiguration[] {
  const own = id === undefined ? [] : live.filter((each) => each.id === id);
  return own.length > 0 ? own : live.filter(({ attributes }) => attributes.name === name);
}

/** Compares an entry with the live configurations of one workspace. */
export function notificationComparison(
  declared: Declared<NotificationEntry>,
  { id: workspaceId, name: workspace, users }: WorkspacePlace,
  planning: Planning,
) {
  const { organization, prune, record, saveDisabled, service } = planning;
  const { id: _, workspaces: _places, except: _except, token: _token, ...attributes } = declared.value;
  const thing: Thing = { kind: 'notification', organization, workspace, name: attributes.name };
  const uses = declaredSecrets(declared, ['token']);
  const idOf = (user: string) => users?.idOf(user) ?? user;
  const nameOf = (user: string) => users?.nameOf(user) ?? user;

  const dataFor = (names: readonly string[], secrets: object) => {
    const { users: people, ...plain } = attributes;
    const given = Object.fromEntries(
      [...Object.entries(plain), ...Object.entries(secrets)].filter(([name]) => names.includes(name)),
    );
    const related = { users: { data: (people ?? []).map((user) => ({ type: 'users', id: idOf(user) })) } };
    const relationships = names.includes('users') ? { relationships: related } : {};
    return { type: 'notification-configurations', attributes: given, ...relationships };
  };

  /** Sends a write; a failed verification saves it disabled if that is requested. */
  const verified = async (
    data: ReturnType<typeof dataFor>,
    enabled: boolean,
    write: (data: unknown) => Promise<string>,
  ): Promise<Sent> => {
    try {
      return { id: await write(data) };
    } catch (error) {
      if (!(error instanceof RejectedError) || error.status !== 400 || !enabled) throw error;
      const { errors, request, status } = error;
      if (!saveDisabled)
        throw new CheckFailedError('The destination did not pass the verification.', {
          errors,
          request,
          status,
          cause: error,
        });
      const id = await write({ ...data, attributes: { ...data.attributes, enabled: false } });
      return { id, note: 'saved disabled: its destination did not pass the verification' };
    }
  };
  const create = (secrets: object) => {
    const names = [...Object.keys(defined(attributes)), 'enabled', ...Object.keys(secrets)];
    const data = dataFor(names, secrets);
    // Some services require `enabled` (docs/protocol/notifications.md#sending-enabled).
    const whole = { ...data, attributes: { enabled: false, ...data.attributes } };
    const write = async (body: unknown) =>
      (await service.call(notifications.create, { workspace_id: workspaceId, body: { data: body as never } })).data.id;
    return verified(whole, attributes.enabled === true, write);
  };

  const compare = (live: readonly NotificationConfiguration[]): Step | undefined => {
    const found = matchingConfigurations(declared.value, live);
    if (found.length > 1)
      return conflictOf(
        thing,
        found.map(({ id }) => id),
      );
    const [only] = found;
    const again = async () => compare(await configurationsOf(workspaceId, planning));
    const shared = {
      kind: 'notification',
      workspace,
      name: attributes.name,
      warnings: [],
      thing,
      phase: phases.members,
      again,
    };
    if (only === undefined) {
      const changes = [...initial(attributes), ...secretChanges(uses)];
      return { ...shared, action: 'create', changes, id: undefined, secrets: uses, send: create };
    }
    const people = (relatedIds(only, 'users') ?? []).map(nameOf);
    const different = differences(
      { ...attributes, users: attributes.users?.map(nameOf) },
      { ...only.attributes, users: people },
    );
    const type = different.find(({ attribute }) => attribute === 'destination-type');
    if (type !== undefined) {
      const what = `The destination type cannot change from ${type.from} to ${type.to}`;
      if (!prune) return stopped(thing, `${what}; with --prune it is deleted and created again.`);
      const warnings = [`${what}: it is deleted and created again.`];
      const send = async (secrets: object) => {
        await service.call(notifications.remove, { id: only.id });
        return create(secrets);
      };
      return { ...shared, action: 'update', changes: different, warnings, id: only.id, secrets: uses, send };
    }
    const secrets = secretsToSend(uses, thing, planning);
    if (different.length + secrets.length === 0) return undefined;
    const changes = [...different, ...secretChanges(secrets, record.find(thing)?.secrets)];
    const send = (values: object) => {
      const write = async (data: unknown) =>
        (await service.call(notifications.update, { id: only.id, body: { data: data as never } })).data.id;
      const enabled = attributes.enabled ?? only.attributes.enabled === true;
      return verified(
        dataFor(
          changes.map(({ attribute }) => attribute),
          values,
        ),
        enabled,
        write,
      );
    };
    return { ...shared, action: 'update', changes, id: only.id, secrets, send };
  };
  return { compare, thing, uses };
}

/** Compares a configuration that must not exist with the live ones of its workspace. */
export function notificationDeletion(
  thing: Thing,
  workspaceId: string,
  recorded: string | undefined,
  planning: Planning,
) {
  const compare = (live: readonly NotificationConfiguration[]): Step | undefined => {
    const found = live.filter(
      ({ attributes, id }) => attributes.name === thing.name && (recorded === undefined || id === recorded),
    );
    if (found.length > 1)
      return conflictOf(
        thing,
        found.map(({ id }) => id),
      );
    const [only] = found;
    if (only === undefined) return undefined;
    return {
      action: 'delete',
      kind: 'notification',
      workspace: thing.workspace,
      name: thing.name,
      changes: [],
      warnings: [],
      thing,
      id: only.id,
      secrets: [],
      phase: phases.members,
      again: async () => compare(await configurationsOf(workspaceId, planning)),
      send: () => planning.service.call(notifications.remove, { id: only.id }).then(() => ({})),
    };
  };
  return compare;
}
