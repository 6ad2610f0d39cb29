import { UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest.ts';
import type { Column, View } from '../../base/view.ts';

/**
 * Returns the requested columns. A request is `all`, the name or heading of a column, an attribute's name, or a dotted path into the
 * resource (`relationships.organization.data.id`).
 * @throws {UsageError} for a name that is neither a column nor anywhere in the first row
 */
export function chosenColumns<Row>(
  view: View<Row>,
  names: readonly string[] | undefined,
  first: Row | undefined,
): readonly Column<Row>[] {
  if (!names) return view.columns;
  return names.flatMap((typed) => {
    if (typed === 'all')
      return view.columns.map((column) => {
        const { heading = column.name } = view.table?.find(({ name }) => name === column.name) ?? column;
        return { ...column, heading };
      });
    const name = view.table?.find(({ heading }) => heading === typed.toLowerCase())?.name ?? typed;
    const listed = view.columns.find((column) => column.name === name);
    if (listed) return listed;
    if (first !== undefined && read(first, name) === undefined) throw unknownColumn(name, view);
    return { name, of: (row: Row) => read(row, name) };
  });
}

function unknownColumn<Row>(name: string, { columns }: View<Row>): UsageError {
  const names = columns.map((column) => column.name);
  return new UsageError(`Unknown column "${name}" for --columns.`, {
    hint: didYouMean(name, names) ?? `Choose from: ${names.join(', ')}, or a dotted path such as attributes.NAME.`,
  });
}

function read(row: unknown, path: string): unknown {
  const attributes = (row as { attributes?: unknown } | null)?.attributes;
  const member = valueAt(row, path);
  return member === undefined ? valueAt(attributes, path) : member;
}

/** Follows a dotted path. A name may itself contain dots, so the longest name is tried first. */
function valueAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, path)) return (value as Record<string, unknown>)[path];
  const dot = path.indexOf('.');
  if (dot < 0) return undefined;
  const [head, rest] = [path.slice(0, dot), path.slice(dot + 1)];
  return Object.hasOwn(value, head) ? valueAt((value as Record<string, unknown>)[head], rest) : undefined;
}
