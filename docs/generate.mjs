// Writes what is made from the sources: reference pages, man pages, the list of assumptions. `npm run reference`
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commandTree, withSources } from '../packaging/sources.mjs';
import { ownFiles, rawText } from '../rolldown.config.mjs';

const root = resolve(import.meta.dirname, '..');
const sources = {
  program: 'src/program.ts',
  explain: 'src/cli/help.ts',
  description: 'src/reference/describe.ts',
  reference: 'src/reference/files.ts',
  topics: 'src/topics/all.ts',
  assumptions: 'test/support/assumptions.ts',
};

await withSources(sources, write, [rawText(), ownFiles()]);

async function write({ program, explain, description, reference, topics, assumptions }) {
  const { generatedFiles, generatedFolders } = reference;
  const texts = await topics.allTopics();
  const files = generatedFiles(description.describe(await commandTree(program), explain, texts), texts);
  for (const folder of generatedFolders) {
    mkdirSync(join(root, folder), { recursive: true });
    const stale = readdirSync(join(root, folder)).filter((name) => !files.has(`${folder}/${name}`));
    for (const name of stale) rmSync(join(root, folder, name));
  }
  for (const [path, text] of files) {
    writeFileSync(join(root, path), text);
  }
  writeFileSync(join(root, 'docs/assumptions.md'), assumptions.assumptionsPage(root));
  process.stdout.write(`Wrote docs/assumptions.md, and ${files.size} files to ${generatedFolders.join(', ')}.\n`);
}
