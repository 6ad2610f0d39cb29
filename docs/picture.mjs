// `npm run picture`: draws a session with the built program against the sandbox, for the README (docs/images/session.svg).
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const svc = join(root, 'bin/svc.js');
const columns = 96;

/** What is typed. */
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

const home = realpathSync(mkdtempSync(join(tmpdir(), 'svc-picture-')));
const inherited = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(SVC_|TF_|NO_COLOR)/.test(name)),
);
const env = {
  ...inherited,
  HOME: home,
  XDG_CONFIG_HOME: join(home, '.config'),
  XDG_CACHE_HOME: join(home, '.cache'),
  XDG_RUNTIME_DIR: home,
  FORCE_COLOR: '1',
  SVC_OUTPUT: 'table',
  // No spinner.
  TERM: 'dumb',
};
const sandbox = spawn(process.execPath, [svc, 'sandbox', 'start'], { cwd: home, env, stdio: 'ignore' });
try {
  const found = execFileSync(process.execPath, [svc, 'sandbox', 'env', '--wait', '-o', 'json'], { cwd: home, env });
  Object.assign(env, JSON.parse(String(found)));
  mkdirSync(join(home, 'infra'));
  writeFileSync(join(home, 'infra/main.tf'), configuration);
  const lines = session.flatMap((line) => [{ typed: line }, ...output(line), '']);
  const path = join(root, 'docs/images/session.svg');
  mkdirSync(join(root, 'docs/images'), { recursive: true });
  writeFileSync(path, picture(lines.slice(0, -1)));
  process.stdout.write(`Wrote ${path}.\n`);
} finally {
  sandbox.kill();
  await once(sandbox, 'exit');
  rmSync(home, { recursive: true, force: true });
}

/** The lines that a command prints on a terminal. */
function output(line) {
  const inTerminal = `stty cols ${columns}; "$NODE" "$PROGRAM" ${line.replace(/^svc /, '')} || true`;
  const shell = { ...env, NODE: process.execPath, PROGRAM: svc, SHELL: '/bin/bash' };
  const typescript = execFileSync('script', ['-qec', inTerminal, '/dev/null'], {
    cwd: join(home, 'infra'),
    env: shell,
  });
  return String(typescript).trimEnd().split(/\r?\n/);
}

function picture(lines) {
  const [left, top, lineHeight, advance] = [20, 58, 20, 8.4];
  const width = Math.ceil(columns * advance) + 2 * left;
  const height = top + lines.length * lineHeight + 12;
  const rows = lines.map((line, row) => {
    const y = top + row * lineHeight;
    const text = line.typed === undefined ? spans(line) : `<tspan class="prompt">$</tspan> ${escaped(line.typed)}`;
    return `<text x="${left}" y="${y}"${line.typed === undefined ? '' : ' class="typed"'}>${text}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>A terminal session with svc</title>
<style>
  .frame { fill: #fbfbfc; stroke: #d5d9de }
  .dot { fill: #d5d9de }
  text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; fill: #1f2328; white-space: pre }
  .typed { font-weight: 600 }
  .prompt, .dim { fill: #59636e; font-weight: 400 }
  .bold { font-weight: 600 }
  .red { fill: #b42318 } .green { fill: #1a7f37 } .yellow { fill: #8a5a00 } .blue, .cyan { fill: #0a5fa8 } .magenta { fill: #8250df }
  @media (prefers-color-scheme: dark) {
    .frame { fill: #0f1419; stroke: #30363d }
    .dot { fill: #30363d }
    text { fill: #e6edf3 }
    .prompt, .dim { fill: #9aa4af }
    .red { fill: #ff8f85 } .green { fill: #56d364 } .yellow { fill: #e3b341 } .blue, .cyan { fill: #79c0ff } .magenta { fill: #d2a8ff }
  }
</style>
<rect class="frame" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
<circle class="dot" cx="24" cy="22" r="6"/><circle class="dot" cx="44" cy="22" r="6"/><circle class="dot" cx="64" cy="22" r="6"/>
<g xml:space="preserve">
${rows.join('\n')}
</g>
</svg>
`;
}

/** A line with colours as SVG: each piece with the classes of the codes before it. */
function spans(line) {
  const names = {
    1: 'bold',
    2: 'dim',
    31: 'red',
    32: 'green',
    33: 'yellow',
    34: 'blue',
    35: 'magenta',
    36: 'cyan',
    90: 'dim',
  };
  let classes = [];
  return line
    .split(/\x1b\[([\d;]*)m/)
    .map((piece, at) => {
      if (at % 2 === 0)
        return classes.length > 0 ? `<tspan class="${classes.join(' ')}">${escaped(piece)}</tspan>` : escaped(piece);
      const codes = piece.split(';').map(Number);
      classes = codes.flatMap((code) => names[code] ?? []);
      return '';
    })
    .join('');
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
