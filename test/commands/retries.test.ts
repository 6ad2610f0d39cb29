import { describe, test } from 'vitest';
import { machine } from '../support/svc.ts';
import { deadAddress, sendJson, tinyServer } from '../support/tiny-server.ts';

/** A user whose service rejects the first requests with a status, and then returns an empty list. */
async function shedding(status: number, times: number, headers: Record<string, string> = { 'retry-after': '2' }) {
  const { url } = await tinyServer((_, response, nth) => {
    if (nth <= times) response.writeHead(status, headers).end();
    else sendJson(response, { data: [] });
  });
  const { svc } = await machine({
    SVC_ADDRESS: url,
    SVC_TOKEN: 'svc-token',
    SVC_ORGANIZATION: 'acme',
    SVC_RETRIES: '',
  });
  return { host: new URL(url).host, svc };
}

describe('each retry is one line on stderr', { concurrent: true }, () => {
  test.for([
    [503, '1 of 6'],
    [429, '1 of 6'],
  ] as const)(
    'prints each retry after %i on a line of stderr, with the wait that the service requests',
    async ([status, count], { expect }) => {
      const { host, svc } = await shedding(status, 1);
      const stderr = expect.stringContaining(`${status} from ${host}; retrying in 2 s (${count})\n`);
      expect(await svc('team list')).toMatchObject({ code: 0, stdout: '', stderr });
    },
  );

  test('prints each retry after a 500 on a line of stderr, with the wait in tenths of a second', async ({ expect }) => {
    const { host, svc } = await shedding(500, 2, {});
    const { code, stderr } = await svc('team list');
    expect(code).toBe(0);
    const lines = stderr.split('\n').slice(0, 2);
    expect(lines.map((line) => line.replace(/in \d\.\d s/, 'in 0.1 s').replace(/in 1 s/, 'in 0.1 s'))).toEqual([
      `500 from ${host}; retrying in 0.1 s (1 of 4)`,
      `500 from ${host}; retrying in 0.1 s (2 of 4)`,
    ]);
  });

  test('prints a retry after ECONNREFUSED on a line of stderr', async ({ expect }) => {
    const address = await deadAddress();
    const { svc } = await machine({ SVC_ADDRESS: address, SVC_TOKEN: 'svc-token', SVC_ORGANIZATION: 'acme' });
    const { code, stderr } = await svc('team list --retries 1');
    expect(code).toBe(6);
    expect(stderr).toMatch(
      new RegExp(`^Connection refused by ${new URL(address).host}; retrying in 0\\.\\d s \\(1 of 2\\)\n`),
    );
    expect(stderr.split('\n')[1]).toBe(`Error: Connection refused by ${new URL(address).host}. (2 attempts)`);
  });

  test('prints each retry on a line of stderr also on a terminal', async ({ expect }) => {
    const { host, svc } = await shedding(503, 1);
    const { stderr } = await svc('team list', { tty: true });
    expect(stderr).toContain(`503 from ${host}; retrying in 2 s (1 of 6)\n`);
  });

  test.for(['-q', '--json', '-o ndjson'])('prints no retries with %s', async (flags, { expect }) => {
    const { svc } = await shedding(503, 1);
    expect(await svc(`team list ${flags}`)).toMatchObject({ code: 0, stderr: '' });
  });
});
