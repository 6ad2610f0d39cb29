import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../src');

/** Calls whose spread list is short, whatever others send: a call with some 120,000 arguments throws a RangeError. */
const allowed = [
  'cli/resource-verbs.ts: context.output.show(...found)',
  'cli/resource-verbs.ts: verb.argument(...argument)',
  'cli/run.ts: act(...words)',
  'commands/listening/subscribe-flags.ts: exclusive(...namesDeclaredBy(placeFlags))',
  'commands/module/destinations.ts: join(...path.segments)',
  'commands/module/download.ts: registriesOf(...addresses)',
  "commands/module/view.ts: columnsOf(...['inputs', 'outputs', 'resources', 'dependencies'].map((name) => ({ name, of: (part: Part) => counted(part[name]), })))",
  "commands/profile/view.ts: columnsOf(...settingKeys.filter((key) => key !== 'address' && key !== 'organization'))",
  'document/document.ts: checked(...given)',
  'mirror/selection.ts: packages.fetch(...asked)',
  'module/fetch/commit.ts: git.run(...(otherwise ?? [spec]))',
  'module/fetch/commit.ts: git.run(...everything)',
  'module/fetch/commit.ts: git.run(...fetching)',
  'module/fetch/commit.ts: git.run(...fetching)',
  'module/fetch/commit.ts: git.run(...fetching)',
  'module/fetch/commit.ts: git.run(...new Set(names))',
  'module/fetch/projects.ts: git.stream(...prefix)',
  'module/fetch/run-git.ts: stream(...args)',
  'nouns.ts: Object.assign(...Object.values(nounGroups))',
  'publish/folder.ts: join(...path)',
  'publish/folder.ts: join(...path)',
  'resources/customization.ts: columnsOf(...customizationTexts)',
  "sandbox/certificate.ts: run(...about('ca'))",
  "sandbox/certificate.ts: run(...about('server'))",
  'sandbox/certificate.ts: run(...extensions)',
  'sandbox/certificate.ts: run(...signing)',
];

// trust: T-186
test('no call spreads a list of others’ text, which may be longer than the arguments of a call', () => {
  expect(
    readdirSync(src, { encoding: 'utf8', recursive: true })
      .filter((file) => file.endsWith('.ts'))
      .flatMap(spreadsIn)
      .sort(),
  ).toEqual(allowed);
});

/** The calls of a file with a spread argument, as `FILE: CALLEE(...LIST)`. */
function spreadsIn(file: string): string[] {
  const text = readFileSync(join(src, file), 'utf8');
  if (!text.includes('...')) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node))
      for (const argument of node.arguments ?? [])
        if (ts.isSpreadElement(argument))
          found.push(
            `${file}: ${node.expression.getText().replaceAll(/\s+/g, ' ')}(${argument.getText().replaceAll(/\s+/g, ' ')})`,
          );
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
