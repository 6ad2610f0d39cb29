import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const root = resolve(import.meta.dirname, '..');
const empty = 'Readonly<Record<string, string>> = {}';

/** Fills in the pages of src/cli/help-pages.ts from the command tree. */
export function helpPages(plugins) {
  return {
    name: 'help-pages',
    async transform(code, id) {
      if (!id.replaceAll('\\', '/').endsWith('/src/cli/help-pages.ts')) return null;
      const parts = code.split(empty);
      if (parts.length !== 2) throw new Error('src/cli/help-pages.ts has no empty table for the pages.');
      return { code: parts.join(`${empty.slice(0, -2)}${JSON.stringify(await pagesOf(plugins))}`), map: null };
    },
  };
}

/** Each command and its page as JSON in ASCII, which loads faster. */
async function pagesOf(plugins) {
  const built = mkdtempSync(join(tmpdir(), 'svc-help-'));
  try {
    const input = { program: join(root, 'src/program.ts'), format: join(root, 'src/cli/help-format.ts') };
    const bundling = await rolldown({
      input,
      cwd: root,
      platform: 'node',
      tsconfig: false,
      plugins,
      logLevel: 'silent',
    });
    await bundling.write({
      dir: built,
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name]-[hash].cjs',
    });
    await bundling.close();
    const load = createRequire(join(built, 'program.cjs'));
    // Declaring commands asks nothing of the machine.
    const machine = { env: {}, cwd: '/', home: '/', signal: new AbortController().signal, now: () => new Date(0) };
    const { stdin, stdout, stderr } = process;
    const program = await load('./program.cjs').declareAll({ stdin, stdout, stderr, ...machine });
    const pages = load('./format.cjs').pagesOf(program);
    return Object.fromEntries(Object.entries(pages).map(([command, page]) => [command, ascii(JSON.stringify(page))]));
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

function ascii(json) {
  return json.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
