import type { Block } from './blocks.ts';
import { merged, readFile, type Unread, type Written } from './read.ts';
import { isWord, jsonOf, onlyToken, stringEntriesOf, stringOf, textOf } from './values.ts';

interface Output {
  name: string;
  description: string;
  sensitive: boolean;
  ephemeral: boolean;
}

interface Variable extends Output {
  /** The type constraint as written, on one line; empty if missing. */
  type: string;
  /** The default as JSON text; empty for a required variable. */
  default: string;
  required: boolean;
  /** The variable may be null (default: true). */
  nullable: boolean;
}

export interface ModuleCall {
  name: string;
  source: string;
  /** The version constraint as written; empty if missing. */
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
  const parsedFiles = Object.entries(files).map(([file, text]) => readFile(file, text));
  const blocks = merged(parsedFiles.flatMap((each) => each.blocks));
  const blocksOf = (type: string) => blocks.filter(({ block }) => block.type === type && block.labels.length > 0);
  const resources = (kind: string): Resource[] =>
    blocksOf(kind).flatMap(({ block: { labels } }) =>
      labels[1] !== undefined ? { type: labels[0]!, name: labels[1] } : [],
    );
  const all = blocks.map(({ block }) => block);
  const settings = all.filter(({ labels, type }) => type === 'terraform' && labels.length === 0);
  // Older configurations declare a provider's version in its own block.
  const olderRequirements = blocksOf('provider').flatMap(({ block }) => {
    const version = stringOf(block.attributes.get('version'));
    return version === undefined ? [] : { name: nameOf(block), source: '', version };
  });
  return {
    requiredVersions: settings.flatMap(({ attributes }) => stringOf(attributes.get('required_version')) ?? []),
    variables: blocksOf('variable').map(({ block }) => variableOf(block)),
    outputs: blocksOf('output').map(({ block }) => ({ name: nameOf(block), ...traitsOf(block) })),
    calls: blocksOf('module').map(callOf),
    resources: resources('resource'),
    dataSources: resources('data'),
    ephemeralResources: resources('ephemeral'),
    providers: [...settings.flatMap(requirementsOf), ...olderRequirements],
    unread: [...parsedFiles.flatMap(({ unread }) => unread), ...blocksOf('module').flatMap(unreadIn)],
  };
}

function nameOf({ labels: [name = ''] }: Block): string {
  return name;
}

function callOf({ block, file, lineOf }: Written): ModuleCall {
  const [source = '', version = ''] = ['source', 'version'].map((part) => plain(block, part));
  return { name: nameOf(block), source, version, file, line: lineOf(block.at) };
}

/** Returns the source or the version of a call as text, if it is a literal; converts a number, and treats a version of null as missing. */
function plain({ attributes }: Block, part: string): string | undefined {
  const tokens = attributes.get(part);
  const { kind, text, value } = onlyToken(tokens) ?? {};
  if (kind === 'number') return String(Number(text));
  return part === 'version' && (tokens === undefined || text === 'null') ? '' : value;
}

/** Returns the source and the version of a call that are not literals. */
function unreadIn({ block, file, lineOf }: Written): Unread[] {
  return ['source', 'version'].flatMap((part) => {
    if (plain(block, part) !== undefined) return [];
    return { file, line: lineOf(block.at), why: `module ${nameOf(block)} has no plain ${part}` };
  });
}

function variableOf(block: Block): Variable {
  const type = block.attributes.get('type');
  const value = block.attributes.get('default');
  return {
    name: nameOf(block),
    type: type === undefined ? '' : (stringOf(type) ?? textOf(type)),
    default: value === undefined ? '' : jsonOf(value),
    required: value === undefined,
    nullable: !isWord(block.attributes.get('nullable'), 'false'),
    ...traitsOf(block),
  };
}

/** Returns the fields that variables and outputs have in common. */
function traitsOf({ attributes }: Block): Omit<Output, 'name'> {
  return {
    description: stringOf(attributes.get('description')) ?? '',
    sensitive: isWord(attributes.get('sensitive'), 'true'),
    ephemeral: isWord(attributes.get('ephemeral'), 'true'),
  };
}

/** Returns the providers that a `terraform` block requires, as objects or in the older form of a bare constraint. */
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
