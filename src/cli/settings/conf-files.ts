/** Replacement for the package `atomically`, which conf imports and which handles the signals of the process. */
export { writeFileSync } from 'node:fs';
