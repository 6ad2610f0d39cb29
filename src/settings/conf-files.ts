import { replaceOwn } from './replace.ts';

/** Replaces `atomically` and `node:fs` for conf (see ownFiles in rolldown.config.mjs). */
export function writeFileSync(path: string, text: string): void {
  replaceOwn(path, text);
}

/** Unused by conf: the store creates the folder and reads the file. */
export default { mkdirSync: () => undefined, readFileSync: () => '', writeFileSync };
