import { selected } from '../../base/glob.ts';
import { configurationsPerWorkspace, type NotificationConfiguration } from '../../contract/platform/notifications.ts';
import { relatedIds } from '../../contract/relationships.ts';
import { defined, type Step, type Thing } from '../change.ts';
import { pruned, type Undeclared } from '../deletion.ts';
import type { ExportedEntry, ExportedPart, Kind, Planning, Reading } from '../kind.ts';
import { notificationEntry } from '../schema.ts';
import type { Site } from '../site.ts';
import {
  configurationsOf,
  notificationComparison,
  notificationDeletion,
  type WorkspacePlace,
} from './notification-compare.ts';
import { type Place, placesOf } from './notification-places.ts';

/** The notification configurations of workspaces, by name in each workspace. */
export const notificationKind: Kind = {
  name: 'notifications',
  edition: 'both',
  writer: 'workspace-admin',
  ofOrganization: true,
  declaredAt: ({ absent, notifications }) => (notifications[0] ?? absent.notifications[0])?.at,

  async plan(site: Site, planning: Planning): Promise<Step[]> {
    const { lookups, mistake, organization, record, turn } = planning;
    const recorded = record.entries('notification', organization);
    if (site.notifications.length + site.absent.notifications.length + recorded.length === 0) return [];
    const { idOf, names } = await lookups.workspaces();
    const places = placesOf(site, names, planning);
    const needsUsers = site.notifications.some(({ value }) => (value.users ?? []).length > 0);
    const users = needsUsers ? await lookups.users() : undefined;
    for (const { at, value } of site.notifications) {
      const unknown = (value.users ?? []).filter(
        (user) => users?.idOf(user) === undefined && !user.startsWith('user-'),
      );
      for (const user of unknown) mistake(at, `no user "${user}" in ${organization}.`);
    }
    const steps = await Promise.all(
      places.map((place) =>
        turn(() => planPlace(place, { id: idOf(place.workspace) ?? '', name: place.workspace, users }, planning)),
      ),
    );
    return steps.flat();
  },

  async export(reading: Reading, wanted: readonly string[] | undefined): Promise<ExportedPart> {
    const { idOf, names } = await reading.lookups.workspaces();
    const chosen = (wanted === undefined ? names : selected(names, wanted)).toSorted();
    const omitted: string[] = [];
    const found = await Promise.all(
      chosen.map((workspace) =>
        reading.turn(async () => ({ workspace, live: await configurationsOf(idOf(workspace) ?? '', reading) })),
      ),
    );
    const hasMail = found.some(({ live }) => live.some(({ attributes }) => attributes['destination-type'] === 'email'));
    const users = hasMail ? await reading.lookups.users() : undefined;
    const nameOf = (id: string) => users?.nameOf(id) ?? id;
    const groups = new Map<string, ExportedEntry & { value: { workspaces: string[] } }>();
    for (const { live, workspace } of found) {
      for (const each of live) {
        const isDouble = live.filter(({ attributes }) => attributes.name === each.attributes.name).length > 1;
        const value = { ...(isDouble ? { id: each.id } : {}), ...entryOf(each, nameOf) };
        const valid = notificationEntry.safeParse({ ...value, workspaces: [workspace] });
        if (!valid.success) {
          omitted.push(
            `notification ${each.attributes.name ?? each.id} in ${workspace} (${each.id}): its ${String(valid.error.issues[0]?.path[0] ?? 'form')} is not in the documented form`,
          );
          continue;
        }
        const key = JSON.stringify(value);
        const comments = isDouble ? [`${workspace} has several configurations of this name, so each has its id.`] : [];
        const group = groups.get(key);
        if (group) group.value.workspaces.push(workspace);
        else
          groups.set(key, {
            value: { ...value, workspaces: [workspace] },
            comments: [...comments, ...tokenComments(each)],
          });
      }
    }
    const sorted = [...groups].toSorted(([a, one], [b, other]) => {
      const [x, y] = [one, other].map(({ value }) => `${(value as { name?: string }).name} ${value.workspaces[0]}`);
      return x === y ? (a < b ? -1 : 1) : x! < y! ? -1 : 1;
    });
    return { entries: sorted.map(([, entry]) => entry), omitted };
  },
};

async function planPlace({ absent, wanted }: Place, place: WorkspacePlace, planning: Planning): Promise<Step[]> {
  const { exists, organization } = planning;
  const live = await configurationsOf(place.id, planning);
  const deletionOf = (undeclared: Undeclared) => notificationDeletion(undeclared, place.id, live, planning);
  const replaced = async (thing: Thing, ids: readonly string[]) =>
    (
      await Promise.all(ids.map((id) => notificationDeletion({ thing, replaced: id }, place.id, live, planning)))
    ).flat();
  const deletions = await Promise.all(
    [...absent].map(async ([name, entry]) => {
      const thing: Thing = { kind: 'notification', organization, workspace: place.name, name };
      return [...(await replaced(thing, entry?.waiting ?? [])), ...(await deletionOf({ thing, entry }))];
    }),
  );
  // Deletions first: a workspace holds a limited number of configurations.
  const steps = pruned(deletions.flat(), planning);
  let count = live.length - steps.length;
  for (const each of wanted) {
    const { compare, matching, thing, uses, waiting } = notificationComparison(each, place, planning);
    const step = compare(live);
    const [found, ...others] = matching(live);
    const replaces = step?.replaces;
    if (found && others.length === 0 && replaces === undefined) exists(thing, found.id, uses);
    const ids = others.length > 0 ? [] : [...waiting.filter((id) => id !== found?.id), replaces ?? []].flat();
    const old = pruned(await replaced(thing, ids), planning);
    if (step && replaces !== undefined && count >= configurationsPerWorkspace) {
      const warning = `${place.name} has ${count} configurations: ${replaces} is deleted first, and neither exists if the new one is rejected.`;
      const warnings = [...step.warnings, warning];
      steps.push(...old, { ...step, warnings, replaces: undefined, needs: old.at(-1) });
    } else {
      steps.push(...[step ?? []].flat(), ...old.map((deletion) => ({ ...deletion, needs: step })));
      if (step?.action === 'create' && replaces === undefined) count += 1;
    }
  }
  return steps;
}

/** The attributes of a live configuration as a document has them, lists in a stable order. */
function entryOf({ attributes, ...rest }: NotificationConfiguration, nameOf: (id: string) => string) {
  const isMail = attributes['destination-type'] === 'email';
  return defined({
    name: attributes.name,
    'destination-type': attributes['destination-type'],
    url: attributes.url ?? undefined,
    triggers: attributes.triggers?.toSorted(),
    enabled: attributes.enabled ?? false,
    users: isMail ? (relatedIds(rest, 'users') ?? []).map(nameOf).sort() : undefined,
  });
}

function tokenComments({ attributes }: NotificationConfiguration): string[] {
  return attributes['destination-type'] === 'generic'
    ? ['A token is not readable. If deliveries are signed, add token.']
    : [];
}
