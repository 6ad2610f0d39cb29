import { selected } from '../../base/glob.ts';
import { joined } from '../../base/text.ts';
import type { Planning } from '../kind.ts';
import { noneNamed } from '../lookups.ts';
import type { RecordEntry } from '../record.ts';
import type { NotificationEntry } from '../schema.ts';
import { type Declared, haveOwnIds, type Site } from '../site.ts';

/** What is declared about the notification configurations of one workspace. */
export interface Place {
  workspace: string;
  wanted: Declared<NotificationEntry>[];
  /** The names that must not exist, and what the record knows of those that are not listed under absent. */
  absent: Map<string, RecordEntry | undefined>;
}

/** What is declared, workspace by workspace. Warns of patterns that match nothing; two entries for one name are a mistake. */
export function placesOf(site: Site, names: readonly string[], planning: Planning): Place[] {
  const places = new Map<string, Place>();
  const placeOf = (workspace: string) => {
    const place: Place = places.get(workspace) ?? { workspace, wanted: [], absent: new Map() };
    places.set(workspace, place);
    return place;
  };
  const absentAt = new Map<string, string>();
  for (const { at, value } of site.absent.notifications) {
    for (const workspace of workspacesOf(value, at, names, planning)) {
      placeOf(workspace).absent.set(value.name, undefined);
      absentAt.set(JSON.stringify([workspace, value.name]), at);
    }
  }
  const doubles = new Set<string>();
  for (const entry of site.lists.notifications) {
    const { at, value } = entry;
    for (const workspace of workspacesOf(value, at, names, planning)) {
      const place = placeOf(workspace);
      const other = place.wanted.find((each) => each.value.name === value.name && !haveOwnIds(each.value, value));
      const absent = absentAt.get(JSON.stringify([workspace, value.name]));
      const first = other?.at ?? absent;
      // One mistake for two entries, however many workspaces they share.
      if (first !== undefined && !doubles.has(`${first} ${at}`)) {
        doubles.add(`${first} ${at}`);
        planning.mistake(at, `notification ${value.name} in ${workspace} is also in ${first}.`);
      }
      place.wanted.push(entry);
    }
  }
  for (const entry of planning.prunable('notification')) {
    const { name, workspace } = entry;
    if (workspace === null || !names.includes(workspace)) continue;
    const place = placeOf(workspace);
    const isDeclared = place.absent.has(name) || place.wanted.some(({ value }) => value.name === name);
    if (!isDeclared) place.absent.set(name, entry);
  }
  return names.flatMap((name) => places.get(name) ?? []);
}

function workspacesOf(
  { except = [], workspaces }: { workspaces: readonly string[]; except?: readonly string[] | undefined },
  at: string,
  names: readonly string[],
  { mistake, organization, warn }: Planning,
): string[] {
  const idle = [...workspaces, ...except].filter((pattern) => selected(names, [pattern]).length === 0);
  const patterns = idle.filter((each) => /[*?]/.test(each));
  if (patterns.length > 0) warn(at, `${joined(patterns)} matches no workspace of ${organization}.`);
  for (const name of idle.filter((each) => !patterns.includes(each)))
    mistake(at, noneNamed('workspace', name, names, organization));
  return selected(names, workspaces, except);
}
