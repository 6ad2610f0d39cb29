import { replaceOwn } from './replace.ts';

/** What conf writes with, in place of `atomically` and of `node:fs` (see ownFiles in rolldown.config.mjs). */
export function writeFileSync(path: string, text: string): void {
  replaceOwn(path, text);
}

/** The store makes the folder and reads the file. */
export default { mkdirSync: () => undefined, readFileSync: () => '', writeFileSync };
