import { type Block, readBlocks } from './blocks.ts';
import { callOf } from './calls.ts';
import { lineCounter } from './lines.ts';
import { jsonOf, stringEntriesOf, stringOf, textOf } from './values.ts';

interface Variable {
  name: string;
  /** Type constraint as written, on one line; empty where there is none. */
  type: string;
  description: string;
  /** Default as JSON text; empty where the variable is required. */
  default: string;
  required: boolean;
}

interface Output {
  name: string;
  description: string;
}

/** A `module` block: a call of another module. */
export interface ModuleCall {
  name: string;
  source: string;
  /** Version constraint as written; empty where there is none. */
  version: string;
  file: string;
  line: number;
}

interface Resource {
  type: string;
  name: string;
}

export interface ProviderRequirement {
  name: string;
  source: string;
  version: string;
}

/** Something in a file that could not be read. */
interface Unread {
  file: string;
  line: number;
  why: string;
}

/** What the *.tf files of one folder declare. */
export interface ModuleDeclarations {
  variables: Variable[];
  outputs: Output[];
  calls: ModuleCall[];
  resources: Resource[];
  providers: ProviderRequirement[];
  unread: Unread[];
}

interface File {
  file: string;
  lineOf(at: number): number;
}

/** Reads the declarations of one module from the text of its *.tf files, in the order given. Never throws. */
export function readModule(files: Readonly<Record<string, string>>): ModuleDeclarations {
  const found: ModuleDeclarations = { variables: [], outputs: [], calls: [], resources: [], providers: [], unread: [] };
  for (const [file, text] of Object.entries(files)) {
    const { root, troubles } = readBlocks(text);
    const lineOf = lineCounter(text);
    for (const { at, why } of troubles) found.unread.push({ file, line: lineOf(at), why });
    for (const block of root.blocks) declare(found, block, { file, lineOf });
  }
  return found;
}

function declare(found: ModuleDeclarations, block: Block, { file, lineOf }: File): void {
  const [first, second] = block.labels;
  if (first === undefined) {
    if (block.type === 'terraform') found.providers.push(...requirementsOf(block));
    return;
  }
  if (block.type === 'variable') found.variables.push(variableOf(first, block));
  if (block.type === 'output') found.outputs.push({ name: first, description: described(block) });
  if (block.type === 'resource' && second !== undefined) found.resources.push({ type: first, name: second });
  if (block.type === 'provider') {
    const version = stringOf(block.attributes.get('version'));
    if (version !== undefined) found.providers.push({ name: first, source: '', version });
  }
  if (block.type === 'module') {
    const line = lineOf(block.at);
    const { source, unreadable, version = '' } = callOf(block);
    if (source === undefined) found.unread.push({ file, line, why: `module ${first} has no plain source` });
    if (unreadable.includes('version')) found.unread.push({ file, line, why: `module ${first} has no plain version` });
    found.calls.push({ name: first, source: source ?? '', version, file, line });
  }
}

function variableOf(name: string, block: Block): Variable {
  const type = block.attributes.get('type');
  const value = block.attributes.get('default');
  return {
    name,
    type: type === undefined ? '' : (stringOf(type) ?? textOf(type)),
    description: described(block),
    default: value === undefined ? '' : jsonOf(value),
    required: value === undefined,
  };
}

function described(block: Block): string {
  return stringOf(block.attributes.get('description')) ?? '';
}

/** The providers a `terraform` block asks for, in the form of an object and in the older one of a bare constraint. */
function requirementsOf(terraform: Block): ProviderRequirement[] {
  const blocks = terraform.blocks.filter(({ type }) => type === 'required_providers');
  return blocks.flatMap(({ attributes }) =>
    [...attributes].map(([name, tokens]) => {
      const bare = stringOf(tokens);
      if (bare !== undefined) return { name, source: '', version: bare };
      const entries = stringEntriesOf(tokens);
      return { name, source: entries.get('source') ?? '', version: entries.get('version') ?? '' };
    }),
  );
}
