import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { proxyVariables } from '../../../src/api/client/proxy-variables.ts';
import { type Line, lines } from '../../../src/cli/settings/table.ts';
import { topic } from '../../../src/cli/topics/environment.ts';

const src = resolve(import.meta.dirname, '../../../src');
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.m?ts$/.test(path) && !path.startsWith('topics'),
);

/** The ways in which the sources read a variable, or name one of their own; SVC_OVERDUE is the code of an error. */
const readings = [
  /\benv\??\.([A-Z]\w+|\w+_proxy)\b/g,
  /\b(?:variable|keysIn)\(env, '(\w+)'\)/g,
  /\{ ([^{}]*) \} = (?:\w+\.)*env\b/g,
  /\[((?:'\w+'(?:, )?)+)\]\.find\(\(\w+\) => env\[/g,
  /\(\{ (SHELL) \}: Environment/g,
  /['"`](SVC_(?!OVERDUE)[A-Z_]+?)_?(?=['"`]|\$\{)/g,
];

/** The names in a list or a pattern, as in `{ GITHUB_STEP_SUMMARY: path }`. */
const namesIn = (text: string) => text.split(', ').map((each) => each.replaceAll("'", '').split(':')[0]!);

const read = sources.flatMap((path) => {
  const text = readFileSync(join(src, path), 'utf8').replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '');
  return readings.flatMap((reading) => [...text.matchAll(reading)].flatMap(([, names]) => namesIn(names!)));
});
const ofSettings = Object.values<Line>(lines).flatMap(({ variables = [] }) => variables);
const all = [...new Set([...read, ...ofSettings, ...Object.values(proxyVariables).flat()])];

test('svc help environment lists every variable that the sources read', () => {
  const terms = topic.flatMap((block) => (typeof block === 'object' && 'rows' in block ? block.rows : []));
  // A proxy's variable is listed in upper case; a name may continue with a host, a name or a field.
  const listed = terms.flatMap(([term]) => term.split(', ').map((name) => name.replace(/_<\w+>$/, '').toUpperCase()));
  expect(all.length).toBeGreaterThan(45);
  expect(all.filter((name) => !listed.includes(name.toUpperCase())).toSorted()).toEqual([]);
});
