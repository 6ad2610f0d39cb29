import { posix } from 'node:path';
import { type Block, readBlocks } from './blocks.ts';
import { type Labels, readJsonBlocks } from './json-blocks.ts';

/** A part of a file that is unreadable or not allowed. */
export interface Unread {
  file: string;
  line: number;
  why: string;
}

/** A top-level block of a file. */
export interface Written {
  block: Block;
  file: string;
  lineOf(at: number): number;
}

/**
 * Reads a file in the native or the JSON syntax, by its extension. Never throws.
 * @param labels the types of blocks to expect in JSON, which does not mark them (default: those of configurations)
 */
export function readFile(file: string, text: string, labels?: Labels) {
  const { root, troubles } = file.endsWith('.json') ? readJsonBlocks(text, labels) : readBlocks(text);
  const lineOf = lineCounter(text);
  return {
    blocks: root.blocks.map((block): Written => ({ block, file, lineOf })),
    attributes: root.attributes,
    unread: troubles.map(({ at, why }): Unread => ({ file, line: lineOf(at), why })),
  };
}

function lineCounter(text: string): (at: number) => number {
  // Most texts are not asked for a line.
  let starts: number[] | undefined;
  return (at) => {
    starts ??= [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

const override = /(^|_)override\.(tf|tofu)(\.json)?$/;

/** Returns whether a file name marks an override file, whose blocks change those of other files. */
export function isOverride(file: string): boolean {
  return override.test(posix.basename(file));
}

/**
 * Merges the blocks of override files into the other blocks, argument by argument; drops nothing: an override without a
 * target stays. Merges all `terraform` blocks, which have no labels, as one.
 */
export function merged(written: readonly Written[]): Written[] {
  const base = written.filter(({ file }) => !isOverride(file));
  const lone: Written[] = [];
  for (const each of written.filter(({ file }) => isOverride(file))) {
    const at = base.findIndex(({ block }) => isSame(block, each.block));
    if (at === -1) lone.push(each);
    else base[at] = { ...base[at]!, block: overridden(base[at]!.block, each.block) };
  }
  return [...base, ...lone];
}

function isSame(a: Block, b: Block): boolean {
  return a.type === b.type && a.labels.join('\n') === b.labels.join('\n');
}

function overridden(base: Block, by: Block): Block {
  const blocks = base.blocks.map((innerBlock) => {
    const change = by.blocks.find((each) => isSame(innerBlock, each));
    return change ? overridden(innerBlock, change) : innerBlock;
  });
  const addedBlocks = by.blocks.filter((each) => !base.blocks.some((inner) => isSame(inner, each)));
  const attributes = new Map([...base.attributes, ...by.attributes]);
  return { ...base, attributes, blocks: [...blocks, ...addedBlocks] };
}
