import type { Resource, Row } from '../../resources/resource.ts';
import type { Step } from '../change.ts';
import { compare, deletionOf } from '../collection.ts';
import { exported, namesIn } from '../collection-export.ts';
import { pruned, undeclaredThings } from '../deletion.ts';
import type { ExportedPart, Kind, Planning, Reading } from '../kind.ts';
import { type List, type Live, readLive, rowsOf } from '../live.ts';
import { notRenamed, suggestRename } from '../renames.ts';
import { dueSecrets } from '../secret-uses.ts';
import type { Declared, EntryOf, ListName, Site } from '../site.ts';
import { matching, type Subject, subjectsOf } from '../subject.ts';

/** A list of an organization in the documents of a site. */
interface Part<Name extends ListName> extends Pick<List, 'inUse' | 'phases' | 'resource' | 'warnings'> {
  name: Name;
  /** Adds the mistakes of an entry that only the service shows. */
  check(declared: Declared<EntryOf<Name>>, live: Live, found: Row | undefined, site: Site, planning: Planning): void;
  schema: Parameters<typeof exported>[4];
  /** What the schema requires and no response has. */
  unreadable?: object;
  /** What an export says about an entry. */
  comments?(row: Row): string[];
}

/** The things of one list of an organization, each the same as the live one of its identity. */
export function kindInOrganization<Name extends ListName>(part: Part<Name>): Kind {
  const { name, resource } = part;
  const { edition, kind, writer } = resource;
  const listOf = ({ organization }: Reading): List => ({ ...part, place: organization, workspace: null });
  return {
    name,
    edition,
    writer,
    ofOrganization: true,
    declaredAt: ({ absent, lists }) => (lists[name][0] ?? absent[name][0])?.at,

    async plan(site, planning) {
      const entries: Declared<EntryOf<Name>>[] = site.lists[name];
      const list = listOf(planning);
      const subjects = subjectsOf(list, entries, planning);
      const declared = subjects.map(({ thing }) => thing.name);
      const absent = site.absent[name].map(({ value }) => resource.identity(value));
      const undeclared = undeclaredThings(kind, { declared, absent }, planning);
      if (declared.length + undeclared.length === 0) return [];
      const used = Object.keys(resource.fields).filter((field) => entries.some(({ value }) => field in value));
      const live = await readLive(list, used, planning);
      const gone = notRenamed(list, undeclared, subjects, live, planning);
      const steps = subjects.flatMap((subject, index): Step[] => {
        const step = compare(subject, live);
        const [found] = matching(subject, live);
        part.check(entries[index]!, live, found, site, planning);
        if (found && !step?.conflict) noteExisting(subject, found);
        return step === undefined ? [] : [step];
      });
      const deletions = await Promise.all(gone.map((each) => deletionOf(list, each, live, planning)));
      suggestRename(list, steps, subjects, live, planning);
      return [...steps, ...pruned(deletions.flat(), planning)];
    },

    export: (reading) => exportList(part, listOf(reading), reading),
  };
}

/** Notes a thing that exists. Warns of secrets that it would have to be created again for. */
function noteExisting({ declared: { at }, list, planning, thing, uses }: Subject, { id }: Row): void {
  const { fields, one } = list.resource;
  const isUpdatable = ({ attribute }: { attribute: string }) => fields[attribute]?.only !== 'create';
  for (const use of dueSecrets(uses, thing, id, planning).due) {
    if (isUpdatable(use)) continue;
    planning.warn(at, `the ${use.attribute} of an existing ${one} cannot change; delete it and apply again.`);
  }
  planning.exists(thing, id, uses.filter(isUpdatable));
}

async function exportList(
  { comments, schema, unreadable }: Pick<Part<ListName>, 'comments' | 'schema' | 'unreadable'>,
  { place, resource }: { place: string; resource: Resource },
  reading: Reading,
): Promise<ExportedPart> {
  const rows = await rowsOf({ place, resource }, reading);
  const names = await namesIn(resource, rows, reading);
  const omitted: string[] = [];
  const entries = rows.flatMap((row) => {
    const { invalid, value, comments: unseen } = exported(resource, row, rows, names, schema, { unreadable });
    const identity = resource.identity(row.attributes);
    if (invalid !== undefined) {
      omitted.push(`${resource.one} ${identity} (${row.id}): its ${invalid} is not in the documented form`);
      return [];
    }
    const doubles = value.id !== undefined ? [`Several ${resource.one}s are ${identity}, so each has its id.`] : [];
    return { identity, value, comments: [...doubles, ...(comments?.(row) ?? []), ...unseen] };
  });
  const keyOf = ({ identity, value }: (typeof entries)[number]) => `${identity} ${JSON.stringify(value)}`;
  return { entries: entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)), omitted };
}
