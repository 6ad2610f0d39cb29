// npm run demo: builds `svc`, and runs its main jobs against the embedded service over real HTTP.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const svc = join(root, 'bin/svc.js');
build();
const home = realpathSync(mkdtempSync(join(tmpdir(), 'svc-demo-')));
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(SVC_|TF_|NO_COLOR|FORCE_COLOR)/.test(name)),
);
const env = {
  ...environment,
  HOME: home,
  XDG_CONFIG_HOME: join(home, '.config'),
  XDG_STATE_HOME: join(home, '.local', 'state'),
  XDG_RUNTIME_DIR: join(home, 'run'),
};

say('The service of the specification, embedded, on this machine');
console.log('$ svc sandbox start --json &');
const sandbox = spawn(process.execPath, [svc, 'sandbox', 'start', '--json'], {
  cwd: home,
  env,
  stdio: ['ignore', 'pipe', 'ignore'],
});
try {
  const info = await firstLine(sandbox.stdout);
  console.log(`${JSON.stringify(info).slice(0, 110)}…\n`);
  env.SITE_ADMIN_TOKEN = info.tokens['site-admin'];
  env.SVC_REGISTRY = `${info.registry},modules.test=${info.registry}`;
  console.log(`$ export SVC_REGISTRY=${env.SVC_REGISTRY}   SITE_ADMIN_TOKEN=…\n`);

  say('Log in; the token is checked before it is stored');
  run(`login ${info.address} --token-env SITE_ADMIN_TOKEN`);
  run('whoami');
  run('auth status');

  say('Publish, update, schedule and delete a banner');
  run(['banner', 'create', '--title', 'Maintenance', '--body', 'Tonight from 22:00', '--style', 'warning']);
  run('banner list');
  const [{ id }] = JSON.parse(run('banner list -o json', { show: false }));
  run(['banner', 'update', id, '--title', 'Maintenance is over', '--style', 'info']);
  run([
    ...['banner', 'create', '--title', 'Holidays', '--body', 'Back on the 27th', '--timezone', 'Europe/Berlin'],
    ...['--scheduled-publish-at', '2099-12-24T00:00', '--scheduled-expire-at', '2099-12-27T00:00'],
  ]);
  run(`banner delete ${id} --yes`);
  run('banner list');

  say('Connect a repository, add a team member, and verify a notification');
  env.OWNER_TOKEN = info.tokens.owner;
  env.SVC_ORGANIZATION = info.organization;
  env.GITHUB_TOKEN = 'a-token-of-the-provider';
  env.SIGNING_KEY = 'a-key-that-both-sides-know';
  console.log(`$ export SVC_ORGANIZATION=${info.organization}   OWNER_TOKEN=… GITHUB_TOKEN=… SIGNING_KEY=…\n`);
  run(`login ${info.address} --token-env OWNER_TOKEN`);
  run([
    ...['oauth-client', 'create', '--service-provider', 'github', '--oauth-token-string-env', 'GITHUB_TOKEN'],
    ...['--http-url', 'https://github.com', '--api-url', 'https://api.github.com'],
  ]);
  run(`team add-user ${info.teams[0].name} ${info.users.at(-1).username}`);
  const receiver = await startReceiver();
  run([
    ...['notification', 'create', '-w', info.workspaces[0].name, '--name', 'ci', '--destination-type', 'generic'],
    ...['--url', receiver.url, '--trigger', 'run:completed', '--enabled', '--token-env', 'SIGNING_KEY'],
  ]);
  receiver.tell();
  run(`sandbox run run:completed -w ${info.workspaces[0].name}`);
  receiver.tell();
  await receiver.close();

  say('The same without a receiver: listen, create, verify, record a run, and replay it');
  const workspace = info.workspaces[1].name;
  const hooks = await listen(
    ['notification', 'create', '-w', workspace, '--name', 'mine', '--listen'],
    /Created notification configuration (nc-\w+)/,
  );
  run(`sandbox run lifecycle -w ${workspace}`);
  await hooks.end();
  run('webhook list --columns id,verdict,trigger,run');
  const kept = deliveries();
  if (kept.length !== 6 || kept.some(({ verified }) => !verified)) throw new Error('not every delivery was verified');
  const configuration = hooks.ready[1];
  const again = await listen(['webhook', 'listen', '--notification', configuration], /http:\S+/);
  run(['webhook', 'replay', kept.at(-1).id, '--to', again.ready[0], '--notification', configuration]);
  await again.end();
  if (deliveries().length !== 7 || !deliveries().at(-1).verified) throw new Error('the replay was not verified');
  run(`notification delete ${configuration} --yes`);

  say('Find and download a module');
  run('module search network');
  run('module versions acme/network/cloud');
  run(['module', 'download', 'acme/network/cloud@~> 1.0', '--dir', 'modules/network']);
  console.log('$ ls modules/network');
  console.log(`${readdirSync(join(home, 'modules/network')).sort().join('  ')}\n`);
  run('module download acme/network/cloud@9.9.9', { fails: 3 });

  say('Lock the modules of a configuration, install them, and notice a change');
  const main = 'module "network" {\n  source  = "modules.test/acme/network/cloud"\n  version = "~> 1.0"\n}\n';
  mkdirSync(join(home, 'infra'));
  writeFileSync(join(home, 'infra/main.tf'), main);
  console.log(`$ cat infra/main.tf\n${main}`);
  run('module lock infra');
  run('module install infra --frozen');
  run('module verify infra');
  writeFileSync(join(home, 'infra/main.tf'), main.replace('~> 1.0', '~> 0.9'));
  console.log("$ sed -i 's/~> 1.0/~> 0.9/' infra/main.tf\n");
  run('module lock infra --check', { fails: 8 });
} finally {
  sandbox.kill();
  await once(sandbox, 'exit');
  rmSync(home, { recursive: true, force: true });
}
console.log('Done: every command above ran against the embedded service.');

