import type { PartName } from '../resources/index.ts';
import { remove } from '../resources/put.ts';
import { type Field, placeIn, type Resource, type Row } from '../resources/resource.ts';
import type { Reading } from './kind.ts';
import type { Directory } from './lookups.ts';
import { all } from './service.ts';

/** Names of what relationships refer to; projects have only ids. */
export type Names = Partial<Record<NonNullable<Field['to']>, Directory>>;

/** What is live in one place. */
export interface Live {
  rows: Row[];
  names: Names;
}

/** A list of the service: the things of one resource, in an organization or in one of its workspaces. */
export interface List {
  name: PartName;
  resource: Resource;
  /** The name of the organization, or the id of the workspace. */
  place: string;
  /** The name of the workspace. */
  workspace: string | null;
  /** The entries whose things the record knows: their names by id. */
  claims?: Map<string, string>;
  /** What is there while an apply writes to it: read before the first write, and carried on from the replies. */
  carried?: Row[] | undefined;
}

/** What is live during an apply. */
export async function carriedLive(list: List, fields: readonly string[], reading: Reading): Promise<Live> {
  const [rows, names] = await Promise.all([
    list.carried ?? rowsOf(list, reading),
    namesFor(list.resource, fields, reading),
  ]);
  list.carried = rows;
  return { rows, names };
}

/** Carries a list on: the thing with this id was written, or deleted without a row. */
export function carry(list: List, id: string, row?: Row): void {
  const others = list.carried?.filter((each) => each.id !== id);
  list.carried = row && others ? [...others, row] : others;
}

/** Deletes a thing of a list. */
export async function removeFrom(list: List, id: string, { service }: Reading): Promise<void> {
  await remove(list.resource, id, service.call);
  carry(list, id);
}

/** Lets the next comparison read the list. */
export function renew(list: List): void {
  list.carried = undefined;
}

/** The things of a list, in the order of the service. */
export function rowsOf({ place, resource }: Pick<List, 'place' | 'resource'>, { service }: Reading): Promise<Row[]> {
  return all(service.list(resource.list, inPlace(resource, place)) as AsyncIterable<Row>);
}

/** The input of a request about a list. */
export function inPlace(resource: Resource, place: string, body?: object) {
  return { [placeIn(resource) ?? '']: place, body };
}

/** The names of what these fields refer to. */
export async function namesFor({ fields }: Resource, names: readonly string[], { lookups }: Reading): Promise<Names> {
  const targets = [...new Set(names.flatMap((name) => fields[name]?.to ?? []))];
  const read = async (to: NonNullable<Field['to']>) => (to === 'projects' ? undefined : await lookups[to]());
  return Object.fromEntries(await Promise.all(targets.map(async (to) => [to, await read(to)] as const)));
}
