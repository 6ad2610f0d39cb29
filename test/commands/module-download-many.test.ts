import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { CancelledError } from '../../src/base/errors.ts';
import { linesOf } from '../support/output.ts';
import { machine, machineAt, sandbox } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const label = 'acme/label/null@1.1.0';
const network = 'acme/network/cloud@1.2.0';

/** A machine at a sandbox, and the requests that the sandbox got. */
async function watched() {
  const seen: string[] = [];
  const service = await sandbox({ onRequest: ({ target }) => seen.push(target) });
  return { ...(await machineAt(service)), seen, archives: () => seen.filter((target) => target.includes('archive')) };
}

describe('module download of several', () => {
  test('module download of several puts each module into a folder of its own below --dir, and prints one array in the order of the arguments', async () => {
    const { cwd, svc } = await watched();
    const { code, stderr, stdout } = await svc(`module download ${network} ${label} --dir modules -o json`);
    expect(code).toBe(0);
    const rows = JSON.parse(stdout);
    expect(rows).toMatchObject([
      { address: network, version: '1.2.0', dir: join(cwd, 'modules/acme/network/cloud/1.2.0'), cached: false },
      { address: label, version: '1.1.0', dir: join(cwd, 'modules/acme/label/null/1.1.0'), cached: false },
    ]);
    for (const { bytes, dir, location, seconds, sha256 } of rows) {
      expect([bytes > 0, seconds >= 0, location]).toEqual([true, true, expect.stringContaining('http')]);
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(await readdir(dir)).toContain('main.tf');
    }
    expect(stderr).toContain('Downloaded 2 of 2 modules.');
  });

  test('a failed download is a row in the output, sets the exit code and does not stop the other downloads', async () => {
    const { cwd, svc } = await watched();
    const { code, stderr, stdout } = await svc(`module download acme/label/null@9.9.9 ${network} -o json`);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        address: 'acme/label/null@9.9.9',
        error: { code: 'not_found', exit: 3, message: expect.stringContaining('9.9.9') },
      },
      { address: network, dir: join(cwd, 'acme/network/cloud/1.2.0') },
    ]);
    expect(JSON.parse(linesOf(stderr).at(-1)!)).toMatchObject({
      error: { code: 'not_found', exit: 3, message: expect.stringContaining('1 of 2 modules failed') },
    });
    expect(existsSync(join(cwd, 'acme/network/cloud/1.2.0/main.tf'))).toBe(true);
  });

  test('the table of several downloads has the error before the columns that may be cut', async () => {
    const { svc } = await watched();
    const { code, stdout } = await svc(`module download acme/label/null@9.9.9 ${network} --no-color`, {
      tty: true,
      columns: 300,
    });
    expect(code).toBe(3);
    expect(stdout).toMatch(/^ADDRESS +DIR +ERROR\n/);
    expect(stdout).toContain('no version 9.9.9');
  });

  test('the CSV columns of several downloads are the same with and without a failure', async () => {
    const { svc } = await watched();
    const columns = async (words: string) => (await svc(`module download ${words} --force -o csv`)).stdout.split('\n');
    const [failing, failed = '', done] = await columns(`acme/label/null@9.9.9 ${network}`);
    expect(failing).toBe('address,dir,bytes,seconds,cached,sha256,error');
    expect(failed).toMatch(/^acme\/label\/null@9\.9\.9,,,,,,.*no version 9\.9\.9/);
    expect(done).toMatch(/,[0-9a-f]{64},$/);
    expect((await columns(`${label} ${network}`))[0]).toBe(failing);
    expect((await svc(`module download ${label} ${network} --force`, { tty: true, columns: 200 })).stdout).not.toMatch(
      /ERROR/,
    );
  });

  test('--fail-fast cancels the other downloads and exits with the code of the first failure', async () => {
    const { cwd, svc } = await watched();
    const { code, stdout } = await svc(
      `module download ${network} acme/label/null@9.9.9 ${label} --jobs 1 --fail-fast -o json`,
    );
    expect(code).toBe(3);
    expect(JSON.parse(stdout).map(({ error }: { error?: { code: string } }) => error?.code)).toEqual([
      'cancelled',
      'not_found',
      'cancelled',
    ]);
    expect(existsSync(join(cwd, 'acme'))).toBe(false);
  });

  test('Ctrl-C keeps the completed downloads, and the output says which downloads were cancelled', async () => {
    const ended = new AbortController();
    const archive = gzipSync(await packTar([{ header: { name: 'main.tf', size: 0 } }]));
    const { url } = await tinyServer(({ url = '' }, response) => {
      const [, name] = /\/(\w+)\/null\//.exec(url) ?? [];
      if (name) return void response.writeHead(204, { 'x-svc-get': `/${name}.tar.gz` }).end();
      if (url === '/one.tar.gz') return void response.end(archive);
      response.writeHead(200, { 'content-length': archive.length }).write(archive.subarray(0, 9));
      ended.abort(new CancelledError());
    });
    const { cwd, svc } = await machine({ SVC_REGISTRY: `${url}/v1/modules/` });
    const words = 'module download a/one/null@1.0.0 a/two/null@1.0.0 a/three/null@1.0.0 --jobs 1 -o json';
    const { code, stderr, stdout } = await svc(words, { signal: ended.signal });
    expect(code).toBe(130);
    const rows = JSON.parse(stdout);
    expect(rows.map(({ dir, error }: { dir?: string; error?: { code: string } }) => dir ?? error?.code)).toEqual([
      join(cwd, 'a/one/null/1.0.0'),
      'cancelled',
      'cancelled',
    ]);
    expect(stderr).toContain('Downloaded 1 of 3 modules.');
    expect(await readdir(join(cwd, 'a'))).toEqual(['one']);
  });

  test('an archive is fetched once if several folders of it are downloaded', async () => {
    const { archives, cwd, svc } = await watched();
    const two = 'acme/network/cloud//modules/subnet@1.2.0 acme/network/cloud//modules/peering@1.2.0';
    expect(await svc(`module download ${two}`)).toMatchObject({ code: 0 });
    expect(archives().length).toBe(1);
    expect(await readdir(join(cwd, 'acme/network/cloud/1.2.0/modules'))).toEqual(['peering', 'subnet']);
  });

  test('an address that is typed twice is downloaded once, with a message', async () => {
    const { archives, svc } = await watched();
    const { code, stderr, stdout } = await svc(`module download ${label} acme/label/null --json`);
    expect([code, JSON.parse(stdout).length, archives().length]).toEqual([0, 1, 1]);
    expect(stderr).toContain(`${label} was given more than once`);
  });

  test.each([
    ['the same folder', `registry.test/${label}`, 'would both be in'],
    ['a folder inside it', 'acme/label/null//modules/sub@1.1.0', 'would share'],
  ])('rejects different addresses that end in %s before anything is written', async (_, other, words) => {
    const { cwd, env, svc } = await watched();
    const registries = { SVC_REGISTRY: `${env.SVC_REGISTRY}` };
    const mapped = ['--registry', `${env.SVC_REGISTRY}`, '--registry', `registry.test=${env.SVC_REGISTRY}`];
    expect(await svc(['module', 'download', label, other, ...mapped], { env: registries })).toExit(2, words);
    expect(await readdir(cwd)).toEqual([]);
  });

  test('module download --dry-run reports an existing folder in the same way as the download itself', async () => {
    const { archives, cwd, svc } = await watched();
    await mkdir(join(cwd, 'acme/label/null'), { recursive: true });
    await writeFile(join(cwd, 'acme/label/null/1.1.0'), '');
    for (const flag of ['', ' --dry-run']) {
      const alone = await svc(`module download ${label}${flag}`);
      expect([flag, alone.code, alone.stderr]).toEqual([flag, 2, expect.stringContaining('already exists')]);
      expect(archives()).toEqual([]);
    }
    const both = await svc(`module download ${label} ${network} --dry-run -o json`);
    expect([both.code, JSON.parse(both.stdout)]).toMatchObject([2, [{ address: network }]]);
  });

  test('module download keeps an existing folder with the same files and reports it as existing', async () => {
    const { cwd, svc } = await watched();
    const main = join(cwd, 'acme/label/null/1.1.0/main.tf');
    expect(await svc(`module download ${label}`)).toMatchObject({ code: 0 });
    await utimes(main, 5, 5);
    const again = await svc(`module download ${label} -o json`);
    expect(again).toExit(0, '1.1.0 is already in');
    expect(JSON.parse(again.stdout)).toMatchObject([
      { address: label, existing: true, cached: true, dir: dirname(main) },
    ]);
    expect((await stat(main)).mtimeMs).toBe(5000);
    expect(await svc(`module download ${label} --no-cache`)).toMatchObject({ code: 0 });
    const both = await svc(`module download ${label} ${network} -o json`);
    expect(both).toMatchObject({ code: 0, stderr: 'Downloaded 1 of 2 modules; 1 already existed.\n' });
    expect(JSON.parse(both.stdout).map(({ existing }: { existing?: true }) => existing)).toEqual([true, undefined]);
    expect(await svc(`module download ${label} --dry-run`)).toExit(0, 'and leave it unchanged if it is the same');
    expect((await readdir(cwd)).sort()).toEqual(['acme']);
  });

  test.each<[string, (dir: string) => Promise<void>]>([
    ['another file', (dir) => writeFile(join(dir, 'mine'), '')],
    ['a file less', (dir) => rm(join(dir, 'main.tf'))],
    ['other bytes', (dir) => appendFile(join(dir, 'main.tf'), ' ')],
    ['a link out', (dir) => rm(join(dir, 'main.tf')).then(() => symlink('/etc/hostname', join(dir, 'main.tf')))],
    ['a git repository', (dir) => mkdir(join(dir, '.git'))],
    ['a bare repository', (dir) => mkdir(join(dir, 'objects')).then(() => writeFile(join(dir, 'HEAD'), ''))],
  ])('module download rejects and keeps an existing folder with %s', async (_, change) => {
    const { cwd, svc } = await watched();
    const dir = join(cwd, 'here');
    await svc(`module download ${label} --dir here`);
    await change(dir);
    const before = await readdir(dir);
    expect(await svc(`module download ${label} --dir here`)).toExit(2, 'already exists and is not empty', '--force');
    expect(await readdir(dir)).toEqual(before);
    expect(await readdir(cwd)).toEqual(['here']);
  });

  test('at most --jobs downloads run at a time', async () => {
    let under: (() => void)[] = [];
    let most = 0;
    const server = await tinyServer((request, response) => {
      under.push(() => {
        if (request.url?.endsWith('/download')) response.writeHead(404).end();
        else sendJson(response, { modules: [{ versions: [{ version: '1.0.0' }] }] });
      });
      most = Math.max(most, under.length);
      // Responds once three requests wait, after a moment in which no fourth may arrive.
      const answer = () => {
        for (const send of under) send();
        under = [];
      };
      if (under.length === 3) setTimeout(answer, 10);
    });
    const { svc } = await machine({ SVC_REGISTRY: `${server.url}/v1/modules/` });
    const addresses = Array.from({ length: 9 }, (_, at) => `a/m${at}/c`);
    expect((await svc(['module', 'download', ...addresses, '--jobs', '3'])).code).toBe(3);
    expect(most).toBe(3);
  });
});