/** Builds the program; prints the output of the build only if it fails. */
function build() {
  const began = performance.now();
  const npm = process.env.npm_execpath;
  const [program, words] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  execFileSync(program, [...words, 'run', 'build'], { cwd: root, stdio: 'pipe' });
  console.log(`Built svc in ${((performance.now() - began) / 1000).toFixed(1)} s.\n`);
}

/** Starts a receiver of notifications in a process of its own, because the commands block this one. */
async function startReceiver() {
  const source = `
    const { createHmac } = require('node:crypto');
    require('node:http').createServer((request, response) => {
      const chunks = [];
      request.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
        const body = Buffer.concat(chunks);
        const expected = createHmac('sha512', process.env.SIGNING_KEY).update(body).digest('hex');
        const verified = request.headers['x-svc-notification-signature'] === expected;
        const { notifications: [{ trigger, message }] } = JSON.parse(body);
        require('node:fs').appendFileSync('received', trigger + ' "' + message + '", signature ' + (verified ? 'verified' : 'WRONG') + '\\n');
        response.writeHead(verified ? 204 : 401).end();
      });
    }).listen(0, '127.0.0.1', function () { console.log(JSON.stringify({ port: this.address().port })); });`;
  const child = spawn(process.execPath, ['-e', source], { cwd: home, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const { port } = await firstLine(child.stdout);
  let told = 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    tell() {
      const lines = readFileSync(join(home, 'received'), 'utf8').trim().split('\n');
      console.log(`The receiver got: ${lines.slice(told).join('\n                  ')}\n`);
      if (lines.length === told || lines.some((line) => line.endsWith('WRONG')))
        throw new Error('the notification did not arrive as it should');
      told = lines.length;
    },
    async close() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Starts a command that listens, and waits until it is ready. `end` sends Ctrl-C and prints the output. */
async function listen(words, isReady) {
  console.log(`$ svc ${words.join(' ')} &\n`);
  const child = spawn(process.execPath, [svc, ...words, '-o', 'table'], {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ready = await new Promise((resolve, reject) => {
    const hear = (chunk) => {
      said += chunk;
      const found = isReady.exec(said);
      if (found) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', (code) => reject(new Error(`svc ${words.join(' ')} ended with ${code}: ${said}`)));
  });
  return {
    ready,
    async end() {
      child.kill('SIGINT');
      await once(child, 'close');
      console.log(`$ kill -INT $!; wait $!\n${said}`);
    },
  };
}

/** The deliveries of the journal. */
function deliveries() {
  const lines = run('webhook export', { show: false }).trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

function say(words) {
  console.log(`── ${words} ${'─'.repeat(Math.max(0, 76 - words.length))}\n`);
}

/** Runs a command and prints it with its output; throws if its exit code is unexpected. */
function run(words, { show = true, fails = 0 } = {}) {
  const args = typeof words === 'string' ? words.split(' ') : words;
  const shown = args.map((word) => (/[^\w@:/.=-]/.test(word) ? `"${word}"` : word)).join(' ');
  const result = spawnSync(process.execPath, [svc, ...args, ...(show ? ['-o', 'table'] : [])], {
    cwd: home,
    env,
    encoding: 'utf8',
  });
  if (show) {
    console.log(`$ svc ${shown}`);
    console.log(`${result.stderr}${result.stdout}`);
    if (fails > 0) console.log(`(exit code ${result.status})\n`);
  }
  if (result.status !== fails)
    throw new Error(`svc ${shown} ended with ${result.status}, not ${fails}: ${result.stderr}`);
  return result.stdout;
}

async function firstLine(stream) {
  let text = '';
  for await (const chunk of stream) {
    text += chunk;
    if (text.includes('\n')) return JSON.parse(text);
  }
  throw new Error(`the sandbox did not start: ${text}`);
}
