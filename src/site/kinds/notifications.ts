import { CheckFailedError } from '../../base/errors.ts';
import { selected } from '../../base/glob.ts';
import { configurationsPerWorkspace, urlComplaint } from '../../contract/platform/notifications.ts';
import { relatedIds } from '../../contract/relationships.ts';
import { verified } from '../../notifications/verification.ts';
import { notification } from '../../resources/notification.ts';
import type { Row } from '../../resources/resource.ts';
import { readable } from '../access.ts';
import { phases, type Step, type Thing } from '../change.ts';
import { compare, deletionOf } from '../collection.ts';
import { exported, namesIn } from '../collection-export.ts';
import { pruned } from '../deletion.ts';
import type { ExportedEntry, ExportedPart, ExportWishes, Kind, Planning, Reading } from '../kind.ts';
import { type Data, type List, type Names, namesFor, rowsOf } from '../live.ts';
import { noneNamed } from '../lookups.ts';
import { notRenamed, suggestRename } from '../renames.ts';
import { notificationEntry } from '../schema.ts';
import type { Site } from '../site.ts';
import { matching, placeOf, subjectsOf, waitingOf } from '../subject.ts';
import { type Place, placesOf } from './notification-places.ts';

const { edition, kind, writer } = notification;

/** The notification configurations of workspaces, by name in each workspace. */
export const notificationKind: Kind = {
  name: 'notifications',
  edition,
  writer,
  ofOrganization: true,
  declaredAt: ({ absent, lists }) => (lists.notifications[0] ?? absent.notifications[0])?.at,

  async plan(site: Site, planning: Planning): Promise<Step[]> {
    const { lookups, mistake, organization, prunable, record, turn } = planning;
    const count = site.lists.notifications.length + site.absent.notifications.length + prunable(kind).length;
    if (count === 0) return [];
    const { idOf, nameOf, names: workspaces } = await lookups.workspaces();
    for (const entry of record.entries(organization)) {
      const now = nameOf(entry['workspace-id'] ?? '');
      if (now !== undefined && now !== entry.workspace) record.rename(entry, { ...entry, workspace: now });
    }
    const places = placesOf(site, workspaces, planning);
    const needsUsers = site.lists.notifications.some(({ value }) => value.users !== undefined);
    const names = await namesFor(notification, needsUsers ? ['users'] : [], planning);
    for (const { at, value } of site.lists.notifications) {
      for (const user of value.users ?? []) {
        if (names.users?.idOf(user) === undefined && !user.startsWith('user-'))
          mistake(at, noneNamed('user', user, names.users?.names ?? [], organization));
      }
    }
    const planned = (place: Place) => turn(() => planPlace(place, idOf(place.workspace) ?? '', names, planning));
    return (await readable(places, planned, ({ workspace }) => planning.unseen(workspace))).flat();
  },

  async export(reading: Reading, { record, workspaces: wanted }: ExportWishes): Promise<ExportedPart> {
    const { idOf, names: workspaces } = await reading.lookups.workspaces();
    const chosen = (wanted === undefined ? workspaces : selected(workspaces, wanted)).toSorted();
    const read = (workspace: string) =>
      reading.turn(async () => {
        const rows = await rowsOf({ resource: notification, place: idOf(workspace) ?? '' }, reading);
        return { workspace, rows };
      });
    const unseen: string[] = [];
    const found = await readable(chosen, read, (workspace, { message }) => {
      unseen.push(`notifications in ${workspace}: ${message}`);
    });
    const all = found.flatMap(({ rows }) => rows);
    const secret = new Map(record.entries(reading.organization).map(({ id, secrets }) => [id ?? '', secrets.url]));
    const { entries = [], omitted } = grouped(found, await namesIn(notification, all, reading), secret);
    return { entries, omitted: [...unseen.sort(), ...omitted] };
  },
};

