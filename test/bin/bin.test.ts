import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { execa, type Options } from 'execa';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { call, writeFiles } from '../support/configuration.ts';
import { executable, program, programInShell, requireBuild } from '../support/executable.ts';
import { linesOf } from '../support/output.ts';
import { sandbox } from '../support/svc.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { deadAddress, sendJson, tinyServer } from '../support/tiny-server.ts';
import { verbs } from '../support/tree.ts';

const [command, ...first] = program;
let home: string;
let env: Record<string, string>;

/** A verb of each noun. */
const firstVerbs = new Map([...(await verbs()).keys()].reverse().map((verb) => [verb.split(' ', 1)[0]!, verb]));

beforeAll(requireBuild);

beforeEach(() => {
  home = temporaryFolder();
  env = { HOME: home, PATH: process.env.PATH ?? '', SVC_RETRIES: '0' };
});

test('the files of dist named in the README exist', () => {
  const named = readFileSync('README.md', 'utf8').match(/(?<=`)dist\/[\w./-]+(?=`)/g) ?? [];
  expect(named).not.toEqual([]);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

test('the HTTP engine of the built program is one chunk of less than 400 KB', () => {
  const chunks = readdirSync('dist/chunks').map((name) => readFileSync(join('dist/chunks', name)));
  const engine = chunks.filter((chunk) => chunk.includes('undici.error.UND_ERR'));
  expect(engine.map(({ length }) => length < 400_000)).toEqual([true]);
});

const svc = (words: string, options: Options = {}) =>
  execa(command, [...first, ...words.split(' ')], {
    extendEnv: false,
    reject: false,
    ...options,
    env: { ...env, ...options.env },
  });

// trust: T-198
test.each([
  ['unset', undefined],
  ['empty', ''],
  ['a relative path', '.'],
])('svc reads no settings and no credentials from the current folder if HOME is %s', async (_, HOME) => {
  const store = await tinyServer((_request, response) => response.writeHead(404).end());
  await writeFiles(home, {
    'main.tf': call('m', `s3::${store.url}/b/m.zip`),
    '.aws/credentials': '[default]\naws_access_key_id = AKPLANTED\naws_secret_access_key = s\n',
    '.config/svc/config.json': '{"current":"default","profiles":{"default":{"address":"https://planted.test"}}}',
  });
  const { HOME: __, ...others } = env;
  const without = { ...others, ...(HOME === undefined ? {} : { HOME }) };
  const run = (words: string, more: Record<string, string> = {}) =>
    execa(command, [...first, ...words.split(' ')], {
      ...{ cwd: home, extendEnv: false, reject: false },
      env: { ...without, ...more },
    });
  const homes = [userInfo().homedir, '/'].map((folder) => join(folder, '.config/svc/config.json'));
  expect(homes).toContain((await run('config path')).stdout);
  const own = { SVC_CONFIG_DIR: join(home, 'own'), XDG_CACHE_HOME: join(home, 'c'), XDG_STATE_HOME: join(home, 's') };
  expect(await run('module lock', own)).toMatchObject({ exitCode: 3 });
  expect(store.seen.length).toBeGreaterThan(0);
  expect(JSON.stringify(store.seen)).not.toContain('AKPLANTED');
});

/** Runs a shell line with `svc` as the program; also returns the exit code of its first command. */
const shell = async (line: string, more: Record<string, string> = {}) => {
  const script = `svc() { ${programInShell} "$@"; }\n${line}\necho "first: \${PIPESTATUS[0]}" >&2`;
  const { stdout, stderr } = await execa('bash', ['-c', script], {
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    env: { ...env, ...more },
  });
  const [, words = '', first] = /^(.*)first: (\d+)\n$/s.exec(String(stderr)) ?? [];
  return { stdout: String(stdout), stderr: words, first: Number(first) };
};

describe('the launcher', () => {
  test('the launcher prints the version', async () => {
    const stdout = expect.stringMatching(/^svc \d+\.\d+\.\d+$/);
    expect(await svc('--version')).toMatchObject({ exitCode: 0, stdout, stderr: '' });
  });

  test('the launcher prints help', async () => {
    const { exitCode, stdout, stderr } = await svc('--help');
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: svc /);
  });

  test.skipIf(executable)('every chunk of the launcher loads without an error', async () => {
    const chunks = readdirSync('dist/chunks').filter((name) => name.endsWith('.cjs'));
    const load = chunks.map((name) => `require('./dist/chunks/${name}')`).join();
    expect(await execa(process.execPath, ['-e', load], { env })).toMatchObject({ exitCode: 0, stderr: '' });
  });

  // The help of a command is data and loads no noun, but a wrong flag is checked against the declarations.
  test.each([...firstVerbs].slice(executable ? 0 : -1))('the launcher loads the noun %s', async (_noun, verb) => {
    const { exitCode, stderr } = await svc(`${verb} --no-such-flag`);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining(`Unknown flag "--no-such-flag" for "svc ${verb}".`),
    ]);
  });

  test('the launcher prints the JSON Schema of a document', async () => {
    expect(JSON.parse(String((await svc('apply --schema')).stdout)).properties).toHaveProperty('notifications');
  });

  test('the launcher runs through a symbolic link, which npm creates', async () => {
    const line = `ln -s "${program.at(-1)}" "${home}/svc" && "${home}/svc" --version`;
    expect((await execa('bash', ['-c', line], { env })).stdout).toMatch(/^svc /);
  });
});

