import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { manPages, referencePages } from '../../src/reference/files.ts';
import { allTopics } from '../../src/topics/all.ts';
import { wholeTree } from '../support/tree.ts';
import { isInstalled } from './pty.ts';

const tree = await wholeTree();
const files = referencePages(tree);
const manuals = manPages(tree, await allTopics());

/** A page as a terminal of 100 columns shows it, without bold and underline. */
function shown(text: string) {
  const { stdout, stderr } = spawnSync('groff', ['-man', '-ww', '-Tutf8', '-P-cbou', '-rLL=100n'], {
    input: text,
    encoding: 'utf8',
  });
  return { stdout, stderr };
}

describe.skipIf(!isInstalled('groff'))('a man page', () => {
  test.each([...manuals])('%s sets without a warning', (_, text) => {
    expect(shown(text).stderr).toBe('');
  });

  test('says what the command says, to the letter', () => {
    const { stdout } = shown(manuals.get('svc-banner.1')!);
    expect(stdout).toContain('svc banner update [id] [flags]');
    expect(stdout).toContain('id of the banner, ab-…');
    expect(stdout).toContain('svc banner create --title "Maintenance" --body "Back in two hours" --for 2h');
    expect(stdout).toContain("POST /admin/banners (self-hosted edition): requires a site administrator's token");
  });
});

describe('a reference page', () => {
  test('has usage, arguments, flags, calls and examples', () => {
    const page = files.get('docs/reference/banner.md')!;
    expect(page).toContain('## svc banner update\n');
    expect(page).toContain('```\nsvc banner update [id] [flags]\n```');
    expect(page).toContain('| `[id]` | id of the banner, ab-… |');
    expect(page).toContain('| `--body-file <path>` | read the text from a file |');
    expect(page).toContain('- PATCH /admin/banners/:id (self-hosted edition)');
    expect(page).toContain('svc banner update ab-0123456789abcdef --clear-schedule');
    expect(page).toContain('(README.md#exit-codes)');
  });

  test('has only links that resolve', () => {
    for (const [path, text] of files) {
      if (!path.startsWith('docs/reference/')) continue;
      for (const [, target = '', anchor] of text.matchAll(/\]\(([\w-]+\.md)?(?:#([\w-]+))?\)/g)) {
        const page = files.get(`docs/reference/${target || path.split('/').at(-1)}`);
        expect(page, `${path} -> ${target}`).toBeDefined();
        const titles = [...page!.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title!.toLowerCase().replaceAll(' ', '-'));
        expect(['', undefined, ...titles], `${path} -> ${target}#${anchor}`).toContain(anchor);
      }
    }
  });

  test('lists the exit codes by number and code', () => {
    expect(files.get('docs/reference/README.md')).toContain('| 8 | `check_failed` |');
  });
});
