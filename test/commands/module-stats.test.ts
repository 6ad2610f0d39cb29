import { describe, expect, test } from 'vitest';
import { machine, machineAt, sandbox } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const world = async () => machineAt(await sandbox(), 'anonymous');

/** A registry whose summaries have these numbers; its paths begin at `prefix`. */
async function counting(attributes: object, prefix = '/v1/modules/') {
  const { url, seen } = await tinyServer((_, response) =>
    sendJson(response, { data: { type: 'module-downloads-summary', id: '5792', attributes } }),
  );
  return { ...(await machine({ SVC_REGISTRY: `${url}${prefix}` })), seen };
}

describe('module stats', () => {
  test('module stats -o json prints the resource object of the response', async () => {
    const { svc } = await world();
    const { code, stdout } = await svc('module stats acme/network/cloud --json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'module-downloads-summary',
      attributes: { week: expect.any(Number), total: expect.any(Number) },
    });
  });

  test('module stats prints bars on a terminal and one line of numbers elsewhere', async () => {
    const { svc } = await counting({ week: 5, month: 20, year: 1500, total: 3000 });
    const drawn = await svc('module stats a/b/c --no-color', { tty: true });
    expect(drawn.stdout).toBe(
      [
        'week       5  ▏',
        'month     20  ▍',
        `year   1,500  ${'█'.repeat(25)}`,
        `total  3,000  ${'█'.repeat(50)}`,
        '',
      ].join('\n'),
    );
    expect((await svc('module stats a/b/c -o tsv')).stdout).toBe('5792\t5\t20\t1500\t3000\n');
  });

  test('module stats requests the v2 endpoint beside the v1 endpoint, whatever path the registry has', async () => {
    const { svc, seen } = await counting({ week: 0, month: 0, year: 0, total: 0 }, '/api/registry/v1/modules/');
    expect((await svc('module stats a/b/c')).code).toBe(0);
    expect(seen.map(({ path }) => path)).toEqual(['/api/registry/v2/modules/a/b/c/downloads/summary']);
  });

  test('module stats exits with 3 and the reason for a registry that is not at /v1/modules/', async () => {
    const { svc, seen } = await counting({}, '/registry/');
    expect(await svc('module stats a/b/c')).toExit(3, 'its URL does not end in /v1/modules/');
    expect(seen).toEqual([]);
  });

  test('module stats of a version is a usage error that says what to omit', async () => {
    const { svc } = await world();
    expect(await svc('module stats acme/label/null@1.0.0')).toExit(2, 'Hint: Type acme/label/null');
  });

  test('module stats prints the counts that it gets if some are missing or are not numbers', async () => {
    const { svc } = await counting({ week: 'many', total: 7 });
    expect((await svc('module stats a/b/c -o tsv')).stdout).toMatch(/\tmany\t\t\t7\n$/);
    const card = await svc('module stats a/b/c --no-color', { tty: true });
    expect([card.code, card.stdout]).toEqual([0, expect.stringMatching(/^total +7/)]);
    expect((await svc('module stats a/b/c --debug')).stderr).toContain('responded with less than the API documents');
  });
});