// The runtime of the executable ends there.
describe.skipIf(executable)('a deleted current folder', () => {
  const gone = 'cd "$(mktemp -d)" && rmdir "$PWD" &&';

  test.each(['--version', '--help', 'help banner', 'feature-set --help', 'config path', 'sandbox routes'])(
    'svc %s runs in a deleted folder',
    async (words) => {
      const { first, stderr, stdout } = await shell(`${gone} svc ${words}`);
      expect([first, stderr]).toEqual([0, '']);
      expect(stdout).not.toBe('');
    },
  );

  test.each([
    ...['module lock', 'module install', 'module versions a/b/c --ca-file ca.pem'],
    ...['webhook sign body.json --token-env HOME', 'login --token-file t svc.test'],
  ])('svc %s is a usage error in a deleted folder', async (words) => {
    const { first, stderr } = await shell(`${gone} svc ${words}`);
    expect([first, stderr]).toEqual([
      2,
      expect.stringContaining('Error: Cannot find the working folder (ENOENT: no such file or folder).'),
    ]);
  });

  test('svc doctor names the deleted current folder as the reason why git does not start', async () => {
    const { first, stdout } = await shell(`${gone} svc doctor`);
    expect([first, stdout]).toEqual([
      8,
      expect.stringMatching(/^failed\tgit\tCannot find the working folder .+\tChange to an existing/m),
    ]);
  });
});

describe('exit codes reach the shell', () => {
  test('an unknown command exits with 2', async () => {
    const { exitCode, stdout, stderr } = await svc('baner list');
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Did you mean "banner"?');
  });

  test('a missing value without a prompt exits with 2', async () => {
    const { exitCode, stderr } = await svc('login svc.test', { stdin: 'ignore' });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--token-file');
  });

  test('a missing token exits with 4', async () => {
    const service = await sandbox();
    expect((await svc('whoami', { env: { SVC_ADDRESS: service.info.address } })).exitCode).toBe(4);
  });

  test('an address without a server exits with 6', async () => {
    const more = { SVC_ADDRESS: await deadAddress() };
    const { exitCode, stdout, stderr } = await svc('banner list -o json', { env: more });
    expect([exitCode, stdout]).toEqual([6, '']);
    expect(JSON.parse(String(stderr)).error.code).toBe('network');
  });

  test('each command of a whole session exits with 0', async () => {
    const service = await sandbox();
    const { address, tokens, registry } = service.info;
    const login = await svc(`login ${address} --token-file -`, { input: tokens['site-admin'] });
    expect([login.exitCode, login.stdout]).toEqual([0, '']);
    expect((await svc('whoami')).stdout).toContain('sol');
    const options = { cwd: home, env: { SVC_REGISTRY: registry } };
    expect((await svc('module download acme/label/null --dir here', options)).exitCode).toBe(0);
    expect(readdirSync(join(home, 'here'))).toContain('main.tf');
  });
});

