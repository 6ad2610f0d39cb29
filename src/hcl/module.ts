import type { Block } from './blocks.ts';
import { merged } from './overrides.ts';
import { readFile, type Unread, type Written } from './read.ts';
import { isWord, jsonOf, stringEntriesOf, stringOf, textOf } from './values.ts';

interface Variable {
  name: string;
  /** Type constraint as written, on one line; empty if missing. */
  type: string;
  description: string;
  /** Default as JSON text; empty for a required variable. */
  default: string;
  required: boolean;
  sensitive: boolean;
  /** Whether it may be null (default: true). */
  nullable: boolean;
  ephemeral: boolean;
}

interface Output {
  name: string;
  description: string;
  sensitive: boolean;
  ephemeral: boolean;
}

/** A `module` block: a call of another module. */
export interface ModuleCall {
  name: string;
  source: string;
  /** Version constraint as written; empty if missing. */
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

/** The declarations in the configuration files of one folder. */
export interface ModuleDeclarations {
  /** The constraints on the version of the tool, as written. */
  requiredVersions: string[];
  variables: Variable[];
  outputs: Output[];
  calls: ModuleCall[];
  resources: Resource[];
  dataSources: Resource[];
  ephemeralResources: Resource[];
  providers: ProviderRequirement[];
  unread: Unread[];
}

/**
 * Reads the declarations of one module from the text of its configuration files, in the given order, with override files
 * applied. Never throws.
 */
export function readModule(files: Readonly<Record<string, string>>): ModuleDeclarations {
  const read = Object.entries(files).map(([file, text]) => readFile(file, text));
  const found: ModuleDeclarations = {
    requiredVersions: [],
    variables: [],
    outputs: [],
    calls: [],
    resources: [],
    dataSources: [],
    ephemeralResources: [],
    providers: [],
    unread: read.flatMap(({ unread }) => unread),
  };
  for (const written of merged(read.flatMap(({ blocks }) => blocks))) declare(found, written);
  return found;
}

function declare(found: ModuleDeclarations, { block, file, lineOf }: Written): void {
  const [first, second] = block.labels;
  if (first === undefined) {
    if (block.type !== 'terraform') return;
    found.providers.push(...requirementsOf(block));
    const version = stringOf(block.attributes.get('required_version'));
    if (version !== undefined) found.requiredVersions.push(version);
    return;
  }
  switch (block.type) {
    case 'variable':
      found.variables.push(variableOf(first, block));
      return;
    case 'output':
      found.outputs.push({ name: first, ...traitsOf(block) });
      return;
    case 'resource':
    case 'data':
    case 'ephemeral':
      if (second !== undefined) found[listOf[block.type]].push({ type: first, name: second });
      return;
    case 'provider': {
      const version = stringOf(block.attributes.get('version'));
      if (version !== undefined) found.providers.push({ name: first, source: '', version });
      return;
    }
    case 'module': {
      const line = lineOf(block.at);
      const [source, version] = ['source', 'version'].map((part) => stringOf(block.attributes.get(part)));
      if (source === undefined) found.unread.push({ file, line, why: `module ${first} has no plain source` });
      if (version === undefined && block.attributes.has('version'))
        found.unread.push({ file, line, why: `module ${first} has no plain version` });
      found.calls.push({ name: first, source: source ?? '', version: version ?? '', file, line });
    }
  }
}

const listOf = { resource: 'resources', data: 'dataSources', ephemeral: 'ephemeralResources' } as const;

function variableOf(name: string, block: Block): Variable {
  const type = block.attributes.get('type');
  const value = block.attributes.get('default');
  return {
    name,
    type: type === undefined ? '' : (stringOf(type) ?? textOf(type)),
    default: value === undefined ? '' : jsonOf(value),
    required: value === undefined,
    nullable: !isWord(block.attributes.get('nullable'), 'false'),
    ...traitsOf(block),
  };
}

/** What inputs and outputs have in common. */
function traitsOf({ attributes }: Block): Omit<Output, 'name'> {
  return {
    description: stringOf(attributes.get('description')) ?? '',
    sensitive: isWord(attributes.get('sensitive'), 'true'),
    ephemeral: isWord(attributes.get('ephemeral'), 'true'),
  };
}

/** The providers that a `terraform` block requires, as objects or in the older form of a bare constraint. */
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
