import { type Block, readBlocks } from './blocks.ts';
import { readJsonBlocks } from './json-blocks.ts';
import { lineCounter } from './lines.ts';

/** Something in a file that could not be read, or that the language does not allow. */
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

/** Reads one file in either form of the language; `.json` at the end of its name tells which. Never throws. */
export function readFile(file: string, text: string): { blocks: Written[]; unread: Unread[] } {
  const { root, troubles } = file.endsWith('.json') ? readJsonBlocks(text) : readBlocks(text);
  const lineOf = lineCounter(text);
  return {
    blocks: root.blocks.map((block) => ({ block, file, lineOf })),
    unread: troubles.map(({ at, why }) => ({ file, line: lineOf(at), why })),
  };
}