describe('a pipe', () => {
  const many = async () => {
    const banner = {
      id: 'ab-0123456789abcdef',
      type: 'admin-banners',
      attributes: { title: 'T', body: 'x'.repeat(900) },
    };
    const data = Array.from({ length: 400 }, (_, n) => ({ ...banner, id: `ab-${String(n).padStart(16, '0')}` }));
    const server = await tinyServer((_, response) => sendJson(response, { data }));
    return { data, more: { SVC_ADDRESS: server.url } };
  };

  test('a pipe gets 300 KB of JSON completely', async () => {
    const { data, more } = await many();
    const { stdout, stderr, first } = await shell('svc banner list -o json | cat', more);
    expect([first, stderr]).toEqual([0, '']);
    expect(stdout.length).toBeGreaterThan(300_000);
    expect(JSON.parse(stdout)).toEqual(data);
  });

  test('a pipe gets 300 KB completely if its reader is slow', async () => {
    const { data, more } = await many();
    const { stdout, first } = await shell('svc banner list -o json | (sleep 0.3; cat)', more);
    expect(first).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(data.length);
  });

  test.each(['json', 'tsv', 'table'])('a pipe that closes early ends the command quietly (%s)', async (format) => {
    const { more } = await many();
    const { stdout, stderr, first } = await shell(`svc banner list -o ${format} | head -1`, more);
    expect(linesOf(stdout)).toHaveLength(1);
    expect([first, stderr]).toEqual([0, '']);
  });

  /** Descriptor 3 is a pipe whose reader has ended. */
  const unread = 'exec 3> >(true); wait "$!";';
  const manyRequests = `${Array.from({ length: 999 }, (_, nth) => `-w ws-${nth}`).join(' ')} --dry-run`;
  test.each([
    ...['--version', '--help', 'banner --help', 'sandbox routes'],
    `notification create --name n --destination-type slack --url http://a.test --address https://a.test --quiet ${manyRequests}`,
  ])('svc %s exits with 0 if nothing reads its output', async (words) => {
    const { stderr, first } = await shell(`${unread} svc ${words} >&3`);
    expect([first, stderr]).toEqual([0, '']);
  });

  test
    .skipIf(!existsSync('/dev/full'))
    .each([
      ...['--version', '--help', 'help flags', 'banner --help', 'help banner create', 'sandbox routes'],
      'completion bash',
    ])('a full disk ends the command with exit 2 and the reason: svc %s', async (words) => {
    const { first, stderr } = await shell(`svc ${words} > /dev/full`);
    expect([first, stderr]).toEqual([2, 'Error: Cannot write the output (ENOSPC: no space left on the disk).\n']);
  });

  test('a command keeps its exit code if nothing reads its error message', async () => {
    const { first } = await shell(`${unread} svc xyzzy >&3 2>&1`);
    expect(first).toBe(2);
  });
});

test("the built program serves each file of the listener's page unchanged", async () => {
  const running = svc('webhook listen --token-env HOOK_TOKEN --ui -o ndjson', { env: { HOOK_TOKEN: 'the-key' } });
  onTestFinished(() => void running.kill());
  const [line] = (await once(running.stdout as Readable, 'data')) as [Buffer];
  const { ui } = JSON.parse(line.toString());
  const files = readdirSync('src/webhooks/inspector/page').filter((name) => /\.(?:mjs|css)$/.test(name));
  for (const name of ['index.html', ...files]) {
    const served = await (await fetch(`${ui}${name.replace('index.html', '')}`)).text();
    expect(served).toBe(readFileSync(join('src/webhooks/inspector/page', name), 'utf8'));
  }
  running.kill('SIGINT');
  expect((await running).exitCode).toBe(0);
});

describe('a signal', () => {
  const started = async () => {
    const running = svc('sandbox start --json');
    const [line] = await once(running.stdout as Readable, 'data');
    return { running, info: JSON.parse(String(line)) };
  };
  const notes = () => readdirSync(join(home, '.cache', 'svc'));

  test.each([
    ['SIGINT', 0],
    ['SIGTERM', 0],
    ['SIGHUP', 129],
  ] as const)('signal %s ends a sandbox with %i and removes its note', async (signal, exit) => {
    const { running, info } = await started();
    expect(notes()).toEqual([expect.stringMatching(`^sandbox-${new URL(info.address).port}-[\\da-f-]+\\.json$`)]);
    running.kill(signal);
    const { exitCode, stderr } = await running;
    expect(exitCode).toBe(exit);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(notes()).toEqual([]);
  });

  // trust: T-251
  test('SIGTERM ends a listener whose output nothing reads', async () => {
    const running = svc('webhook listen --allow-unsigned -o ndjson', { buffer: false, stderr: 'ignore' });
    const [line] = await once(running.stdout as Readable, 'data');
    (running.stdout as Readable).pause();
    const { url } = JSON.parse(String(line));
    const body = JSON.stringify({ text: 'x'.repeat(100_000) });
    for (let sent = 0; sent < 20; sent += 1) expect((await fetch(url, { method: 'POST', body })).status).toBe(204);
    running.kill('SIGTERM');
    const [exitCode] = await once(running, 'exit');
    expect(exitCode).toBe(0);
  });

  test('a signal ends a request that hangs', async () => {
    let interrupt = () => {};
    const server = await tinyServer(() => interrupt());
    const running = svc('banner list', { env: { SVC_ADDRESS: server.url } });
    interrupt = () => void running.kill('SIGINT');
    const { signal, stdout } = await running;
    expect([signal, stdout]).toEqual(['SIGINT', '']);
  });
});
