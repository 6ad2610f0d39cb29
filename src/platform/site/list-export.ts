import { relatedIds } from '../../api/contract/relationships.ts';
import type { SvcError } from '../../base/errors.ts';
import { filterByGlob } from '../../base/glob.ts';
import { valuesOf } from '../resources/comparison.ts';
import { type ListName, lists } from '../resources/index.ts';
import { placeIn, type Row } from '../resources/resource.ts';
import { isDenied } from './access.ts';
import { defined, kindText } from './change.ts';
import type { ExportedPart, Reading } from './kind.ts';
import { type Names, namesFor, rowsOf } from './list.ts';
import { entries } from './schema.ts';

/** Returns the things of a list as entries. A thing that several workspaces have is a single entry. */
export async function exportList(name: ListName, reading: Reading, globs?: readonly string[]): Promise<ExportedPart> {
  const resource = lists[name];
  const { lookups, organization, record } = reading;
  const { idOf, names: workspaces } = placeIn(resource) === 'workspace_id' ? await lookups.workspaces() : {};
  const chosen = globs === undefined ? workspaces : filterByGlob(workspaces ?? [], globs);
  const places = chosen?.toSorted().map((workspace) => ({ workspace, place: idOf?.(workspace) ?? '' }));
  const omitted: string[] = [];
  const denied: SvcError[] = [];
  const read = ({ place, workspace }: { place: string; workspace: string | null }) =>
    reading
      .turn(async () => [{ workspace, rows: await rowsOf({ resource, place }, reading) }])
      .catch((error: unknown) => {
        if (!isDenied(error)) throw error;
        denied.push(error);
        omitted.push(`${name} in ${workspace}: ${error.message}`);
        return [];
      });
  const here = [{ place: organization, workspace: null }];
  const readPlaces = (await Promise.all((places ?? here).map(read))).flat();
  if (denied[0] !== undefined && readPlaces.length === 0) throw denied[0];
  omitted.sort();
  const refers = (field: string) => readPlaces.some(({ rows }) => rows.some((row) => relatedIds(row, field)?.length));
  const names = await namesFor(resource, Object.keys(resource.fields).filter(refers), reading);
  const secrets = new Map(record.entries(organization).map((entry) => [entry.id ?? '', entry.secrets]));
  const groups = new Map<string, { value: object; comments: string[]; order: string; workspaces: string[] }>();
  for (const { rows, workspace } of readPlaces) {
    const where = workspace === null ? '' : ` in ${workspace}`;
    for (const row of rows) {
      const identity = resource.identity(row.attributes);
      const { comments, invalid, value } = exported(name, row, rows, names, workspace);
      const what = resource.whyUndeclarable?.(row) ?? (invalid && `${invalid} is`);
      if (what !== undefined) {
        const called = row.attributes.name ?? identity;
        omitted.push(`${kindText(resource)} ${called}${where} (${row.id}): its ${what} not in the documented form`);
        continue;
      }
      const sent = secrets.get(row.id) ?? {};
      for (const field of Object.keys(sent)) delete value[field];
      const key = JSON.stringify(value);
      const doubles = `Several ${resource.one}s${where} are ${identity}, so each has its id.`;
      const all = [value.id === undefined ? [] : doubles, resource.comments?.(row, sent) ?? [], comments].flat();
      const group = groups.get(key) ?? { value, comments: all, order: `${identity} ${workspace}`, workspaces: [] };
      if (workspace !== null) group.workspaces.push(workspace);
      groups.set(key, group);
    }
  }
  const entries = [...groups]
    .toSorted(([a, one], [b, other]) => ((one.order === other.order ? a < b : one.order < other.order) ? -1 : 1))
    .map(([, entry]) => entry);
  const content = entries.map(({ value, workspaces }) => (workspaces.length > 0 ? { ...value, workspaces } : value));
  return { content, comments: entries.map(({ comments }) => comments), omitted };
}

/** Returns a live thing as an entry: without empty fields, with sorted sets, and with its id only if another thing has the same identity. */
function exported(part: ListName, row: Row, rows: readonly Row[], names: Names, workspace: string | null) {
  const resource = lists[part];
  const identity = resource.identity(row.attributes);
  const isDouble = rows.filter(({ attributes }) => resource.identity(attributes) === identity).length > 1;
  const comments: string[] = [];
  const values = Object.entries(valuesOf(resource, row, names)).map(([name, live]) => {
    const { initial, isPart, to } = resource.fields[name] ?? {};
    if (!Array.isArray(live)) return [name, live ?? initial ?? undefined];
    const unseen = to === 'workspaces' ? live.filter((each) => names[to]?.idOf(each) === undefined) : [];
    for (const id of unseen) comments.push(`workspace ${id} is not visible with this token`);
    const isShown = isPart?.(row.attributes) ?? (to === undefined || live.length > 0);
    return [name, isShown ? live.filter((each) => !unseen.includes(each)).sort() : undefined];
  });
  const value: Record<string, unknown> = defined({ id: isDouble ? row.id : undefined, ...Object.fromEntries(values) });
  const secrets = Object.keys(resource.fields).filter((field) => resource.fields[field]?.secret);
  const sources = Object.fromEntries(secrets.map((field) => [field, { env: 'X' }]));
  const whole = { ...value, ...sources, ...(workspace && { workspaces: [workspace] }) };
  const { error } = entries[part]!.safeParse(whole);
  const invalid = error && String(error.issues[0]?.path[0] ?? 'form');
  return { value, comments, invalid };
}
