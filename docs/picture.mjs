// `npm run picture`: draws a session with the built program against the sandbox, for the README (docs/images/session.svg).
// test/docs/picture.test.ts records the session again and compares the words.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { terminalPicture } from './terminal-picture.mjs';

const root = resolve(import.meta.dirname, '..');
const svc = join(root, 'bin/svc.js');
const columns = 96;

/** The file that the session is drawn in. */
export const picture = join(root, 'docs/images/session.svg');

/** The commands of the session. */
const session = [
  'svc banner create --title Maintenance --body "Back in two hours" --style warning --for 2h',
  'svc module lock',
  'svc module install --frozen',
  'svc module download acme/network/cloud@9.9.9',
];

const configuration = `module "network" {
  source  = "modules.test/acme/network/cloud"
  version = "~> 1.0"
}
`;

if (resolve(process.argv[1] ?? '') === import.meta.filename) {
  writeFileSync(picture, await drawSession());
  process.stdout.write(`Wrote ${picture}.\n`);
}

/** Runs the session on a terminal and returns its picture. Requires `script` of util-linux. */
export async function drawSession() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'svc-picture-')));
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(SVC_|TF_|NO_COLOR|CI$)/.test(name)),
  );
  const env = {
    ...inherited,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_RUNTIME_DIR: home,
    FORCE_COLOR: '1',
    SVC_OUTPUT: 'table',
    TZ: 'UTC',
    // TERM=dumb prevents a spinner.
    TERM: 'dumb',
  };
  const sandbox = spawn(process.execPath, [svc, 'sandbox', 'start'], { cwd: home, env, stdio: 'ignore' });
  try {
    const settings = execFileSync(process.execPath, [svc, 'sandbox', 'env', '--wait', '-o', 'json'], {
      cwd: home,
      env,
    });
    Object.assign(env, JSON.parse(String(settings)));
    const folder = join(home, 'infra');
    mkdirSync(folder);
    writeFileSync(join(folder, 'main.tf'), configuration);
    const lines = session.flatMap((line) => [{ typed: line }, ...output(line, folder, env), '']);
    return terminalPicture('A terminal session with svc', lines.slice(0, -1), columns);
  } finally {
    sandbox.kill();
    await once(sandbox, 'exit');
    rmSync(home, { recursive: true, force: true });
  }
}

/** Returns the lines that a command prints on a terminal. */
function output(line, cwd, env) {
  const inTerminal = `stty cols ${columns}; "$NODE" "$PROGRAM" ${line.replace(/^svc /, '')} || true`;
  const shell = { ...env, NODE: process.execPath, PROGRAM: svc, SHELL: '/bin/bash' };
  const typescript = execFileSync('script', ['-qec', inTerminal, '/dev/null'], { cwd, env: shell });
  return String(typescript).trimEnd().split(/\r?\n/);
}
