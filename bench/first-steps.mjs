// A newcomer's path, with nothing but the README: the seconds until svc is installed, the first banner is published, the first
// verified delivery is on the page, and the first configuration is locked. The seconds are those of the machine; separate rows
// say how long the pages take to read.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { row } from './table.mjs';

const root = resolve(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```(\w+)[ ]*([^\n]*)\n([\s\S]*?)^```$/gm)].map(([, language, info, text]) => ({
  language,
  info,
  text,
}));
const containing = (text) => blocks.find((block) => block.text.includes(text)).text;
const wordsPerMinute = 200;

/** The seconds of each step, and the minutes to read each page. */
export async function run() {
  const home = mkdtempSync(join(tmpdir(), 'svc-first-steps-'));
  const prefix = join(home, 'prefix');
  const kept = Object.entries(process.env).filter(([name]) => !/^(SVC_|TF_|XDG_)/.test(name));
  let env = {
    ...Object.fromEntries(kept),
    HOME: home,
    NPM_CONFIG_PREFIX: prefix,
    PATH: `${prefix}/bin:${process.env.PATH}`,
  };
  const background = [];
  try {
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, join(home, 'checkout')]);
    const rows = [];
    const step = async (title, act) => {
      const began = performance.now();
      await act();
      rows.push(row(title, (performance.now() - began) / 1000, 's'));
    };
    const bash = (text, cwd = home) => {
      const script = `set -e\n${text}\nenv -0 > '${home}/.env'`;
      const output = execFileSync('bash', ['-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
      const lines = readFileSync(join(home, '.env'), 'utf8').split('\0').filter(Boolean);
      env = Object.fromEntries(lines.map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)]));
      return String(output);
    };

    await step('installed', () => bash(containing('npm pack'), join(home, 'checkout')));
    await step('first banner', () => {
      const shown = bash(containing('svc sandbox start').replace(' &', ' & echo $! > sandbox.pid;'));
      background.push(() => process.kill(Number(readFileSync(join(home, 'sandbox.pid'), 'utf8'))));
      if (!shown.includes('Maintenance')) throw new Error('the banner is not in the list');
    });
    bash(containing('sandbox env --as owner'));
    const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
    background.push(() => browser.close());
    await step('first verified delivery on the page', async () => {
      const listener = spawn('bash', ['-c', containing('--ui').replace(/^svc /m, 'exec svc ')], { cwd: home, env });
      background.push(async () => {
        listener.kill();
        await once(listener, 'exit');
      });
      const [ui] = await said(listener, /http:\/\/[^\s]*\/[\w-]{16,}\/?/);
      const page = await browser.newPage();
      await page.goto(ui);
      bash(containing('sandbox run lifecycle'));
      await page
        .getByRole('option')
        .filter({ hasText: 'run:completed' })
        .filter({ hasText: 'verified' })
        .first()
        .waitFor();
    });
    await step('first locked configuration', () => {
      const file = blocks.find(({ language }) => language === 'hcl');
      writeFileSync(join(home, file.info), file.text);
      bash(containing('svc module lock'));
      readFileSync(join(home, 'svc.modules.lock.json'));
    });
    return [...rows, ...readingTimes()];
  } finally {
    for (const end of background.reverse()) await end();
    rmSync(home, { recursive: true, force: true });
  }
}

function readingTimes() {
  const guides = readdirSync(join(root, 'docs/guides')).map((name) => `docs/guides/${name}`);
  return ['README.md', ...guides].map((path) => {
    const words = readFileSync(join(root, path), 'utf8')
      .split(/\s+/)
      .filter((word) => /\w/.test(word)).length;
    return row(`${path}, ${words} words`, words / wordsPerMinute, `minutes at ${wordsPerMinute} words`);
  });
}

function browserPath() {
  return String(execFileSync('sh', ['-c', 'command -v chromium || command -v google-chrome'])).trim();
}

/** Returns the first match in the output of a program. */
function said(child, pattern) {
  return new Promise((found, failed) => {
    let text = '';
    const hear = (chunk) => {
      text += chunk;
      const match = pattern.exec(text);
      if (match) found(match);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => failed(new Error(`the listener ended: ${text}`)));
  });
}
