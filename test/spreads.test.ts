import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../src');

/** Calls whose spread list is short, whatever others send: a call with some 120,000 arguments throws a RangeError. */
const allowed = [
  'base/document/document.ts: checked(...parsing)',
  // The typed arguments of a command, and the pages of its verbs.
  'cli/declare.ts: action.run(...command.processedArgs)',
  'cli/resource-verbs.ts: command.argument(...argument)',
  'cli/resource-verbs.ts: context.output.show(...thing)',
  'commands/module/destinations.ts: join(...path.segments)',
  'commands/module/download.ts: registriesOf(...addresses)',
  "commands/module/view.ts: columnsOf(...['inputs', 'outputs', 'resources', 'dependencies'].map((name) => ({ name, of: (part: Part) => counted(part[name]), })))",
  "commands/profile/view.ts: columnsOf(...settingKeys.filter((key) => key !== 'address' && key !== 'organization'))",
  "commands/team/change-members.ts: columnsOf(...(type === 'users' ? [] : ['email:whole']))",
  'modules/cache/folder.ts: join(...names)',
  'modules/fetch/commit.ts: git.run(...(otherwise ?? [spec]))',
  'modules/fetch/commit.ts: git.run(...allRefs)',
  'modules/fetch/commit.ts: git.run(...fetchArguments)',
  'modules/fetch/commit.ts: git.run(...fetchArguments)',
  'modules/fetch/commit.ts: git.run(...fetchArguments)',
  'modules/fetch/commit.ts: git.run(...new Set(names))',
  'modules/fetch/projects.ts: git.stream(...prefix)',
  'modules/fetch/repository.ts: stream(...args)',
  // The target of a link has at most 4,096 bytes.
  'modules/lock/folder.ts: rest.unshift(...target.slice(root.length).split(sep))',
  'modules/mirror/selection.ts: packages.fetch(...request)',
  'modules/publish/folder.ts: join(...path)',
  'modules/publish/folder.ts: join(...path)',
  'nouns.ts: Object.assign(...Object.values(nounGroups))',
  'platform/resources/customization.ts: columnsOf(...customizationTexts)',
  "platform/site/site.ts: entriesAt(...(isOfSite(name) ? ['site', name] : [name]))",
  'sandbox/certificate.ts: run(...ca)',
  'sandbox/certificate.ts: run(...extensions)',
  'sandbox/certificate.ts: run(...request)',
  'sandbox/certificate.ts: run(...request)',
  'sandbox/certificate.ts: run(...signing)',
  'webhooks/loop.ts: answer(...request)',
];

// trust: T-186
test('no call spreads a list that others can make longer than the largest number of arguments', () => {
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
  const written = ({ start, end }: ESTree.Span) => text.slice(start, end).replaceAll(/\s+/g, ' ');
  const found: string[] = [];
  const add = (call: ESTree.CallExpression | ESTree.NewExpression) => {
    for (const argument of call.arguments)
      if (argument.type === 'SpreadElement') found.push(`${file}: ${written(call.callee)}(${written(argument)})`);
  };
  new Visitor({ CallExpression: add, NewExpression: add }).visit(parseSync(file, text).program);
  return found;
}