describe('module download -f', () => {
  test.each([
    ['lines with comments', `# all of them\n${label}  # the label\r\n\n${network}\n`],
    ['a JSON array of addresses', JSON.stringify([label, network])],
    [
      'what -o json prints',
      JSON.stringify([
        { address: label, dir: 'x' },
        { address: 'acme/network/cloud', version: '1.2.0' },
      ]),
    ],
  ])('module download -f accepts %s, from a file or stdin', async (_, text) => {
    const { cwd, svc } = await watched();
    await writeFile(join(cwd, 'list'), text);
    const asked = async (words: string, stdin = '') => {
      const { code, stderr, stdout } = await svc(`module download ${words} --json --force`, { stdin });
      if (code !== 0) throw new Error(stderr);
      return JSON.parse(stdout).map(({ address }: { address: string }) => address);
    };
    expect(await asked('-f list')).toEqual([label, network]);
    expect(await asked('-f -', text)).toEqual([label, network]);
  });

  test('module download -f with one address still puts the module into a folder of its own below --dir', async () => {
    const { cwd, svc } = await watched();
    await svc('module download -f - --dir all', { stdin: label });
    expect(existsSync(join(cwd, 'all/acme/label/null/1.1.0/main.tf'))).toBe(true);
  });

  test.each([
    ['acme/label/null\nacme/label\n', 'stdin, line 2: '],
    ['["acme/label/null", 5]', 'stdin, element 2 has no address'],
    ['[{"address": "acme/label/null", "version": 1}]', 'the version must be a string'],
    ['["acme/label/null"', 'is not valid JSON'],
    ['{"address": "acme/label/null"}', 'stdin is a JSON object, not an array.\nHint: One address on each line'],
    ['# nothing yet\n', 'stdin contains no module address'],
  ])('module download -f reports a usage error in %j with its place', async (stdin, words) => {
    const { svc } = await machine();
    expect(await svc('module download -f -', { stdin })).toExit(2, words);
  });

  test('module download without an address is a usage error that names --file', async () => {
    const { svc } = await machine();
    expect(await svc('module download')).toExit(2, '--file');
  });
});

