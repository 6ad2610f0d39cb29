import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const root = resolve(import.meta.dirname, '..');

/**
 * Bundles modules of the sources like the program, loads them, and returns what `use` makes of them. No build is needed before.
 * @param {Record<string, string>} files a name for each module, and its path from the root
 * @param {(modules: Record<string, any>) => unknown} use
 * @param {import('rolldown').Plugin[]} plugins
 */
export async function withSources(files, use, plugins) {
  // The bundle must be below the project, because its modules look for the files of a build there.
  mkdirSync(join(root, 'build'), { recursive: true });
  const built = mkdtempSync(join(root, 'build/sources-'));
  try {
    const input = Object.fromEntries(Object.entries(files).map(([name, path]) => [name, join(root, path)]));
    const options = { input, cwd: root, platform: 'node', tsconfig: false, plugins, logLevel: 'silent' };
    const bundling = await rolldown(options);
    const names = { entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' };
    await bundling.write({ dir: built, format: 'cjs', ...names });
    await bundling.close();
    const load = createRequire(join(built, 'sources.cjs'));
    return await use(Object.fromEntries(Object.keys(files).map((name) => [name, load(`./${name}.cjs`)])));
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

/** Returns the tree of all commands. Declaring them reads nothing from the machine. */
export function commandTree(declareAll) {
  const machine = { env: {}, cwd: '/', home: '/', signal: new AbortController().signal, now: () => new Date(0) };
  const { stdin, stdout, stderr } = process;
  return declareAll({ stdin, stdout, stderr, ...machine });
}
