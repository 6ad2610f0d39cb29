import { mkdir, readdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { fixedTokens } from '../../src/sandbox/tokens.ts';
import { start } from '../support/running.ts';
import { machine } from '../support/svc.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startReceiver } from './receiver.ts';
import { bannerWith, schedule } from './service.ts';

let folder: string;
let dataFile: string;
beforeEach(() => {
  folder = temporaryFolder();
  dataFile = join(folder, 'state.json');
});

/** Puts a folder where the file is written before it is renamed: every disk rejects that, for every user. */
const breakDisk = () => mkdir(`${dataFile}.new`);
const repairDisk = () => rmdir(`${dataFile}.new`);

async function sandbox(): Promise<Sandbox> {
  const started = await startSandbox({ dataFile, tokens: fixedTokens });
  onTestFinished(() => started.close());
  return started;
}

const send = (url: string, method: string, token: string, body?: unknown) =>
  fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const post = ({ info }: Sandbox, title: string) =>
  send(
    `${info.api}/admin/banners`,
    'POST',
    fixedTokens['site-admin'],
    bannerWith({ title, ...schedule('13:00', '14:00') }),
  );

type World = Sandbox['state']['world'];
const savedWorld = async (): Promise<World> => JSON.parse(await readFile(dataFile, 'utf8')).world;
const titlesIn = ({ banners }: World) => banners.map(({ attributes }) => attributes.title).toSorted();

// trust: T-147
test('a write that cannot be saved gets 500 and changes nothing: not in memory, not in the file and not after a restart', async () => {
  const service = await sandbox();
  expect((await post(service, 'Before')).status).toBe(201);
  await breakDisk();
  const answer = await post(service, 'Lost');
  expect([answer.status, await answer.json()]).toEqual([
    500,
    {
      errors: [
        { status: '500', title: 'internal server error', detail: 'The state could not be saved; nothing was changed' },
      ],
    },
  ]);
  expect(titlesIn(service.state.world)).toEqual(['Before']);
  await repairDisk();
  expect((await post(service, 'After')).status).toBe(201);
  expect(titlesIn(await savedWorld())).toEqual(['After', 'Before']);
  expect(await readdir(folder)).toEqual(['state.json']);
  await service.close();
  expect(titlesIn((await sandbox()).state.world)).toEqual(['After', 'Before']);
});

test('a write on a disk that sometimes fails is saved exactly if its response is a success', async () => {
  const service = await sandbox();
  const answered: string[] = [];
  const statuses: number[][] = [];
  for (let round = 0; round < 12; round++) {
    const titles = Array.from({ length: 10 }, (_, nth) => `${round} ${nth}`);
    const answers = titles.map(async (title) => {
      const { status } = await post(service, title);
      if (status === 201) answered.push(title);
      return status;
    });
    // The file of a write in progress may be in the way of the folder; then the disk works in this round.
    await (round % 2 === 0 ? breakDisk() : repairDisk()).catch(() => undefined);
    statuses.push(await Promise.all(answers));
  }
  await breakDisk();
  expect(await Promise.all(['x', 'y', 'z'].map((title) => post(service, title).then(({ status }) => status)))).toEqual([
    500, 500, 500,
  ]);
  await repairDisk();
  expect((await post(service, 'last')).status).toBe(201);
  expect(statuses.flat().filter((status) => status !== 201 && status !== 500)).toEqual([]);
  expect(titlesIn(await savedWorld())).toEqual([...answered, 'last'].toSorted());
  expect(titlesIn(service.state.world)).toEqual(titlesIn(await savedWorld()));
});

test('a write that waits for its destination while another write cannot be saved gets 500 and changes nothing', async () => {
  const service = await sandbox();
  const receiver = await startReceiver();
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    receiver.answer = (response) => {
      answer = () => response.writeHead(204).end();
      resolve();
    };
  });
  const create = (name: string) =>
    send(`${service.info.api}/workspaces/ws-R5hTn2KxPd8WqL4v/notification-configurations`, 'POST', fixedTokens.owner, {
      data: {
        type: 'notification-configurations',
        attributes: { name, 'destination-type': 'generic', url: receiver.url, enabled: true },
      },
    });
  const creating = create('waits');
  await asked;
  await breakDisk();
  expect((await post(service, 'Lost')).status).toBe(500);
  await repairDisk();
  answer();
  expect((await creating).status).toBe(500);
  receiver.answer = (response) => response.writeHead(204).end();
  expect((await create('again')).status).toBe(201);
  const names = (await savedWorld()).notifications.map(({ name }) => name);
  expect(names).toEqual(['again']);
});

test('a control request is undone if the disk fails, and a fail rule can be set without a disk', async () => {
  const service = await sandbox();
  const steer = (path: string, body: unknown) => send(`${service.url}/sandbox${path}`, 'POST', service.control, body);
  const before = structuredClone(service.state.world);
  await breakDisk();
  expect((await steer('/run', { workspace: 'network-staging', trigger: 'run:planning' })).status).toBe(500);
  expect((await steer('/rum', { count: 77 })).status).toBe(500);
  expect((await fetch(`${service.info.registry}acme/label/null/1.1.0/download`)).status).toBe(500);
  expect(service.state.world).toEqual(before);
  expect((await steer('/fail', { status: 503 })).status).toBe(200);
});

test('the error of the disk is printed on stderr, once for each write that failed', async () => {
  const me = await machine();
  dataFile = join(me.home, 'state.json');
  const { said, ended, stop } = start(me, ['sandbox', 'start', '--json', '--data', 'state.json']);
  const [line] = await said(/^\{.*\}$/m);
  const { api, tokens } = JSON.parse(line);
  await breakDisk();
  const lost = await send(`${api}/admin/banners`, 'POST', tokens['site-admin'], bannerWith());
  expect(lost.status).toBe(500);
  await repairDisk();
  stop();
  const { stderr } = await ended;
  expect(stderr).toContain(`Warning: Cannot write ${dataFile} (`);
  expect(stderr.match(/Cannot write/g)).toHaveLength(1);
});
