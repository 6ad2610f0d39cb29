import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import { Temporaries } from '../../src/base/system/temporaries.ts';
import { parseConstraint, raised } from '../../src/modules/address/constraint.ts';
import { parseVersion } from '../../src/modules/address/version.ts';
import { readCalls } from '../../src/modules/hcl/calls.ts';
import { stringOf } from '../../src/modules/hcl/values.ts';
import { editedFiles, literalsIn, writeEdited } from '../../src/modules/lock/edits.ts';
import fc from '../support/properties.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { writtenFile } from '../support/written-calls.ts';
import { isThere } from './stock.ts';

const program = 'terraform-config-inspect';
const files = process.env.UPDATE_FILES;
const isReady = isThere(program, 'what module update writes; npm run compatibility -- update builds it');
const to = parseVersion('97.98.99')!;

interface Inspected {
  module_calls?: Record<string, { source: string; version?: string }>;
}

async function inspected(folder: string): Promise<Inspected> {
  // It ends with 1 for a file that has mistakes, which it lists.
  const found = await promisify(execFile)(program, ['--json', folder], { maxBuffer: 2 ** 28 }).catch((error) => error);
  return JSON.parse(found.stdout);
}

/** Returns a module without the values that an update may change. */
const without = (found: Inspected) => ({
  ...found,
  module_calls: Object.entries(found.module_calls ?? {}).map(([name, { source, version, ...others }]) => [
    name,
    source.replace(/ref=[^&]*/, ''),
    version === undefined,
    others,
  ]),
});

/** A text of a call, before and after. */
interface Change {
  name: string;
  part: 'source' | 'version';
  was: string;
  fresh: string;
}

/** The new version of each call of a file that has one. */
function wanted(text: string): Change[] {
  return readCalls('main.tf', text).calls.flatMap(({ attributes, name }): Change[] => {
    const [source = '', version] = ['source', 'version'].map((part) => stringOf(attributes.get(part)));
    const [, ref] = /[?&](ref=v?\d+\.[^&]*)/.exec(source) ?? [];
    if (ref !== undefined) return [{ name, part: 'source', was: ref, fresh: 'ref=v97.98.99' }];
    try {
      const fresh = version && raised(parseConstraint(version), to);
      if (!version || !fresh || fresh === version) return [];
      return [{ name, part: 'version', was: version, fresh }];
    } catch (error) {
      if (error instanceof UsageError) return [];
      throw error;
    }
  });
}

/** Updates a file, and returns how many of its literals changed. */
async function updated(folder: string, text: string): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'main.tf');
  writeFileSync(path, text);
  const before = await inspected(folder);
  const literals = literalsIn(folder, 'terraform');
  const done = wanted(text).flatMap((each) => {
    const edit = literals.get(`${each.name} ${each.part}`)?.(each.was, each.fresh);
    return edit ? [{ ...each, edit }] : [];
  });
  const edits = done.map(({ edit }) => edit).sort((a, b) => a.start - b.start);
  writeEdited(editedFiles(edits), new Temporaries(), () => {});
  const [old, fresh] = [text, readFileSync(path, 'utf8')].map((each) => each.split('\n')) as [string[], string[]];
  const changed = old.flatMap((line, at) => (line === fresh[at] ? [] : [[line, fresh[at]] as const]));
  expect([fresh.length, changed.length]).toEqual([old.length, edits.length]);
  for (const [at, [line, next]] of changed.entries())
    expect(next).toBe(line.replace(edits[at]!.text.slice(edits[at]!.start, edits[at]!.end), edits[at]!.fresh));
  const after = await inspected(folder);
  expect(without(after)).toEqual(without(before));
  for (const { fresh, name, part } of done) expect(after.module_calls?.[name]?.[part]).toContain(fresh);
  return edits.length;
}

async function updatedAll(texts: readonly string[]): Promise<number> {
  const folder = temporaryFolder();
  let count = 0;
  const next = texts.entries();
  const work = async (nth: number) => {
    for (const [, text] of next) count += await updated(join(folder, String(nth)), text);
  };
  await Promise.all([1, 2, 3, 4].map(work));
  return count;
}

test.skipIf(!isReady || !files)(
  'terraform-config-inspect reads every version that module update writes to real and generated files',
  { timeout: 3_600_000 },
  async () => {
    const real = readdirSync(files ?? '').map((name) => readFileSync(join(files ?? '', name), 'utf8'));
    const written = fc
      .sample(writtenFile, 2000)
      .map(({ pieces, versions }) => pieces.map((piece, at) => piece + (versions[at] ?? '')).join(''));
    const counts = [await updatedAll(real), await updatedAll(written)];
    process.stdout.write(
      `\n${counts[0]} literals in ${real.length} real files and ${counts[1]} in ${written.length} generated ones: only these changed\n`,
    );
    expect(Math.min(...counts)).toBeGreaterThan(0);
  },
);
