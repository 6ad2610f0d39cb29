import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CancelledError } from '../../src/errors.ts';
import { cacheOf, type Machine, machine, machineAt, sandbox } from '../support/svc.ts';

/** Starts a sandbox by command, calls back once it has left its note, then stops it as Ctrl-C would. */
const whileRunning = async <Result>(
  me: Machine,
  words: string,
  act: (notes: string[]) => Promise<Result>,
  reason = new CancelledError(),
) => {
  const stop = new AbortController();
  const running = me.svc(words, { signal: stop.signal });
  const notes = async (): Promise<string[]> => {
    const found = existsSync(cacheOf(me)) ? (await readdir(cacheOf(me))).filter((name) => name.endsWith('.json')) : [];
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return notes();
  };
  try {
    return { result: await act(await notes()), ended: running };
  } finally {
    stop.abort(reason);
    await running;
  }
};

describe('sandbox start', () => {
  test('prints exactly one JSON line and runs until Ctrl-C', async () => {
    const me = await machine();
    const { ended, result } = await whileRunning(me, 'sandbox start --json', async (notes) => {
      const env = JSON.parse((await me.svc('sandbox env --json')).stdout);
      return { notes, env, whoami: await me.svc('whoami', { env }) };
    });
    const { code, stdout, stderr } = await ended;
    expect([code, JSON.parse(stderr).error.code]).toEqual([130, 'cancelled']);
    expect(stdout.trimEnd()).not.toContain('\n');
    const info = JSON.parse(stdout);
    expect(info).toEqual({
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      api: `${info.address}/api/v2`,
      registry: expect.stringMatching(/\/v1\/modules\/$/),
      tokens: Object.fromEntries(
        ['site-admin', 'owner', 'user', 'team', 'organization'].map((kind) => [kind, expect.any(String)]),
      ),
      organization: 'acme',
      workspaces: expect.any(Array),
      teams: expect.any(Array),
      users: expect.any(Array),
      memberships: expect.any(Array),
      subscription: expect.stringMatching(/^sub-/),
    });
    expect(info.workspaces.length).toBeGreaterThanOrEqual(2);
    expect(result.whoami.code).toBe(0);
    expect(result.env).toEqual({
      SVC_ADDRESS: info.address,
      SVC_TOKEN: info.tokens['site-admin'],
      SVC_ORGANIZATION: 'acme',
      SVC_REGISTRY: info.registry,
    });
  });

  test('with --data has its state again after a restart, and without it starts anew', async () => {
    const me = await machine();
    const titles = async (words: string) => {
      const { result } = await whileRunning(me, words, async () => {
        const env = JSON.parse((await me.svc('sandbox env --json')).stdout);
        const before = await me.svc('banner list --jq .[].attributes.title', { env });
        await me.svc(['banner', 'create', '--title', 'Kept', '--body', 'B'], { env });
        return before.stdout;
      });
      return result;
    };
    expect(await titles('sandbox start --data state.json')).toBe('');
    expect(await titles('sandbox start --data state.json')).toBe('Kept\n');
    expect(await titles('sandbox start')).toBe('');
  });

  test('keeps its note for its owner only and takes it away at the end', async () => {
    const me = await machine();
    await whileRunning(me, 'sandbox start', async ([note]) => {
      expect((await lstat(join(cacheOf(me), note!))).mode & 0o777).toBe(0o600);
      expect((await lstat(cacheOf(me))).mode & 0o777).toBe(0o700);
    });
    expect(await readdir(cacheOf(me))).toEqual([]);
  });

  test('ends with 143 on SIGTERM', async () => {
    const me = await machine();
    const { ended } = await whileRunning(me, 'sandbox start', async () => {}, new CancelledError('Cancelled.', 143));
    expect((await ended).code).toBe(143);
  });

  test('says in words where it is, and what to type next', async () => {
    const me = await machine();
    const { ended } = await whileRunning(me, 'sandbox start --edition hosted', async () => {});
    expect((await ended).stdout).toContain('The hosted edition runs at http://127.0.0.1:');
    expect((await ended).stdout).toContain('eval "$(svc sandbox env)"');
  });

  test.each<[title: string, words: (port: string) => string, named: RegExp]>([
    ['a port that is taken', (port) => `sandbox start --port ${port}`, /^Error: .*port|Port/],
    [
      'a port that is taken, with modules',
      (port) => `sandbox start --port ${port} --modules .`,
      /[Cc]annot listen|taken/,
    ],
    ['a port too high', () => 'sandbox start --port 70000', /--port/],
    ['a port that is none', () => 'sandbox start --port any', /--port/],
    ['an edition there is not', () => 'sandbox start --edition gold', /--edition/],
    ['modules that are not there', () => 'sandbox start --modules nope', /nope/],
  ])('refuses %s', async (_title, words, named) => {
    const service = await sandbox();
    const me = await machine();
    const { code, stdout, stderr } = await me.svc(words(new URL(service.info.address).port));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(named);
    expect(existsSync(cacheOf(me)) ? await readdir(cacheOf(me)) : []).toEqual([]);
  });
});

describe('sandbox env', () => {
  test('prints lines a shell can take, for the kind of caller asked for', async () => {
    const me = await machine();
    await whileRunning(me, 'sandbox start', async () => {
      const { code, stdout } = await me.svc('sandbox env --as user');
      expect(code).toBe(0);
      expect(stdout.trimEnd().split('\n')).toEqual([
        expect.stringMatching(/^export SVC_ADDRESS='http:\/\/127\.0\.0\.1:\d+'$/),
        "export SVC_TOKEN='sandbox-user-token'",
        "export SVC_ORGANIZATION='acme'",
        expect.stringMatching(/^export SVC_REGISTRY='http:.*\/v1\/modules\/'$/),
      ]);
      const unknown = await me.svc('sandbox env --as nobody');
      expect(unknown.code).toBe(2);
      expect(unknown.stderr).toContain('site-admin');
    });
  });

  test('with none running says how to start one', async () => {
    const { code, stdout, stderr } = await (await machine()).svc('sandbox env');
    expect([code, stdout]).toEqual([6, '']);
    expect(stderr).toContain('svc sandbox start');
  });

  test('passes by the note of a sandbox that was killed, and a note that is broken', async () => {
    const me = await machine();
    await mkdir(cacheOf(me), { recursive: true });
    await writeFile(join(cacheOf(me), 'sandbox-1.json'), '{"addr');
    const dead = { address: 'http://127.0.0.1:1', api: '', registry: '', organization: '', control: 'x', tokens: {} };
    await writeFile(join(cacheOf(me), 'sandbox-2.json'), JSON.stringify(dead));
    expect((await me.svc('sandbox env')).code).toBe(6);
  });

  test('refuses an address that is none', async () => {
    expect((await (await machine()).svc(['sandbox', 'env', '--address', 'not a url'])).code).toBe(2);
  });
});

test('sandbox routes lists every endpoint with who may call it', async () => {
  const { svc } = await machineAt(await sandbox(), 'nobody');
  const { code, stdout } = await svc('sandbox routes --json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toContainEqual({
    method: 'POST',
    path: '/admin/banners',
    access: 'site-admin',
    edition: 'self-hosted',
    api: 'platform',
  });
});
