/** Replaces the package `atomically`, which conf imports: it would install signal handlers. */
export { writeFileSync } from 'node:fs';
