import { describe, expect, onTestFinished, test } from 'vitest';
import { hasOpenssl, httpsServer, sharedAuthority } from '../support/tls.ts';
import { configurations } from './configurations.ts';
import { startReceiver } from './receiver.ts';
import { sandboxPerTest } from './service.ts';

const service = sandboxPerTest();

describe('a destination', () => {
  const attempt = (to: typeof service, url: string) => configurations(to).create({ enabled: true, url });

  describe('with a short timeout', () => {
    const impatient = sandboxPerTest({ destinationTimeoutMs: 150 });

    test('a destination that never responds is abandoned after the timeout', async () => {
      const receiver = await startReceiver();
      receiver.answer = () => {};
      const { status, json } = await attempt(impatient, receiver.url);
      expect([status, json.errors[0].detail]).toEqual([
        400,
        `The verification request to ${new URL(receiver.url).host} failed: no response within 0.15 s`,
      ]);
    });
  });

  test('hooks.example.com, the destination in the guides, responds with 200 without a real request', async () => {
    const { status, json } = await attempt(service, 'https://hooks.example.com/svc');
    const [response] = json.data.attributes['delivery-responses'];
    expect([status, response]).toEqual([201, expect.objectContaining({ code: '200', body: '', successful: true })]);
  });

  test('a destination counts as reached if its response with 200 is cut off', async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => response.write('beginning', () => setImmediate(() => response.destroy()));
    const { status, json } = await attempt(service, receiver.url);
    expect([status, json.data.attributes['delivery-responses'][0].body]).toEqual([201, 'beginning']);
  });

  test.skipIf(!hasOpenssl())('a destination with an untrusted certificate counts as not reached', async () => {
    const certificates = sharedAuthority();
    onTestFinished(certificates.remove);
    const asked: unknown[] = [];
    const port = await httpsServer(certificates, (request, response) => {
      asked.push(request);
      response.end();
    });
    const { status, json } = await attempt(service, `https://127.0.0.1:${port}/`);
    expect([status, json.errors[0].detail, asked]).toEqual([400, expect.stringContaining('no response ('), []]);
  });

  // trust: T-91
  test.each([
    ['and closes the connection', true, 'Upgrade: x\r\nConnection: Upgrade\r\n'],
    ['and keeps the connection open', false, 'Upgrade: x\r\nConnection: Upgrade\r\n'],
    ['without another protocol and closes the connection', true, ''],
  ])(
    'a destination that sends 101 %s counts as reached, in a creation, an update and a verification',
    async (_title, ends, headers) => {
      const receiver = await startReceiver();
      const { create, patch, verify } = configurations(service);
      const { json: made } = await create({ url: receiver.url });
      receiver.answer = ({ socket }) => {
        const bytes = `HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`;
        if (ends) socket?.end(bytes);
        else socket?.write(bytes);
      };
      const replies = [
        await create({ enabled: true, url: receiver.url }),
        await patch(made.data.id, { enabled: true }),
        await verify(made.data.id),
      ];
      const detail = `The verification request to ${new URL(receiver.url).host} was answered with 101`;
      for (const { status, json } of replies) expect([status, json.errors[0].detail]).toEqual([400, detail]);
      expect((await create({ url: receiver.url })).status).toBe(201);
    },
  );

  // spec: P-288
  test('a long response of a destination is shortened, even in the middle of a character', async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => response.end(`x${'é'.repeat(100_000)}`);
    const { json } = await attempt(service, receiver.url);
    expect(json.data.attributes['delivery-responses'][0].body).toBe(`x${'é'.repeat(2047)}`);
  });

  test('a destination that never stops sending is disconnected', async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => {
      const talking = setInterval(() => response.write('x'.repeat(1000)), 1);
      response.on('close', () => clearInterval(talking));
    };
    const { status, json } = await attempt(service, receiver.url);
    expect([status, json.data.attributes['delivery-responses'][0].body]).toEqual([201, 'x'.repeat(4096)]);
  });

  test('stopping the sandbox does not wait for a destination', async () => {
    const receiver = await startReceiver();
    const asked = new Promise<void>((resolve) => {
      receiver.answer = () => resolve();
    });
    const waiting = attempt(service, receiver.url).catch(() => 'cut');
    await asked;
    await service.sandbox.close();
    expect(await waiting).toBe('cut');
  });
});
