import { commandTree, withSources } from './sources.mjs';

/** Each command and its page as JSON, for src/cli/help-pages.ts. */
const helpPages = {
  file: '/src/cli/help-pages.ts',
  replaced: 'Readonly<Record<string, string>> = {}',
  sources: { program: 'src/program.ts', format: 'src/cli/help-format.ts' },
  async written({ program, format }) {
    const pages = Object.entries(format.pagesOf(await commandTree(program)));
    const json = Object.fromEntries(pages.map(([command, page]) => [command, ascii(JSON.stringify(page))]));
    return `Readonly<Record<string, string>> = ${JSON.stringify(json)}`;
  },
};

/** The command tree without explanations, for src/commands/complete/facts.ts: the program, and each noun by its name. */
const commandFacts = {
  file: '/src/commands/complete/facts.ts',
  replaced: 'Readonly<Record<string, string>> = {}',
  sources: {
    program: 'src/program.ts',
    explain: 'src/cli/help.ts',
    description: 'src/cli/reference/describe.ts',
    topics: 'src/cli/topics/index.ts',
  },
  async written({ program, explain, description, topics }) {
    const listed = Object.entries(topics.topics).map(([name, [summary]]) => ({ name, summary }));
    const tree = description.describe(await commandTree(program), explain, listed);
    const json = (facts) => ascii(JSON.stringify(facts, (key, value) => (key === 'explanation' ? undefined : value)));
    const nouns = tree.commands.map((noun) => ({ ...noun, arguments: [], flags: [], commands: [] }));
    const parts = [
      ['svc', json({ ...tree, commands: nouns })],
      ...tree.commands.map((noun) => [noun.words[0], json(noun)]),
    ];
    return `Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(parts))}`;
  },
};

/** The JSON Schema of a document; so the program needs no writer of schemas. */
const schemaOf = (room, document) => ({
  file: `/src/${room}/json-schema.ts`,
  replaced: `z.toJSONSchema(${document}, { io: 'input' })`,
  sources: { schema: `src/${room}/json-schema.ts` },
  written: ({ schema }) => `JSON.parse(${JSON.stringify(ascii(JSON.stringify(schema.jsonSchema())))})`,
});
const schemas = [schemaOf('platform/site', 'siteDocument'), schemaOf('modules/policy', 'policyDocument')];

/** Writes into the program as data what the sources would compute anew at each start. */
export function builtData(plugins) {
  return {
    name: 'built-data',
    async transform(code, id) {
      const data = [helpPages, commandFacts, ...schemas].find(({ file }) => id.replaceAll('\\', '/').endsWith(file));
      if (!data) return null;
      const parts = code.split(data.replaced);
      if (parts.length !== 2) throw new Error(`${data.file} has no ${data.replaced} for the build to replace.`);
      return { code: parts.join(await withSources(data.sources, data.written, plugins)), map: null };
    },
  };
}

/** JSON in ASCII, which loads faster. */
function ascii(json) {
  return json.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
