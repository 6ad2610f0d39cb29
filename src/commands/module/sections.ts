import type { ModuleDetail, ModulePart } from '../../contract/registry/modules.ts';
import { NotFoundError } from '../../errors.ts';
import { type Drawing, excerpt, section } from '../../terminal/drawing.ts';
import { nearest } from '../../terminal/nearest.ts';
import type { View } from '../../terminal/view.ts';
import { partView } from './view.ts';

/** The parts of a description that can be looked at alone, in the order of the card. */
export const sectionNames = ['inputs', 'outputs', 'submodules', 'dependencies', 'resources', 'readme'] as const;
export type SectionName = (typeof sectionNames)[number];

/** What a section belongs to: the root with the submodules below it, or one submodule. */
export interface Described {
  part: ModulePart;
  submodules: readonly ModulePart[];
}

/** The rows of a section, and how they are shown. */
export interface SectionRows {
  view: View<object>;
  rows: readonly object[];
}

const readmeLines = 20;

const inputView = fieldsView({
  name: 'whole',
  description: 'prose',
  type: 'prose',
  default: 'prose',
  required: 'cell',
});
const outputView = fieldsView({ name: 'whole', description: 'prose' });
const dependencyView = fieldsView({ name: 'whole', source: 'whole', version: 'cell' });
const resourceView = fieldsView({ type: 'whole', name: 'whole' });

/**
 * The root of a module, or the submodule that the folder of an address names.
 * @throws {NotFoundError} when there is none in that folder
 */
export function describedIn({ root, submodules }: ModuleDetail, folder: string | undefined): Described {
  const parts = submodules ?? [];
  if (folder === undefined) return { part: root, submodules: parts };
  const found = parts.find(({ path }) => path === folder);
  if (found) return { part: found, submodules: [] };
  const paths = parts.map(({ path }) => path);
  const near = paths.find((path) => path.endsWith(`/${folder}`)) ?? nearest(folder, paths);
  const all = paths.length > 0 ? `There are ${paths.join(', ')}.` : 'It has none.';
  throw new NotFoundError(`The module has no submodule ${folder}.`, {
    hint: near ? `Did you mean //${near}?` : all,
  });
}

/** The rows of every section but the readme, as the registry sent them. */
export function rowsOf(name: Exclude<SectionName, 'readme'>, { part, submodules }: Described): SectionRows {
  switch (name) {
    case 'inputs':
      return { view: inputView, rows: part.inputs ?? [] };
    case 'outputs':
      return { view: outputView, rows: part.outputs ?? [] };
    case 'submodules':
      return { view: partView as View<object>, rows: submodules };
    case 'dependencies':
      return { view: dependencyView, rows: (part.dependencies ?? []) as object[] };
    case 'resources':
      return { view: resourceView, rows: part.resources ?? [] };
  }
}

/** Every section that has something in it, to be drawn below a card; `address` is where the whole readme is. */
export function sectionDrawings(described: Described, address: string): Drawing[] {
  return sectionNames.map((name) => {
    if (name === 'readme') {
      const rest = `all of it: svc module show ${address} --section readme`;
      return excerpt('Readme', described.part.readme ?? '', { lines: readmeLines, rest });
    }
    const { view, rows } = rowsOf(name, described);
    return section(`${name.charAt(0).toUpperCase()}${name.slice(1)}`, view, rows);
  });
}

/** Columns that read a field of the same name. Some registries send a bare text for a dependency: its name. */
function fieldsView(fields: Readonly<Record<string, 'whole' | 'prose' | 'cell'>>): View<object> {
  return {
    columns: Object.entries(fields).map(([name, fit]) => ({
      name,
      of: (row: unknown) => (typeof row === 'string' ? (name === 'name' ? row : '') : read(row, name)),
      ...(fit === 'cell' ? {} : { fit }),
    })),
  };
}

function read(row: unknown, name: string): unknown {
  return (row as Record<string, unknown> | null)?.[name];
}
