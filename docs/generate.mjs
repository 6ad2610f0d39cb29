// Writes what is made from the sources. `npm run reference`: the reference pages, the list of assumptions, the pages of signatures and of
// errors, and the tests of each statement and promise, which are committed; `node docs/generate.mjs --built`, at the end of a build: the help and the
// facts for completions beside the bundle, and the man pages, in build/man.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { commandTree, withSources } from '../packaging/sources.mjs';
import { ownFiles, rawText } from '../rolldown.config.mjs';
import { errorTexts } from './error-messages.mjs';
import { marksBelow, pagesWithTests, withTests } from './marks.mjs';

const root = resolve(import.meta.dirname, '..');
const sources = {
  program: 'src/program.ts',
  help: 'src/cli/help-format.ts',
  description: 'src/cli/reference/describe.ts',
  reference: 'src/cli/reference/files.ts',
  topics: 'src/cli/topics/all.ts',
  assumptions: 'test/support/assumptions.ts',
  signatures: 'test/support/signature-page.ts',
  errors: 'test/support/error-page.ts',
};

await withSources(sources, process.argv.includes('--built') ? writeBuilt : writeReference, [rawText(), ownFiles()]);

async function writeBuilt(modules) {
  const { program, texts, tree } = await described(modules);
  const names = texts.map(({ name }) => name);
  const pages = [
    ['svc', { '': modules.help.pageOf(program, names) }],
    ...program.inner.map((noun) => [noun.command.name(), modules.help.pagesOf(noun)]),
  ];
  write('dist/help', asFiles('dist/help', pages));
  write('dist/complete', asFiles('dist/complete', completionFacts(tree)));
  write(
    'build/man',
    new Map([...modules.reference.manPages(tree, texts)].map(([name, text]) => [`build/man/${name}`, text])),
  );
}

async function writeReference(modules) {
  const { texts, tree } = await described(modules);
  const { referenceFolder, referencePages } = modules.reference;
  const files = referencePages(tree, texts);
  files.set('docs/assumptions.md', modules.assumptions.assumptionsPage(root));
  files.set('docs/signatures.md', modules.signatures.signaturePage(root));
  files.set('docs/errors.md', modules.errors.errorPage(errorTexts(join(root, 'src'))));
  const marks = marksBelow(root);
  for (const page of pagesWithTests) files.set(page, withTests(readFileSync(join(root, page), 'utf8'), marks));
  write(referenceFolder, files);
  process.stdout.write(`Wrote ${files.size} files to docs.\n`);
}

/** The facts of each noun by its name, and those of the program, which lists its nouns only. None has an explanation. */
function completionFacts(tree) {
  const topics = tree.topics.map(({ name, summary }) => ({ name, summary }));
  const nouns = tree.commands.map((noun) => ({ ...noun, arguments: [], flags: [], commands: [] }));
  return [['svc', { ...tree, commands: nouns, topics }], ...tree.commands.map((noun) => [noun.words[0], noun])];
}

/** A JSON file for each name. */
function asFiles(folder, contents) {
  const json = (content) => JSON.stringify(content, (key, value) => (key === 'explanation' ? undefined : value));
  return new Map(contents.map(([name, content]) => [`${folder}/${name}.json`, json(content)]));
}

async function described({ program: { declareAll }, description, topics }) {
  const texts = await topics.allTopics();
  const program = await commandTree(declareAll);
  return { program, texts, tree: description.describe(program, texts) };
}

/** Replaces a folder of generated files, and writes those beside it. */
function write(folder, files) {
  rmSync(join(root, folder), { recursive: true, force: true });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
