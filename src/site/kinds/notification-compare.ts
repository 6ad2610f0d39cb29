import { CheckFailedError, RejectedError } from '../../base/errors.ts';
import { type NotificationConfiguration, notifications } from '../../contract/platform/notifications.ts';
import { relatedIds } from '../../contract/relationships.ts';
import {
  defined,
  differences,
  initial,
  phases,
  type Sent,
  type Step,
  secretChanges,
  stepOf,
  type Thing,
} from '../change.ts';
import { conflictOf, stopped } from '../conflict.ts';
import { deletion, type Undeclared } from '../deletion.ts';
import type { Planning, Reading } from '../kind.ts';
import type { Directory } from '../lookups.ts';
import type { NotificationEntry } from '../schema.ts';
import { declaredSecrets, dueSecrets } from '../secret-uses.ts';
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
  const waiting = record.find(thing)?.waiting ?? [];
  /** The live configurations that the entry is about: the one with its id, else those with its name; waiting ones if there is no other. */
  const matching = (live: readonly NotificationConfiguration[]) => {
    const others = live.filter((each) => !waiting.includes(each.id));
    const found = [others, live].flatMap((some) => [
      some.filter((each) => each.id === declared.value.id),
      some.filter((each) => each.attributes.name === thing.name),
    ]);
    return found.find((some) => some.length > 0) ?? [];
  };
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
    const found = matching(live);
    if (found.length > 1)
      return conflictOf(
        thing,
        found.map(({ id }) => id),
      );
    const [only] = found;
    const again = async () => compare(await configurationsOf(workspaceId, planning));
    const shared = { phase: phases.members, again };
    const people = (relatedIds(only ?? {}, 'users') ?? []).map(nameOf);
    const different = differences(
      { ...attributes, users: attributes.users?.map(nameOf) },
      { ...only?.attributes, users: people },
    );
    const type = only && different.find(({ attribute }) => attribute === 'destination-type');
    const what = `The destination type cannot change from ${type?.from} to ${type?.to}`;
    if (type && !prune) return stopped(thing, `${what}; with --prune it is created again and the old one is deleted.`);
    if (only === undefined || type !== undefined) {
      const changes = [...initial(attributes), ...secretChanges(uses)];
      const warnings = only ? [`${what}: a new one takes the place of ${only.id}.`] : [];
      const replacing = { warnings, replaces: only?.id };
      return stepOf(thing, { ...shared, ...replacing, action: 'create', changes, secrets: uses, send: create });
    }
    const { due: secrets, sent } = dueSecrets(uses, thing, only.id, planning);
    if (different.length + secrets.length === 0) return undefined;
    const changes = [...different, ...secretChanges(secrets, sent)];
    const names = changes.map(({ attribute }) => attribute);
    const send = (values: object) => {
      const write = async (data: unknown) =>
        (await service.call(notifications.update, { id: only.id, body: { data: data as never } })).data.id;
      const enabled = attributes.enabled ?? only.attributes.enabled === true;
      return verified(dataFor(names, values), enabled, write);
    };
    return stepOf(thing, { ...shared, action: 'update', changes, id: only.id, secrets, send });
  };
  return { compare, matching, thing, uses, waiting };
}

/** The deletion of the configurations of a name that must not exist, or of the one with an id that another replaces. */
export function notificationDeletion(
  { entry, replaced, thing }: Undeclared & { replaced?: string },
  workspaceId: string,
  live: readonly NotificationConfiguration[],
  planning: Planning,
): Promise<Step[]> {
  const deleting = {
    phase: phases.members,
    read: () => configurationsOf(workspaceId, planning),
    idsOf: (now: readonly NotificationConfiguration[]) =>
      now
        .filter(({ attributes, id }) => (replaced === undefined ? attributes.name === thing.name : id === replaced))
        .map(({ id }) => id),
    remove: (id: string) => planning.service.call(notifications.remove, { id }),
  };
  const own = replaced === undefined ? entry : { id: replaced, made: true };
  return deletion({ thing, entry: own }, live, deleting, planning);
}
