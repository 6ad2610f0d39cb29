import { type Block, readBlocks } from './blocks.ts';
import { readJsonBlocks } from './json-blocks.ts';
import { lineCounter } from './lines.ts';

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

/** Reads a file in the native or the JSON form of the language, by its extension. Never throws. */
export function readFile(file: string, text: string): { blocks: Written[]; unread: Unread[] } {
  const { root, troubles } = file.endsWith('.json') ? readJsonBlocks(text) : readBlocks(text);
  const lineOf = lineCounter(text);
  return {
    blocks: root.blocks.map((block) => ({ block, file, lineOf })),
    unread: troubles.map(({ at, why }) => ({ file, line: lineOf(at), why })),
  };
}
