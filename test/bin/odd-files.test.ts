import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, test } from 'vitest';
import { sign } from '../../src/api/contract/signature.ts';
import { program, programInShell, requireBuild } from '../support/executable.ts';
import { machine } from '../support/svc.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const [command, ...first] = program;
const address = { SVC_ADDRESS: 'http://127.0.0.1:1', SVC_TOKEN: 'a-token-of-the-test' };

/** A folder with a site, and the environment of a run in it. */
async function place() {
  const home = temporaryFolder();
  await mkdir(join(home, 'in'));
  await writeFile(join(home, 'site.yaml'), 'version: 1\nname: x\n');
  await writeFile(join(home, 'body'), '{}');
  const env = { HOME: home, PATH: process.env.PATH ?? '', SVC_RETRIES: '0', T: 'the-token-of-the-hook', ...address };
  return {
    home,
    options: { cwd: home, env, extendEnv: false, reject: false, timeout: 20_000, killSignal: 'SIGKILL' } as const,
  };
}

/** Paths that would block a reader, or never end, and the error for each. */
const kinds: Record<string, { make(path: string): unknown; said: RegExp }> = {
  'a link to a device without end': {
    make: (path) => symlink('/dev/zero', path),
    // A folder of mirrors is read without following links.
    said: /it is a device, a pipe or a socket|not a valid mirror manifest: it is a link/,
  },
  'a pipe that nothing writes to': {
    make: (path) => execFileSync('mkfifo', [path]),
    said: /it is a device, a pipe or a socket|nothing writes to this pipe/,
  },
  'a folder': {
    make: (path) => mkdir(join(path, 'x'), { recursive: true }),
    said: /it is a folder|in\/odd has no \*\.yaml|no such file or folder|No configuration|No svc\.modules\.lock\.json/,
  },
};

/** Commands that read the file `in/odd`, or the file of that name in the folder. */
const readers: Record<string, string> = {
  'diff -f in/odd': 'odd',
  'diff -f site.yaml --record in/odd': 'odd',
  'module mirror out --from-lock in/odd': 'odd',
  'module mirror in acme/label/null': 'mirror.json',
  'module serve in --port 0': 'mirror.json',
  'module tree in': 'svc.modules.lock.json',
  'module lock in': 'main.tf',
  'webhook verify in/odd --signature x --token-env T': 'odd',
  'webhook verify body --signature x --token-file in/odd': 'odd',
  'api /x --ca-file in/odd': 'odd',
  'sandbox start --port 0 --data in/odd': 'odd',
};

describe.skipIf(process.platform === 'win32')('a file', { concurrent: true }, () => {
  beforeAll(requireBuild);

  const cases = Object.keys(kinds).flatMap((kind) => Object.keys(readers).map((words) => [kind, words] as const));
  // trust: T-141
  test.for(cases)('%s in place of a file is one error with exit 2: svc %s', async ([kind, words], { expect }) => {
    const { home, options } = await place();
    const { make, said } = kinds[kind]!;
    await make(join(home, 'in', readers[words]!));
    // A folder neither blocks nor fills the process of the tests.
    const run =
      kind === 'a folder'
        ? await (await machine({ T: 'the-token', ...address })).svc(words, { cwd: home })
        : await execa(command, [...first, ...words.split(' ')], options);
    expect(['exitCode' in run ? run.exitCode : run.code, run.stderr]).toEqual([2, expect.stringMatching(said)]);
    expect(run.stderr.match(/^Error: /gm)).toHaveLength(1);
  });

  const key = 'the-token-of-the-hook';
  const verify = `svc webhook verify body --signature ${sign(Buffer.from('{}'), key)} --token-file`;
  // trust: T-141
  test.for([
    ['of a process substitution', `${verify} <(sleep 0.2; echo ${key})`],
    ['of stdin by its name', `echo ${key} | ${verify} /dev/stdin`],
  ])('a pipe %s is read to its end', async ([_, line], { expect }) => {
    const { options } = await place();
    const { exitCode, stderr } = await execa('bash', ['-c', `svc() { ${programInShell} "$@"; }\n${line}`], options);
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('Error')]);
  });

  // trust: T-141
  test('the null device is read as an empty file', async ({ expect }) => {
    const { options } = await place();
    const run = await execa(command, [...first, 'webhook', 'sign', '/dev/null', '--token-env', 'T'], options);
    expect([run.exitCode, run.stdout]).toEqual([0, expect.stringContaining(sign(Buffer.alloc(0), key))]);
  });
});