/** What differs in one workspace. Deletions come first: a workspace holds a limited number of configurations. */
async function planPlace({ absent, wanted, workspace }: Place, id: string, names: Names, planning: Planning) {
  const list = listIn(workspace, id);
  const live = { rows: await rowsOf(list, planning), names };
  const subjects = subjectsOf(list, wanted, planning);
  const replaced = async (thing: Thing, ids: readonly string[]) =>
    (await Promise.all(ids.map((each) => deletionOf(list, { thing, replaced: each }, live, planning)))).flat();
  const undeclared = [...absent].map(([name, entry]) => ({ thing: { ...placeOf(list, planning), name }, entry }));
  const deletions = await Promise.all(
    notRenamed(list, undeclared, subjects, live, planning).map(async ({ entry, thing }) => {
      const waiting = await replaced(thing, entry?.waiting ?? []);
      return [...waiting, ...(await deletionOf(list, { thing, entry }, live, planning))];
    }),
  );
  const steps: Step[] = pruned(deletions.flat(), planning);
  let count = live.rows.length - steps.length;
  for (const subject of subjects) {
    const { thing, uses } = subject;
    const step = compare(subject, live);
    const [found, ...others] = matching(subject, live);
    const replaces = step?.replaces;
    const { at, value } = subject.declared;
    const complaint = value.url === undefined ? urlComplaint(String(value['destination-type']), undefined) : undefined;
    if (step?.action === 'create' && complaint)
      planning.mistake(at, `notification ${value.name} does not exist: its url ${complaint}.`);
    if (found && others.length === 0 && replaces === undefined) planning.exists(thing, found.id, uses);
    const ids =
      others.length > 0 ? [] : [...waitingOf(subject).filter((each) => each !== found?.id), replaces ?? []].flat();
    const old = pruned(await replaced(thing, ids), planning);
    if (step && replaces !== undefined && count >= configurationsPerWorkspace) {
      const warning = `${workspace} has ${count} configurations: ${replaces} is deleted first, and neither exists if the new one is rejected.`;
      const warnings = [...step.warnings, warning];
      steps.push(...old, { ...step, warnings, replaces: undefined, needs: old.at(-1) });
    } else {
      steps.push(...[step ?? []].flat(), ...old.map((deletion) => ({ ...deletion, needs: step })));
      if (step?.action !== 'create' || replaces !== undefined) continue;
      count += 1;
      if (count === configurationsPerWorkspace + 1)
        planning.mistake(
          at,
          `${workspace} would have ${count} configurations; at most ${configurationsPerWorkspace} are possible.`,
        );
    }
  }
  suggestRename(list, steps, subjects, live, planning);
  return steps;
}

function listIn(workspace: string, id: string): List {
  const phase = { write: phases.members, delete: phases.members };
  return { resource: notification, place: id, workspace, phases: phase, send: sendVerified };
}

/** Whether e-mail goes to addresses that are not those of users (docs/protocol/notifications.md#other-services). */
function hasOtherReceivers(row: Row): boolean {
  const hasSome = (name: string) => [row.attributes[name] ?? []].flat().length > 0;
  const hasUsers = (relatedIds(row, 'users') ?? []).length > 0;
  return hasSome('external-email-addresses') || (hasSome('email-addresses') && !hasUsers);
}

/** Sends a write; a failed verification saves it disabled if that is requested. */
const sendVerified: NonNullable<List['send']> = async (data, enabled, write, { saveDisabled }) => {
  if (!enabled) return { id: await write(data) };
  try {
    const hint = 'To save it disabled: --on-failed-verification save-disabled';
    return { id: await verified(write(data), 'was not saved', hint) };
  } catch (error) {
    if (!saveDisabled || !(error instanceof CheckFailedError)) throw error;
    const disabled: Data = { ...data, attributes: { ...data.attributes, enabled: false } };
    const note = 'saved disabled: its destination did not pass the verification';
    return { id: await write(disabled), note };
  }
};

/** The configurations of all workspaces as entries: one for all workspaces that have the same. @param secretUrls the ids of those whose URL was sent as a secret, with its version */
function grouped(
  found: readonly { workspace: string; rows: Row[] }[],
  names: Names,
  secretUrls: ReadonlyMap<string, number | null | undefined>,
): ExportedPart {
  const omitted: string[] = [];
  const groups = new Map<string, ExportedEntry & { value: { name?: unknown; workspaces: string[] } }>();
  for (const { rows, workspace } of found) {
    for (const row of rows) {
      const { attributes, id } = row;
      const type = attributes['destination-type'];
      const isMail = type === 'email';
      const own = isMail ? row : { ...row, relationships: {} };
      const { invalid, value } = exported(notification, own, rows, names, notificationEntry, {
        empty: isMail ? { users: [] } : {},
        unreadable: { workspaces: [workspace] },
      });
      const what = isMail && hasOtherReceivers(row) ? 'e-mail addresses are' : invalid && `${invalid.split('.')[0]} is`;
      if (what !== undefined) {
        omitted.push(
          `notification ${attributes.name ?? id} in ${workspace} (${id}): its ${what} not in the documented form`,
        );
        continue;
      }
      const version = secretUrls.get(id);
      if (version !== undefined) delete value.url;
      const key = JSON.stringify(value);
      const isDouble = value.id !== undefined;
      const comments = [
        ...(isDouble ? [`${workspace} has several configurations of this name, so each has its id.`] : []),
        ...(version === undefined
          ? []
          : [`The URL is a secret. To change it, add url with version ${(version ?? 0) + 1}.`]),
        ...(type === 'generic' ? ['A token is not readable. If deliveries are signed, add token.'] : []),
      ];
      const group = groups.get(key) ?? { value: { ...value, workspaces: [] }, comments };
      group.value.workspaces.push(workspace);
      groups.set(key, group);
    }
  }
  const sorted = [...groups].toSorted(([a, one], [b, other]) => {
    const [x, y] = [one, other].map(({ value }) => `${value.name} ${value.workspaces[0]}`);
    return x === y ? (a < b ? -1 : 1) : x! < y! ? -1 : 1;
  });
  return { entries: sorted.map(([, entry]) => entry), omitted };
}
