import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { rolldown } from 'rolldown';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { rawText } from '../../rolldown.config.mjs';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { fixedTokens } from '../../src/sandbox/tokens.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { times } from '../support/times.ts';
import { bannerWith, schedule } from './service.ts';

let folder: string;
let dataFile: string;
beforeEach(() => {
  folder = temporaryFolder();
  dataFile = join(folder, 'state.json');
});

async function start(file = dataFile): Promise<Sandbox> {
  const sandbox = await startSandbox({ dataFile: file, tokens: fixedTokens });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

async function post(api: string, title = 'Maintenance'): Promise<Response> {
  return fetch(`${api}/admin/banners`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-site-admin-token', 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify(bannerWith({ title, ...schedule('13:00', '14:00') })),
  });
}

const saved = async () => JSON.parse(await readFile(dataFile, 'utf8'));
const titles = async (): Promise<string[]> =>
  (await saved()).world.banners.map((row: { attributes: { title: string } }) => row.attributes.title);

describe('a data file', () => {
  test('a data file is created at the start, readable by its owner only, and no other file is created beside it', async () => {
    await start(join(folder, 'new', 'state.json'));
    expect((await stat(join(folder, 'new', 'state.json'))).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'new'))).toEqual(['state.json']);
  });

  test('a data file contains a write before its response', async () => {
    const { info } = await start();
    for (const title of ['One', 'Two']) {
      expect((await post(info.api, title)).status).toBe(201);
      expect((await titles()).at(-1)).toBe(title);
    }
  });

  test('a data file contains every one of many concurrent writes', async () => {
    const { info } = await start();
    const all = Array.from({ length: 100 }, (_, at) => `Banner ${at}`);
    await Promise.all(all.map((title) => post(info.api, title)));
    expect((await titles()).toSorted()).toEqual(all.toSorted());
  });

  test('a data file stores the counts of downloads', async () => {
    const { info } = await start();
    await fetch(`${info.registry}acme/label/null/1.1.0/download`);
    expect(Object.keys((await saved()).world.downloads)).toEqual(['acme/label/null/1.1.0']);
  });

  test('a data file stores changes that the control endpoints made', async () => {
    const { url, control } = await start();
    const steer = (path: string, body: unknown) =>
      fetch(`${url}/sandbox${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${control}` },
        body: JSON.stringify(body),
      });
    await steer('/run', { workspace: 'network-staging', trigger: 'run:planning' });
    await steer('/rum', { count: 77 });
    const { world } = await saved();
    expect(world.workspaces[1].run).toMatchObject({ status: 'planning', finished: false });
    expect(world.organizations[0].billableResources).toBe(77);
  });

  test('the next sandbox starts with the data file', async () => {
    const first = await start();
    const { data } = (await (await post(first.info.api)).json()) as { data: { id: string } };
    await first.close();
    const second = await start();
    expect(second.state.world).toEqual(first.state.world);
    expect(second.state.world.banners.map(({ id }) => id)).toEqual([data.id]);
    expect((await post(second.info.api)).status).toBe(201);
  });

  test('a data file of an earlier version that lacks a list gets the list', async () => {
    await (await start()).close();
    const { agentPools, ...world } = (await saved()).world;
    await writeFile(dataFile, JSON.stringify({ 'svc-sandbox': 1, world }));
    expect((await start()).state.world.agentPools).toEqual(agentPools);
  });

  test('a link to a data file stays a link', async () => {
    const link = join(folder, 'link.json');
    await (await start()).close();
    await symlink(dataFile, link);
    const { info } = await start(link);
    await post(info.api, 'Through the link');
    expect(await titles()).toEqual(['Through the link']);
    expect((await readdir(folder)).toSorted()).toEqual(['link.json', 'state.json']);
  });

  test('a data file that another process changed is not overwritten: the write responds with 500', async () => {
    const { info } = await start();
    await writeFile(dataFile, 'mine');
    expect((await post(info.api)).status).toBe(500);
    expect(await readFile(dataFile, 'utf8')).toBe('mine');
    await rm(dataFile);
    expect((await post(info.api, 'Again')).status).toBe(201);
    expect((await titles()).at(-1)).toBe('Again');
  });
});

