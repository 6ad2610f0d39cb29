import { type Block, readBlocks } from './blocks.ts';
import { lineCounter } from './lines.ts';
import { stringOf } from './values.ts';

type Part = 'source' | 'version';

/** What a `module` block says of the module it calls. */
export interface CallParts {
  /** Undefined where it is left out, or unreadable. */
  source: string | undefined;
  version: string | undefined;
  /** Attributes that are there and no plain strings. */
  unreadable: Part[];
}

/** A `module` block as one file has it; in an override file it may lack a source. */
export interface WrittenCall extends CallParts {
  name: string;
  file: string;
  line: number;
}

/** What one file of a configuration says about modules. */
export interface WrittenCalls {
  calls: WrittenCall[];
  /** What could not be read, where a call may hide. */
  troubles: { file: string; line: number; why: string }[];
}

/** The source and version of a `module` block. */
export function callOf({ attributes }: Block): CallParts {
  const read = (part: Part) => stringOf(attributes.get(part));
  const unreadable = (['source', 'version'] as const).filter(
    (part) => attributes.has(part) && read(part) === undefined,
  );
  return { source: read('source'), version: read('version'), unreadable };
}

/** Reads the module calls of one file in either syntax; `.json` at the end of its name tells which. Never throws. */
export function readCalls(file: string, text: string): WrittenCalls {
  return file.endsWith('.json') ? callsInJson(file, text) : callsInBlocks(file, text);
}

/** The same for a file of tests, where a `run` may have a module of its own; the call bears the name of the run. Never throws. */
export function readTestCalls(file: string, text: string): WrittenCalls {
  return inBlocks(file, text, ({ blocks, labels, type }) =>
    blocks
      .filter((inner) => type === 'run' && inner.type === 'module')
      .map((block) => ({ name: labels[0] ?? '', block })),
  );
}

function callsInBlocks(file: string, text: string): WrittenCalls {
  return inBlocks(file, text, (block) => (block.type === 'module' ? [{ name: block.labels[0] ?? '', block }] : []));
}

function inBlocks(
  file: string,
  text: string,
  callsIn: (block: Block) => { name: string; block: Block }[],
): WrittenCalls {
  const { root, troubles } = readBlocks(text);
  const lineOf = lineCounter(text);
  const found = root.blocks.flatMap(callsIn);
  return {
    calls: found.map(({ block, name }) => ({ name, ...callOf(block), file, line: lineOf(block.at) })),
    troubles: troubles.map(({ at, why }) => ({ file, line: lineOf(at), why })),
  };
}

function callsInJson(file: string, text: string): WrittenCalls {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return { calls: [], troubles: [{ file, line: 1, why: 'it is not JSON' }] };
  }
  const lineOf = lineCounter(text);
  const bodies = objects(document).flatMap((root) => objects(root.module).flatMap((named) => Object.entries(named)));
  return {
    calls: bodies.flatMap(([name, body]) => {
      const line = lineOf(Math.max(0, text.indexOf(JSON.stringify(name))));
      return objects(body).map((block) => ({ name, ...jsonParts(block), file, line }));
    }),
    troubles: [],
  };
}

function jsonParts(block: Readonly<Record<string, unknown>>): CallParts {
  const read = (part: Part) => {
    const value = Object.hasOwn(block, part) ? block[part] : undefined;
    return typeof value === 'string' && !/[$%]\{/.test(value) ? value : undefined;
  };
  const unreadable = (['source', 'version'] as const).filter(
    (part) => Object.hasOwn(block, part) && read(part) === undefined,
  );
  return { source: read('source'), version: read('version'), unreadable };
}

/** In this syntax a list of objects stands wherever one may. */
function objects(value: unknown): Record<string, unknown>[] {
  return [value].flat().filter((each): each is Record<string, unknown> => typeof each === 'object' && each !== null);
}
