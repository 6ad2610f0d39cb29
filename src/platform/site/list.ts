import { filterByGlob } from '../../base/glob.ts';
import { joined } from '../../base/text.ts';
import { type ListName, lists, type PartName } from '../resources/index.ts';
import { remove } from '../resources/put.ts';
import { type Field, placeIn, type Resource, type Row } from '../resources/resource.ts';
import type { Planning, Reading } from './kind.ts';
import { type Directory, noneNamed } from './lookups.ts';
import type { RecordEntry, Thing } from './record.ts';
import { all } from './service.ts';
import { type Declared, requireUnique, type Site, type Value } from './site.ts';

/** The declared, recorded and live things of one resource in one place: an organization or a workspace. */
export interface List {
  name: PartName;
  resource: Resource;
  /** The name of the organization, or the id of the workspace. */
  place: string;
  workspace: string | null;
  wanted: Declared<Value>[];
  absent: Declared<Value>[];
  known: RecordEntry[];
  /** The names of the declared things, and the ids that entries give. */
  names: Set<string>;
  ids: Set<unknown>;
  /** The live things during an apply. They are read before the first write; later, the replies update them. */
  applyRows?: Row[] | undefined;
}

/** The names of the things that relationships refer to. Projects have no names here, only ids. */
export type Names = Partial<Record<NonNullable<Field['to']>, Directory>>;

export function rowsOf({ place, resource }: Pick<List, 'place' | 'resource'>, { service }: Reading): Promise<Row[]> {
  return all(service.list(resource.list, inPlace(resource, place)) as AsyncIterable<Row>);
}

export async function carriedRows(list: List, reading: Reading): Promise<Row[]> {
  list.applyRows ??= await rowsOf(list, reading);
  return list.applyRows;
}

/** Updates a list after a write: the thing with this id now has this row; without a row, it was deleted. */
export function updateRow(list: List, id: string, row?: Row): void {
  const others = list.applyRows?.filter((each) => each.id !== id);
  list.applyRows = row && others ? [...others, row] : others;
}

/** Makes the next comparison read the list again. */
export function renew(list: List): void {
  list.applyRows = undefined;
}

export async function removeFrom(list: List, id: string, { service }: Reading): Promise<void> {
  await remove(list.resource, id, service.call);
  updateRow(list, id);
}

export function inPlace(resource: Resource, place: string, body?: object) {
  return { [placeIn(resource) ?? '']: place, body };
}

export async function namesFor({ fields }: Resource, names: readonly string[], { lookups }: Reading): Promise<Names> {
  const targets = [...new Set(names.flatMap((name) => fields[name]?.to ?? []))];
  const read = async (to: NonNullable<Field['to']>) => (to === 'projects' ? undefined : await lookups[to]());
  return Object.fromEntries(await Promise.all(targets.map(async (to) => [to, await read(to)] as const)));
}

export function thingIn({ place, resource, workspace }: List, name: string, reading: Reading): Thing {
  const organization = placeIn(resource) === undefined ? null : reading.organization;
  return { kind: resource.kind, organization, workspace, ...(workspace !== null && { 'workspace-id': place }), name };
}

export function listIn(name: PartName, resource: Resource, place: string, workspace: string | null): List {
  return { name, resource, place, workspace, wanted: [], absent: [], known: [], names: new Set(), ids: new Set() };
}

/** Returns the lists that have declared or recorded things. Warns of workspace patterns without a match. Two entries for one thing are a mistake. */
export async function listsOf(name: ListName, site: Site, planning: Planning): Promise<List[]> {
  const { isPrunable, organization, record } = planning;
  const resource = lists[name];
  const { identity, kind } = resource;
  const { [name]: wanted } = site.parts;
  const { [name]: absent } = site.absent;
  const recorded = record.entries(organization).filter((entry) => entry.kind === kind);
  const isUsed = (list: Pick<List, 'wanted' | 'absent' | 'known'>) =>
    list.wanted.length + list.absent.length > 0 || list.known.some(isPrunable);
  if (!isUsed({ wanted, absent, known: recorded })) return [];
  const isAlone = placeIn(resource) === 'organization_name';
  const alone = { ...listIn(name, resource, organization, null), wanted, absent, known: recorded };
  const used = (isAlone ? [alone] : await listsOfWorkspaces(alone, planning)).filter(isUsed);
  for (const list of used) {
    list.names = new Set(list.wanted.map(({ value }) => identity(value)));
    list.ids = new Set(list.wanted.flatMap(({ value }) => value.id ?? []));
  }
  return used;
}

async function listsOfWorkspaces({ absent, known, name, resource, wanted }: List, planning: Planning): Promise<List[]> {
  const { lookups, mistakes } = planning;
  const { idOf, names } = await lookups.workspaces();
  const all = new Map(names.map((workspace) => [workspace, listIn(name, resource, idOf(workspace) ?? '', workspace)]));
  const byId = new Map([...all.values()].map((list) => [list.place, list]));
  for (const entry of known) byId.get(entry['workspace-id'] ?? '')?.known.push(entry);
  for (const entry of [...absent, ...wanted])
    for (const workspace of workspacesOf(entry, names, planning))
      all.get(workspace)?.[absent.includes(entry) ? 'absent' : 'wanted'].push(entry);
  // Report a pair of entries once, even if they share several workspaces.
  const reported = new Set<string>();
  for (const { absent, wanted, workspace } of all.values()) {
    const label = (value: Value) => `${resource.kind} ${resource.identity(value)} in ${workspace}`;
    const unlisted = new Map(absent.map((entry) => [resource.identity(entry.value), entry]));
    requireUnique(label, [...wanted, ...unlisted.values()], (at, text, first) => {
      if (!reported.has(`${first} ${at}`)) mistakes.push({ at, text });
      reported.add(`${first} ${at}`);
    });
  }
  return [...all.values()];
}

function workspacesOf({ at, value }: Declared, names: readonly string[], planning: Planning): string[] {
  const { mistakes, organization, plan } = planning;
  const { except = [], workspaces } = value as { workspaces: readonly string[]; except?: readonly string[] };
  const unmatched = [...workspaces, ...except].filter((pattern) => filterByGlob(names, [pattern]).length === 0);
  const patterns = unmatched.filter((each) => /[*?]/.test(each));
  if (patterns.length > 0)
    plan.warnings.push({ at, text: `${joined(patterns)} matches no workspace of ${organization}.` });
  for (const name of unmatched.filter((each) => !patterns.includes(each)))
    mistakes.push({ at, text: noneNamed('workspace', name, names, organization) });
  return filterByGlob(names, workspaces, except);
}
