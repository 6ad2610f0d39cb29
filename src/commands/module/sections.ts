import type { DescribedModule } from '../../api/contract/registry/modules.ts';
import { NotFoundError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import type { View } from '../../base/view.ts';
import { type Drawing, excerpt, section } from '../../cli/terminal/canvas.ts';
import { type Part, pathOf, rootOf, rowsIn, submodulesOf } from '../../modules/registry/describe.ts';
import { partView } from './view.ts';

/** The sections of a description, in the order of the card. */
export const sectionNames = [
  'inputs',
  'outputs',
  'submodules',
  'dependencies',
  'resources',
  'data-sources',
  'ephemeral-resources',
  'readme',
] as const;
export type SectionName = (typeof sectionNames)[number];

/** The root of a module with its submodules, or a single submodule. */
export interface Described {
  part: Part;
  submodules: readonly Part[];
}

export interface SectionRows {
  view: View<object>;
  rows: readonly object[];
}

type Fields = Readonly<Record<string, 'whole' | 'prose' | 'cell'>>;

const readmeLines = 20;

const inputFields = { name: 'whole', description: 'prose', type: 'prose', default: 'prose', required: 'cell' } as const;
const outputFields = { name: 'whole', description: 'prose' } as const;
const dependencyView = fieldsView({ name: 'whole', source: 'whole', version: 'cell' });
const resourceView = fieldsView({ type: 'whole', name: 'whole' });

/**
 * Returns the root of a module; for an address with a folder, the submodule in that folder.
 * @throws {NotFoundError} if the folder has no submodule
 */
export function describedIn(module: DescribedModule, folder: string | undefined): Described {
  const parts = submodulesOf(module);
  if (folder === undefined) return { part: rootOf(module), submodules: parts };
  const submodule = parts.find((part) => pathOf(part) === folder);
  if (submodule) return { part: submodule, submodules: [] };
  const paths = parts.map(pathOf).filter((path) => path !== undefined);
  const near = paths.find((path) => path.endsWith(`/${folder}`)) ?? nearest(folder, paths);
  const all = paths.length > 0 ? `Its submodules: ${paths.join(', ')}.` : 'It has no submodules.';
  throw new NotFoundError(`The module has no submodule ${folder}.`, {
    hint: near ? `Did you mean "//${near}"?` : all,
  });
}

/** Returns the rows of a section as the registry sent them. */
export function rowsOf(name: Exclude<SectionName, 'readme'>, { part, submodules }: Described): SectionRows {
  if (name === 'submodules') return { view: partView as View<object>, rows: submodules };
  const rows = rowsIn(part[name.replace('-', '_')]);
  if (name === 'inputs')
    return valueRows(rows, inputFields, { sensitive: 'cell', nullable: 'cell', ephemeral: 'cell' });
  if (name === 'outputs') return valueRows(rows, outputFields, { sensitive: 'cell', ephemeral: 'cell' });
  return { view: name === 'dependencies' ? dependencyView : resourceView, rows };
}

/** Returns the readme of a part, or an empty text. */
export function readmeOf({ readme }: Part): string {
  return typeof readme === 'string' ? readme : '';
}

/** Draws the sections below a card. @param address the module, for the command that prints the whole readme */
export function sectionDrawings(described: Described, address: string): Drawing[] {
  return sectionNames.map((name) => {
    if (name === 'readme') {
      const rest = `full text: svc module show ${address} --section readme`;
      return excerpt('Readme', readmeOf(described.part), { lines: readmeLines, rest });
    }
    const { view, rows } = rowsOf(name, described);
    const title = name.replace('-', ' ');
    return section(`${title.charAt(0).toUpperCase()}${title.slice(1)}`, view, rows);
  });
}

/** Returns rows of inputs or outputs. Programs get a column for each trait; a table has a single column for the unusual traits, if a row has any. */
function valueRows(rows: readonly object[], fields: Fields, traits: Fields): SectionRows {
  const { columns } = fieldsView(fields);
  const table = rows.some((row) => traitsOf(row) !== '') ? [...columns, { name: 'traits', of: traitsOf }] : columns;
  return { view: { columns: [...columns, ...fieldsView(traits).columns], table }, rows };
}

function traitsOf(row: object): string {
  const traits = [
    read(row, 'sensitive') === true && 'sensitive',
    read(row, 'nullable') === false && 'not nullable',
    read(row, 'ephemeral') === true && 'ephemeral',
  ];
  return traits.filter(Boolean).join(', ');
}

/** Returns columns, each for the field of its name. For a dependency, some registries send only its name instead of an object. */
function fieldsView(fields: Fields): View<object> {
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
