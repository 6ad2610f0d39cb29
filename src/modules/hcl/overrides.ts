import { posix } from 'node:path';
import type { Block } from './blocks.ts';
import type { Written } from './read.ts';

const override = /(^|_)override\.(tf|tofu)(\.json)?$/;

/** Returns whether a file name marks an override file, whose blocks change those of other files. */
export function isOverride(file: string): boolean {
  return override.test(posix.basename(file));
}

/**
 * Merges the blocks of override files into the others, argument by argument; a block that overrides nothing stays unchanged.
 * `terraform` blocks, which have no labels, are merged as one.
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
  const blocks = base.blocks.map((inner) => {
    const other = by.blocks.find((each) => isSame(inner, each));
    return other ? overridden(inner, other) : inner;
  });
  const added = by.blocks.filter((each) => !base.blocks.some((inner) => isSame(inner, each)));
  const attributes = new Map([...base.attributes, ...by.attributes]);
  return { ...base, attributes, blocks: [...blocks, ...added] };
}
