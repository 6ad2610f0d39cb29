/** In place of the package `atomically`, which conf imports and which takes over the signals of the process. */
export { writeFileSync } from 'node:fs';