describe('a data file with an invalid name', () => {
  type World = Sandbox['state']['world'];
  test.each<[string, (world: World) => void]>([
    ['world.organizations.0.name', ({ organizations }) => (organizations[0]!.name = "a'; touch owned; '")],
    ['world.workspaces.1.name', ({ workspaces }) => (workspaces[1]!.name = 'a\u001b[2J')],
    ['world.teams.0.name', ({ teams }) => (teams[0]!.name = 'a b')],
    ['world.teams.0.id', ({ teams }) => (teams[0]!.id = 'team/1')],
    ['world.users.2.username', ({ users }) => (users[2]!.username = 'uma\n')],
    ['world.users.2.id', ({ users }) => (users[2]!.id = '')],
    ['world.tokens.0.token', ({ tokens }) => (tokens[0]!.token = "x'y\n")],
    ['world.tokens.1.token', ({ tokens }) => (tokens[1]!.token = '')],
  ])('rejects a data file with an invalid name and reports its place: %s', async (place, change) => {
    await (await start()).close();
    const content = await saved();
    change(content.world);
    const text = JSON.stringify(content);
    await writeFile(dataFile, text);
    await expect(startSandbox({ dataFile })).rejects.toMatchObject({
      name: 'LocalError',
      exit: 2,
      message: expect.stringContaining(`${dataFile} is not a valid sandbox state: ${place} must be`),
    });
    expect(await readFile(dataFile, 'utf8')).toBe(text);
  });

  test('a data file may contain every username that an account update accepts', async () => {
    const first = await start();
    const rename = (username: string) =>
      fetch(`${first.info.api}/account/update`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${fixedTokens.user}`, 'content-type': 'application/vnd.api+json' },
        body: JSON.stringify({ data: { type: 'users', attributes: { username } } }),
      });
    expect((await rename('u\u0000ma')).status).toBe(422);
    expect((await rename('uma\n')).status).toBe(422);
    expect((await rename('Uma von Ärmel (2nd)')).status).toBe(200);
    await first.close();
    expect((await start()).info.users.map(({ username }) => username)).toContain('Uma von Ärmel (2nd)');
  });
});

describe('a data file that is not a sandbox state', () => {
  test.each([
    ['an empty file', '', 'is not valid JSON'],
    ['a state that is cut off', '{"svc-sandbox":1,"world":{"tok', 'is not valid JSON'],
    ['JSON of another program', '{"name":"svc"}', 'is not a valid sandbox state'],
    ['a state without its users', '{"svc-sandbox":1,"world":{}}', 'world.tokens is invalid'],
    ['a state of a later version', '{"svc-sandbox":2,"world":{}}', 'later version'],
    ['a list', '[]', 'is not a valid sandbox state'],
  ])(
    'rejects a file that is not a sandbox state, names it and leaves it unchanged: %s',
    async (_title, text, words) => {
      await writeFile(dataFile, text);
      await expect(startSandbox({ dataFile })).rejects.toMatchObject({
        name: 'LocalError',
        message: expect.stringMatching(new RegExp(`${dataFile}.*${words}`)),
      });
      expect(await readFile(dataFile, 'utf8')).toBe(text);
      expect(await readdir(folder)).toEqual(['state.json']);
    },
  );

  test('rejects a folder as data file, and a path that leads through a file', async () => {
    await mkdir(dataFile);
    await expect(startSandbox({ dataFile })).rejects.toMatchObject({ name: 'LocalError' });
    const through = join(folder, 'file');
    await writeFile(through, '');
    await expect(startSandbox({ dataFile: join(through, 'state.json') })).rejects.toMatchObject({
      name: 'LocalError',
      message: expect.stringContaining(through),
    });
  });
});

// trust: T-147
test('killing the sandbox at any moment loses no write that got its response', async () => {
  const program = join(folder, 'sandbox.mjs');
  const bundle = await rolldown({
    input: resolve(import.meta.dirname, '../../src/sandbox/server.ts'),
    platform: 'node',
    tsconfig: false,
    plugins: [rawText()],
  });
  await bundle.write({ file: program, format: 'esm' });
  const script = `import { startSandbox } from ${JSON.stringify(program)};
    const { info } = await startSandbox(${JSON.stringify({ dataFile, tokens: fixedTokens })});
    console.log(info.api);`;
  const answered: string[] = [];
  const rounds = times(2, 20);
  for (let round = 0; round < rounds; round++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [api] = (await once(createInterface(child.stdout), 'line')) as [string];
    const before = answered.length;
    const writer = async (name: string) => {
      for (let nth = 0; ; nth++) {
        const title = `${round} ${name} ${nth}`;
        const response = await post(api, title).catch(() => undefined);
        if (response?.status !== 201) return;
        answered.push(title);
        if (answered.length === before + 20 + 7 * (round % 4)) child.kill('SIGKILL');
      }
    };
    await Promise.all([writer('a'), writer('b'), writer('c'), once(child, 'exit')]);
    const kept = new Set(await titles());
    expect(answered.filter((title) => !kept.has(title))).toEqual([]);
  }
  expect(answered.length).toBeGreaterThan(rounds * 20);
});
