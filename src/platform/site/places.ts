import { selected } from '../../base/glob.ts';
import { joined } from '../../base/text.ts';
import { type ListName, lists } from '../resources/index.ts';
import { placeIn } from '../resources/resource.ts';
import type { Planning } from './kind.ts';
import type { List } from './live.ts';
import { noneNamed } from './lookups.ts';
import type { RecordEntry } from './record.ts';
import { type Declared, requireUnique, type Site, type Value } from './site.ts';

/** What is declared about the things of one place: an organization, or one of its workspaces. */
export interface Place extends List {
  wanted: Declared<Value>[];
  /** What must not exist. */
  absent: Declared<Value>[];
  /** What the record has of the given documents. */
  known: RecordEntry[];
}

/** What is declared, place by place. Warns of patterns that match nothing; two entries for one thing are a mistake. */
export async function placesOf(name: ListName, site: Site, planning: Planning): Promise<Place[]> {
  const { lookups, mistakes, organization } = planning;
  const resource = lists[name];
  const { [name]: wanted } = site.parts;
  const { [name]: absent } = site.absent;
  const known = planning.prunable().filter(({ kind }) => kind === resource.kind);
  const declares = (place: Pick<Place, 'wanted' | 'absent' | 'known'>) =>
    place.wanted.length + place.absent.length + place.known.length > 0;
  if (!declares({ wanted, absent, known })) return [];
  if (placeIn(resource) === 'organization_name')
    return [{ name, resource, place: organization, workspace: null, wanted, absent, known }];
  const { idOf, names } = await lookups.workspaces();
  const places = new Map(
    names.map((workspace): [string, Place] => {
      const place = idOf(workspace) ?? '';
      const here = known.filter((entry) => entry['workspace-id'] === place);
      return [workspace, { name, resource, place, workspace, wanted: [], absent: [], known: here }];
    }),
  );
  for (const list of ['absent', 'wanted'] as const) {
    for (const entry of { absent, wanted }[list])
      for (const workspace of workspacesOf(entry, names, planning)) places.get(workspace)?.[list].push(entry);
  }
  const found = [...places.values()].filter(declares);
  // One mistake for two entries, however many workspaces they share.
  const reported = new Set<string>();
  for (const { absent, wanted, workspace } of found) {
    const label = (value: Value) => `${resource.kind} ${resource.identity(value)} in ${workspace}`;
    const unlisted = new Map(absent.map((entry) => [resource.identity(entry.value), entry]));
    requireUnique(label, [...wanted, ...unlisted.values()], (at, text, first) => {
      if (!reported.has(`${first} ${at}`)) mistakes.push({ at, text });
      reported.add(`${first} ${at}`);
    });
  }
  return found;
}

function workspacesOf(
  { at, value }: Declared<Value>,
  names: readonly string[],
  { mistakes, organization, plan }: Planning,
): string[] {
  const { except = [], workspaces } = value as { workspaces: readonly string[]; except?: readonly string[] };
  const idle = [...workspaces, ...except].filter((pattern) => selected(names, [pattern]).length === 0);
  const patterns = idle.filter((each) => /[*?]/.test(each));
  if (patterns.length > 0)
    plan.warnings.push({ at, text: `${joined(patterns)} matches no workspace of ${organization}.` });
  for (const name of idle.filter((each) => !patterns.includes(each)))
    mistakes.push({ at, text: noneNamed('workspace', name, names, organization) });
  return selected(names, workspaces, except);
}