describe('module download in GitHub Actions', () => {
  const words = `module download acme/label/null@9.9.9 ${network} -o json`;

  test('module download in GitHub Actions prints an annotation for each failure, and adds a table to the summary of the step', async () => {
    const { home, svc } = await watched();
    const summary = join(home, 'summary.md');
    const { code, stderr, stdout } = await svc(words, {
      env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary },
    });
    expect([code, JSON.parse(stdout).length]).toEqual([3, 2]);
    const [annotation, ...others] = stderr.split('\n').filter((line) => line.startsWith('::'));
    expect(others).toEqual([]);
    expect(annotation).toMatch(
      /^::error title=svc module download acme\/label\/null@9\.9\.9::.*9\.9\.9.*%0Asvc module versions/,
    );
    const text = readFileSync(summary, 'utf8');
    expect(text).toMatch(/^### Modules\n\n\| Module \|/);
    expect(text).toContain('| acme/label/null@9.9.9 |');
    expect(text).toContain('| acme/network/cloud@1.2.0 | downloaded |');
  });

  test('module download in GitHub Actions prints an annotation for a line that is not an address', async () => {
    const { svc } = await watched();
    const options = { stdin: 'acme/label/null\nacme/label\n', env: { GITHUB_ACTIONS: 'true' } };
    expect(await svc('module download -f -', options)).toExit(2, '::error title=svc module download::stdin, line 2: ');
  });

  test('--annotate none prints no annotation in GitHub Actions, and --annotate github prints them everywhere', async () => {
    const { svc } = await watched();
    expect((await svc(`${words} --annotate none`, { env: { GITHUB_ACTIONS: 'true' } })).stderr).not.toContain(
      '::error',
    );
    expect((await svc(`${words} --annotate github --force`)).stderr).toContain('::error');
  });

  test('a summary that cannot be written is a warning, not a failure', async () => {
    const { home, svc } = await watched();
    await mkdir(join(home, 'folder'));
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(home, 'folder') };
    expect(await svc(`module download ${label}`, { env })).toExit(
      0,
      `Cannot write the summary ${env.GITHUB_STEP_SUMMARY} (EISDIR: it is a folder).`,
    );
  });
});

describe('the limits of an archive', () => {
  // trust: T-12
  test.each([
    ['--max-size 10', '--max-size'],
    ['--max-entries 1', '--max-entries'],
    ['--max-depth 1', '--max-depth'],
    ['--max-path 5', '--max-path'],
  ])(
    '%s rejects an archive above the limit with exit 8 and names the flag that raises the limit',
    async (flag, named) => {
      const { cwd, svc } = await watched();
      expect(await svc(`module download ${network} ${flag}`)).toExit(8, `raise the limit with ${named}`);
      expect((await readdir(cwd, { recursive: true })).filter((name) => name.endsWith('.tf'))).toEqual([]);
      expect((await svc(`module download ${network}`)).code).toBe(0);
    },
  );
});
