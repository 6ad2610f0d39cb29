import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { machine } from '../support/svc.ts';
import { tinyServer } from '../support/tiny-server.ts';

test('on a terminal that is kept still, a slow answer adds nothing to stderr', async () => {
  const service = await tinyServer(async (_request, response) => {
    await wait(1_000);
    response.writeHead(204).end();
  });
  const { svc } = await machine({ SVC_ADDRESS: service.url, SVC_TOKEN: 'svc-token' });
  const { code, stderr } = await svc('team add-user team-1 olive', { tty: true });
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'Added 1 user to team team-1.\n' });
});
