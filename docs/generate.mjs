// Writes the files that are generated from the sources. `npm run reference`: the reference pages, the list of assumptions, and
// the pages about signatures and errors, which are committed. `node docs/generate.mjs --built`, at the end of a build: the facts
// that help and completions read, the JSON Schemas of documents, and the man pages (in build/man).
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod/mini';
import { commandTree, withSources } from '../packaging/sources.mjs';
import { ownFiles, rawText } from '../rolldown.config.mjs';
import { errorTexts } from './error-messages.mjs';

const root = resolve(import.meta.dirname, '..');
const sources = {
  program: 'src/program.ts',
  facts: 'src/cli/facts.ts',
  manual: 'src/cli/reference/man.ts',
  reference: 'src/cli/reference/markdown.ts',
  topics: 'src/cli/topics/index.ts',
  site: 'src/platform/site/schema.ts',
  policy: 'src/modules/policy/policy.ts',
  assumptions: 'test/support/assumptions.ts',
  signatures: 'test/support/signature-page.ts',
  errors: 'test/support/error-page.ts',
};

await withSources(sources, process.argv.includes('--built') ? writeBuilt : writeReference, [rawText(), ownFiles()]);

async function writeBuilt(modules) {
  const { texts, tree } = await described(modules);
  // The program's own file lists only nouns; each noun has a file of its own.
  const bare = tree.commands.map((noun) => ({ ...noun, arguments: [], flags: [], commands: [] }));
  const facts = [['svc', { ...tree, commands: bare }], ...tree.commands.map((noun) => [noun.words[0], noun])];
  write('dist/facts', new Map(facts.map(([name, content]) => [`dist/facts/${name}.json`, JSON.stringify(content)])));
  const schemas = { site: modules.site.siteDocument, policy: modules.policy.policyDocument };
  const jsonSchemas = Object.entries(schemas).map(([name, schema]) => [name, z.toJSONSchema(schema, { io: 'input' })]);
  write(
    'dist/schemas',
    new Map(jsonSchemas.map(([name, content]) => [`dist/schemas/${name}.json`, JSON.stringify(content)])),
  );
  write(
    'build/man',
    new Map([...modules.manual.manPages(tree, texts)].map(([name, text]) => [`build/man/${name}`, text])),
  );
}

async function writeReference(modules) {
  const { texts, tree } = await described(modules);
  const { referenceFolder, referencePages } = modules.reference;
  const files = referencePages(tree, texts);
  files.set('docs/assumptions.md', modules.assumptions.assumptionsPage(root));
  files.set('docs/signatures.md', modules.signatures.signaturePage(root));
  files.set('docs/errors.md', modules.errors.errorPage(errorTexts(join(root, 'src'))));
  write(referenceFolder, files);
  process.stdout.write(`Wrote ${files.size} files to docs.\n`);
}

async function described({ program, facts, topics }) {
  const texts = await topics.allTopics();
  return { texts, tree: facts.describe(await commandTree(program.declareAll)) };
}

/** Replaces a folder of generated files, and writes the files that stand outside of it. */
function write(folder, files) {
  rmSync(join(root, folder), { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
