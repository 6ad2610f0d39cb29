import type { Block } from './blocks.ts';
import { readFile, type Unread, type Written } from './read.ts';

/** A `module` block of one file; in an override file it may lack a source. */
export interface WrittenCall {
  name: string;
  file: string;
  line: number;
  attributes: Block['attributes'];
}

export interface WrittenCalls {
  calls: WrittenCall[];
  /** The blocks that the expressions of calls may refer to. */
  names: Block[];
  /** Unreadable parts, which may hide a call. */
  troubles: Unread[];
}

/** Reads the module calls of one file in the native or JSON syntax. Never throws. */
export function readCalls(file: string, text: string): WrittenCalls {
  const { blocks, unread } = readFile(file, text);
  const calls = blocks.filter(({ block }) => block.type === 'module');
  return {
    names: blocks.flatMap(({ block }) => (/^(variable|locals)$/.test(block.type) ? block : [])),
    calls: calls.map((written) => ({ name: written.block.labels[0] ?? '', ...placed(written, written.block) })),
    troubles: [...unread, ...calls.flatMap((written) => labelFaults(written, written.block, 1))],
  };
}

/** Reads a test file, where a `run` may call a module; the call gets the name of the run. Never throws. */
export function readTestCalls(file: string, text: string): WrittenCalls {
  const { blocks, unread } = readFile(file, text);
  const result: WrittenCalls = { calls: [], names: [], troubles: unread };
  for (const written of blocks.filter(({ block }) => block.type === 'run')) {
    for (const each of labelFaults(written, written.block, 1)) result.troubles.push(each);
    const [first, second] = written.block.blocks.filter(({ type }) => type === 'module');
    if (first === undefined) continue;
    result.calls.push({ name: written.block.labels[0] ?? '', ...placed(written, first) });
    for (const each of labelFaults(written, first, 0)) result.troubles.push(each);
    if (second) result.troubles.push(trouble(written, second, 'a run can have only one module block'));
  }
  return result;
}

function placed({ file, lineOf }: Written, block: Block): Omit<WrittenCall, 'name'> {
  return { file, line: lineOf(block.at), attributes: block.attributes };
}

function labelFaults(written: Written, block: Block, count: number): Unread[] {
  const { labels, type } = block;
  if (labels.length === count) return [];
  const expectedLabels = count === 0 ? 'no label' : 'one label, its name';
  return [trouble(written, block, `the block ${[type, ...labels].join(' ')} must have ${expectedLabels}`)];
}

function trouble({ file, lineOf }: Written, { at }: Block, why: string): Unread {
  return { file, line: lineOf(at), why };
}
