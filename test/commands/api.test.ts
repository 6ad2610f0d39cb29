import { describe, expect, test } from 'vitest';
import { machineAt, sandbox } from '../support/svc.ts';

const banner =
  '-F data.type=admin-banners -F data.attributes.title=Hello -F data.attributes.body=World -F data.attributes.style=info -F data.attributes.audience=all_users';

describe('svc api', () => {
  test('gets a path below the address, with or without its prefix', async () => {
    const { svc } = await machineAt(await sandbox());
    const { stdout, code } = await svc('api /account/details');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).data.type).toBe('users');
    expect((await svc('api GET /api/v2/account/details')).stdout).toBe(stdout);
    expect((await svc('api account/details')).stdout).toBe(stdout);
  });

  test('makes a body of fields and posts it', async () => {
    const { svc } = await machineAt(await sandbox());
    const { stdout, code } = await svc(`api /admin/banners ${banner}`);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).data.attributes.title).toBe('Hello');
    const patched = await svc([
      'api',
      'PATCH',
      `/admin/banners/${JSON.parse(stdout).data.id}`,
      '-F',
      'data:={"type":"admin-banners","attributes":{"style":"critical"}}',
    ]);
    expect(JSON.parse(patched.stdout).data.attributes).toMatchObject({ title: 'Hello', style: 'critical' });
  });

  test('sends a body from stdin as it is', async () => {
    const { svc } = await machineAt(await sandbox());
    const body = {
      data: { type: 'admin-banners', attributes: { title: 'A', body: 'B', style: 'info', audience: 'all_users' } },
    };
    const { stdout } = await svc('api POST /admin/banners --input -', { stdin: JSON.stringify(body) });
    expect(JSON.parse(stdout).data.attributes).toMatchObject(body.data.attributes);
  });

  test('on GET fields are query parameters', async () => {
    const service = await sandbox();
    const { svc } = await machineAt(service);
    const { stdout } = await svc(`api GET ${service.info.registry}search -F q=network -F limit=1`);
    expect(JSON.parse(stdout)).toMatchObject({ meta: { limit: 1 }, modules: [{ name: 'network' }] });
  });

  test('shows the status and the headers before the body when asked', async () => {
    const { svc } = await machineAt(await sandbox());
    const { stdout } = await svc('api /account/details --include');
    expect(stdout).toMatch(/^HTTP\/1.1 200\n[\s\S]*content-type: application\/vnd.api\+json\n[\s\S]*\n\n\{/);
  });

  test('gives the untouched body as raw, and a note for none', async () => {
    const { svc } = await machineAt(await sandbox());
    const created = JSON.parse((await svc(`api /admin/banners ${banner}`)).stdout);
    const raw = await svc('api /admin/banners -o raw');
    expect(JSON.parse(raw.stdout).data[0].id).toBe(created.data.id);
    expect(raw.stdout).not.toContain('\n');
    const removed = await svc(`api DELETE /admin/banners/${created.data.id}`);
    expect(removed).toMatchObject({ code: 0, stdout: '' });
    expect(removed.stderr).toContain('204');
  });

  test('filters with jq, every page of a list too', async () => {
    const { svc } = await machineAt(await sandbox());
    await svc(`api /admin/banners ${banner}`);
    expect((await svc('api /admin/banners --jq .data[].attributes.title')).stdout).toBe('Hello\n');
    expect((await svc('api /admin/banners --paginate --jq .[].attributes.title')).stdout).toBe('Hello\n');
  });

  test.each([
    ['api FETCH /x', 'is no method'],
    ['api GET /x --input -', 'has no body'],
    ['api /x -F novalue', 'is not key=value'],
    ['api POST /x -F a:=notjson', 'is not JSON'],
    ['api POST /x --input - -F a=b', 'not both'],
    ['api POST /x --paginate', 'only a GET has pages'],
    ['api http://svc.example.com/x', 'plain http'],
    ['api /account/details --paginate', 'did not answer a list'],
  ])('%s is refused with its reason', async (words, reason) => {
    const { svc } = await machineAt(await sandbox());
    const { code, stderr, stdout } = await svc(words, { stdin: 'not json' });
    expect([2, 9]).toContain(code);
    expect(stderr).toContain(reason);
    expect(stdout).toBe('');
  });

  test('never sends the token to another origin', async () => {
    const [ours, theirs] = [await sandbox(), await sandbox()];
    const { svc } = await machineAt(ours);
    const { code, stderr } = await svc(`api ${theirs.info.api}/account/details --debug`);
    expect(code).toBe(4);
    expect(stderr).not.toContain('> authorization');
  });

  test('with --dry-run shows the write, secrets masked, and sends nothing', async () => {
    const seen: string[] = [];
    const service = await sandbox({ onRequest: ({ method }) => seen.push(method) });
    const { svc } = await machineAt(service);
    const { code, stdout } = await svc(
      'api POST /x -F data.attributes.token=hush-hush -F data.type=things --dry-run -o json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      method: 'POST',
      url: `${service.info.api}/x`,
      body: { data: { attributes: { token: '***' }, type: 'things' } },
    });
    expect(seen).toEqual([]);
  });
});
