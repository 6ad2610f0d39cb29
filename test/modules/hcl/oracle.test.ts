import { parse } from '@cdktn/hcl2json';
import { describe, expect, test } from 'vitest';
import { readCalls, readTestCalls } from '../../../src/modules/hcl/calls.ts';
import { commandsIn } from '../../../src/modules/policy/checks.ts';
import { type Declared, declaredIn, fileCount, jsonFile, nativeFile } from '../../support/hcl-files.ts';
import { forAllAsync } from '../../support/properties.ts';

/** The blocks that svc sees in a file; undefined if it rejects the file. */
function seenIn(file: string, text: string): Declared | undefined {
  const found = readCalls(file, text);
  const runs = readTestCalls(file, text);
  if (found.troubles.length + runs.troubles.length > 0) return undefined;
  const kinds = commandsIn(file, text).map(({ kind }) => kind);
  return {
    modules: found.calls.map(({ name }) => name),
    runs: runs.calls.map(({ name }) => name),
    provisioners: kinds.filter((kind) => kind !== 'external'),
    externals: kinds.filter((kind) => kind === 'external'),
  };
}

/** The blocks that hcl declares and svc does not see. */
function hiddenFrom(seen: Declared, declared: Declared): string[] {
  return (['modules', 'runs', 'provisioners', 'externals'] as const).flatMap((kind) => {
    const left = [...seen[kind]];
    return declared[kind].filter((name) => {
      const at = left.indexOf(name);
      if (at !== -1) left.splice(at, 1);
      return at === -1;
    });
  });
}

const run = 'resource "a" "b" {\n  provisioner "local-exec" {\n    command = "id"\n  }\n}\n';
const hidden = `module "hidden" {\n  source = "./evil"\n}\n${run}`;
const open = '$\u007b';
/** Files in which a version of svc saw fewer blocks than hcl. */
const attacks: [name: string, text: string][] = [
  ['a heredoc ends at U+0085 and its marker', `locals {\n  a = <<E\n\u0085E\n}\n${hidden}locals {\n  b = <<E\nE\n}\n`],
  ['a heredoc ends at its marker and U+0085', `locals {\n  a = <<-E\nE\u0085\n}\n${hidden}locals {\n  b = <<E\nE\n}\n`],
  ['a heredoc does not end at U+FEFF and its marker', `locals {\n  a = <<E\n\ufeffE\n}\n/*\nE\n}\n${hidden}/* */\n`],
  [
    '/*/ opens a comment and does not close it',
    `locals {\n  a = "${open} /*/ <<E\n*/ 1 }"\n}\n${hidden}/*\nE\n}"\n} # */\n`,
  ],
  [
    'the marker of a heredoc in a template has a combining letter',
    `locals {\n  a = "${open}<<e\u0301\n/*\ne\u0301\n}"\n}\n${hidden}locals {\n  b = "${open}1 /* */}"\n}\n`,
  ],
  [
    'the marker of a heredoc in a template begins with a letter that is a sign',
    `locals {\n  a = "${open}<<\u2118\n/*\n\u2118\n}"\n}\n${hidden}locals {\n  b = "${open}1 /* */}"\n}\n`,
  ],
];

describe('svc and the hcl library find the same blocks', () => {
  // trust: T-173
  test.each(attacks)('svc finds a hidden block that hcl finds: %s', async (_, text) => {
    const declared = declaredIn(await parse('main.tf', text));
    expect(declared).toMatchObject({ modules: ['hidden'], provisioners: ['local-exec'] });
    expect(seenIn('main.tf', text)).toEqual(declared);
  });

  // trust: T-173
  test('svc finds every block that hcl finds, in any file that hcl accepts', async () => {
    const counts = { accepted: 0, read: 0 };
    await forAllAsync([nativeFile], fileCount, async (text) => {
      const document = await parse('main.tf', text).catch(() => undefined);
      if (document === undefined) return true;
      counts.accepted += 1;
      const seen = seenIn('main.tf', text);
      if (seen === undefined) return true;
      counts.read += 1;
      return hiddenFrom(seen, declaredIn(document)).length === 0;
    });
    console.info(`hcl accepts ${counts.accepted} of ${fileCount} native files; svc reads ${counts.read} of them.`);
    expect(counts.read).toBeGreaterThan(fileCount / 4);
  }, 3_600_000);

  // trust: T-173
  test('svc finds every block in a JSON file with any lists, nulls, comments and escapes', async () => {
    let read = 0;
    await forAllAsync([jsonFile], fileCount, async ({ json, native }) => {
      const seen = seenIn('main.tf.json', json);
      if (seen === undefined) return true;
      read += 1;
      return hiddenFrom(seen, declaredIn(await parse('main.tf', native))).length === 0;
    });
    console.info(`svc reads ${read} of ${fileCount} JSON files with the blocks of native files that hcl accepts.`);
    expect(read).toBeGreaterThan(fileCount / 4);
  }, 3_600_000);
});
