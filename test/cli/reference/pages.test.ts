import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { manPages } from '../../../src/cli/reference/man.ts';
import { referencePages } from '../../../src/cli/reference/markdown.ts';
import { allTopics } from '../../../src/cli/topics/index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { wholeTree } from '../../support/tree.ts';
import { isInstalled } from './pty.ts';

const tree = await wholeTree();
const topics = await allTopics();
const files = referencePages(tree, topics);
const manuals = manPages(tree, topics);

/** Pages as a terminal of 100 columns shows them, without bold and underline; a warning names the page. */
function shown(pages: ReadonlyMap<string, string>) {
  const folder = temporaryFolder();
  for (const [name, text] of pages) writeFileSync(join(folder, name), text);
  const words = ['-man', '-ww', '-Tutf8', '-P-cbou', '-rLL=100n', ...pages.keys()];
  const { stdout, stderr } = spawnSync('groff', words, { cwd: folder, encoding: 'utf8' });
  return { stdout, stderr };
}

describe.skipIf(!isInstalled('groff'))('a man page', () => {
  test('every man page sets without a warning', () => {
    const { stderr, stdout } = shown(manuals);
    expect(stderr).toBe('');
    const titles = [...manuals.keys()].map((name) => name.replace(/\.(\d)$/, '($1)').toUpperCase());
    expect(titles.filter((title) => !stdout.toUpperCase().includes(title))).toEqual([]);
  });

  test('a man page has exactly the text of the command', () => {
    const { stdout } = shown(new Map([['svc-banner.1', manuals.get('svc-banner.1')!]]));
    expect(stdout).toContain('svc banner update [id] [flags]');
    expect(stdout).toContain('id of the banner, ab-…');
    expect(stdout).toContain('svc banner create --title "Maintenance" --body "Back in two hours" --for 2h');
    expect(stdout).toContain("POST /admin/banners (self-hosted edition): requires a site administrator's token");
  });
});

describe('a reference page', () => {
  test('a reference page has usage, arguments, flags, calls and examples', () => {
    const page = files.get('docs/reference/banner.md')!;
    expect(page).toContain('## svc banner update\n');
    expect(page).toContain('```\nsvc banner update [id] [flags]\n```');
    expect(page).toContain('| `[id]` | id of the banner, ab-… |');
    expect(page).toContain('| `--body-file <path>` | read --body from a file, - for stdin |');
    expect(page).toContain('- PATCH /admin/banners/:id (self-hosted edition)');
    expect(page).toContain('svc banner update ab-0123456789abcdef --clear-schedule');
    expect(page).toContain('(topic-exit-codes.md)');
  });

  test('a reference page has only links that resolve', () => {
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

  test('the reference page of a topic has its text: paragraphs, headings, terms and lines', () => {
    expect(files.get('docs/reference/topic-exit-codes.md')).toContain('| `8    check_failed` | a signature');
    const page = files.get('docs/reference/topic-authentication.md')!;
    expect(page).toContain('# Tokens: where they are stored and looked up\n');
    expect(page).toContain('\n## Lookup order\n\nFor the platform, the first of these is used:\n\n');
    expect(page).toContain('| `1` | SVC\\_TOKEN\\_\\<HOST\\> |');
    expect(page).toContain('\n```sh\nsvc login svc.example.com\n');
  });
});
