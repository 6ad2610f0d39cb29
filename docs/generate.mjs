// Writes what is made from the sources: completions, reference pages, man pages, the list of assumptions. `npm run reference`
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { ownFiles, rawText } from '../rolldown.config.mjs';

const root = resolve(import.meta.dirname, '..');
const built = mkdtempSync(join(tmpdir(), 'svc-reference-'));
try {
  const { declareAll } = await bundle();
  const load = createRequire(join(built, 'program.cjs'));
  const { describe } = load('./describe.cjs');
  const { generatedFiles, generatedFolders } = load('./files.cjs');
  const { assumptionsPage } = load('./assumptions.cjs');
  // Declaring commands asks nothing of the machine.
  const machine = { env: {}, cwd: '/', home: '/', signal: new AbortController().signal, now: () => new Date(0) };
  const { stdin, stdout, stderr } = process;
  const program = await declareAll({ stdin, stdout, stderr, ...machine });
  const topics = await load('./topics.cjs').allTopics();
  const files = generatedFiles(describe(program, load('./explain.cjs'), topics), topics);
  for (const folder of generatedFolders) {
    mkdirSync(join(root, folder), { recursive: true });
    const stale = readdirSync(join(root, folder)).filter((name) => !files.has(`${folder}/${name}`));
    for (const name of stale) rmSync(join(root, folder, name));
  }
  for (const [path, text] of files) {
    writeFileSync(join(root, path), text);
  }
  writeFileSync(join(root, 'docs/assumptions.md'), assumptionsPage(root));
  process.stdout.write(`Wrote docs/assumptions.md, and ${files.size} files to ${generatedFolders.join(', ')}.\n`);
} finally {
  rmSync(built, { recursive: true, force: true });
}

/** Builds the sources as the program itself is built, so that no build needs to come first. */
async function bundle() {
  const input = {
    program: join(root, 'src/program.ts'),
    explain: join(root, 'src/cli/help.ts'),
    describe: join(root, 'src/reference/describe.ts'),
    files: join(root, 'src/reference/files.ts'),
    topics: join(root, 'src/topics/all.ts'),
    assumptions: join(root, 'test/support/assumptions.ts'),
  };
  const shared = { platform: 'node', tsconfig: false, plugins: [rawText(), ownFiles()], logLevel: 'warn' };
  const bundling = await rolldown({ input, cwd: root, ...shared });
  await bundling.write({
    dir: built,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
  });
  await bundling.close();
  return createRequire(join(built, 'program.cjs'))('./program.cjs');
}
