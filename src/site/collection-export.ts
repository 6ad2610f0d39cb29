import { relatedIds } from '../contract/relationships.ts';
import type { Resource, Row } from '../resources/resource.ts';
import { defined } from './change.ts';
import type { Reading } from './kind.ts';
import { type Names, namesFor, valuesOf } from './live.ts';

/** A schema of an entry, as far as an export asks it. */
interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { issues: readonly { path: readonly PropertyKey[] }[] } };
}

/** A live thing as an entry of a document. */
export interface Exported {
  value: Record<string, unknown>;
  /** What the entry cannot say. */
  comments: string[];
  /** The field that is not in the documented form, which keeps the thing out of the document. */
  invalid: string | undefined;
}

/** The names of all that these things refer to. */
export function namesIn(resource: Resource, rows: readonly Row[], reading: Reading): Promise<Names> {
  const refers = (name: string) => rows.some((row) => (relatedIds(row, name) ?? []).length > 0);
  return namesFor(resource, Object.keys(resource.fields).filter(refers), reading);
}

/** What an entry has besides the fields of a live thing: instead of an empty relationship, and for the schema alone. */
interface Additions {
  empty?: Readonly<Record<string, unknown>>;
  unreadable?: object | undefined;
}

/** A live thing as an entry: its fields in their order, sets sorted, without what is empty; with its id if others of the list are the same. */
export function exported(
  resource: Resource,
  row: Row,
  rows: readonly Row[],
  names: Names,
  schema: Schema,
  { empty = {}, unreadable }: Additions,
): Exported {
  const identity = resource.identity(row.attributes);
  const isDouble = rows.filter(({ attributes }) => resource.identity(attributes) === identity).length > 1;
  const comments: string[] = [];
  const values = Object.entries(valuesOf(resource, row, names)).map(([name, live]) => {
    const { initial, to } = resource.fields[name] ?? {};
    if (!Array.isArray(live)) return [name, live ?? initial ?? undefined];
    const unseen = to === 'workspaces' ? live.filter((each) => names[to]?.idOf(each) === undefined) : [];
    comments.push(...unseen.map((id) => `workspace ${id} is not visible with this token`));
    const seen = live.filter((each) => !unseen.includes(each)).sort();
    return [name, to !== undefined && live.length === 0 ? empty[name] : seen];
  });
  const value = defined({ id: isDouble ? row.id : undefined, ...Object.fromEntries(values) });
  const { error } = schema.safeParse({ ...value, ...unreadable });
  return { value, comments, invalid: error && (error.issues[0]?.path.join('.') || 'form') };
}
