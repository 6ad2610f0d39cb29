import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jsonApiMediaType } from '../../src/api/contract/dialect.ts';
import { checkup } from '../support/doctor.ts';
import { type Caller, machineAt, sandbox } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

/** The operations that part 1 of the specification has. */
const documented = [
  'GET POST /admin/banners',
  'PATCH DELETE /admin/banners/:id',
  'GET PATCH /admin/customization-settings',
  'GET /account/details',
  'PATCH /account/update',
  'PATCH /account/password',
  'GET /account/hcp-organizations/:id',
  'GET /feature-sets',
  'GET /organizations/:id/feature-sets',
  'GET /subscriptions/:id',
  'PATCH /organizations/:id/subscription',
  'POST GET /organizations/:id/agent-pools',
  'GET POST /organizations/:id/oauth-clients',
  'GET PATCH DELETE /oauth-clients/:id',
  'POST DELETE /teams/:id/relationships/users',
  'POST DELETE /teams/:id/relationships/organization-memberships',
  'POST GET /workspaces/:id/notification-configurations',
  'GET PATCH DELETE /notification-configurations/:id',
  'POST /notification-configurations/:id/actions/verify',
].flatMap((line) => {
  const [path = '', ...methods] = line.split(' ').reverse();
  return methods.map((method) => new RegExp(`^${method} /api/v2${path.replaceAll(':id', '[^/]+')}$`));
});

/** A machine at a service with the 31 operations of part 1 and nothing else. */
async function documentedMachine(caller: Caller = 'site-admin', edition: 'self-hosted' | 'hosted' = 'self-hosted') {
  const service = await sandbox({ edition });
  const { origin } = new URL(service.info.address);
  const { url } = await tinyServer(async (request, response) => {
    const { headers, method = '', url: target = '' } = request;
    if (!documented.some((one) => one.test(`${method} ${target.split('?')[0]}`)))
      return sendJson(response, { errors: [{ status: '404', title: 'not found' }] }, { status: 404 });
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk as Buffer);
    const reply = await fetch(`${origin}${target}`, {
      method,
      headers: { 'content-type': jsonApiMediaType, authorization: headers.authorization ?? '' },
      ...(body.length > 0 && { body: Buffer.concat(body).toString() }),
    });
    response.writeHead(reply.status, { 'content-type': jsonApiMediaType }).end(await reply.text());
  });
  const me = await machineAt(service, caller);
  me.env.SVC_ADDRESS = `${url}/api/v2`;
  return { ...me, info: service.info };
}

test('part 1 of the specification has 31 operations', () => expect(documented).toHaveLength(31));

describe('a service with only the documented operations', () => {
  // trust: T-205
  test('commands that get ids need only the documented operations', async () => {
    const { info, svc } = await documentedMachine('owner');
    const [workspace] = info.workspaces;
    const create = `notification create -w ${workspace!.id} --name Hook --destination-type generic --url https://a.test`;
    const id = (await svc(`${create} --trigger all --jq .id`)).stdout.trim();
    expect(id).toMatch(/^nc-/);
    for (const words of [
      `notification list -w ${workspace!.id}`,
      `notification show ${id}`,
      `notification update ${id} --name Other`,
      `notification delete ${id} --yes`,
      'team add-user team-V8nXk4JtQs2GyB6d nell',
      'team remove-user team-V8nXk4JtQs2GyB6d nell',
      'agent-pool create --name p',
      'agent-pool list',
      'oauth-client list',
      'account show',
      'whoami',
    ])
      expect(await svc(words), words).toMatchObject({ code: 0 });
  });

  // trust: T-205
  test.each([
    ['team add-user platform nell', 'team-…'],
    ['team members acme/platform', 'team-…'],
    ['workspace show network-production', 'ws-…'],
    ['notification list -w network-production', 'ws-…'],
    ['notification update nc-1 --user nell', 'user-…'],
  ])('svc %s says which id to type if the service has only the documented operations', async (words, id) => {
    const { svc } = await documentedMachine();
    expect(await svc(words)).toExit(3, ` This service may have no such lookup: use the id (${id}).\n`);
  });

  // trust: T-205
  test('export writes the parts that need no lookup, and names the parts that it omitted', async () => {
    const { svc } = await documentedMachine('owner');
    const { code, stderr, stdout } = await svc('export');
    expect([code, stdout]).toEqual([0, expect.stringContaining('oauth-clients:')]);
    for (const [part, id] of [
      ['teams', 'team-…'],
      ['notifications', 'ws-…'],
    ] as const)
      expect(stderr).toMatch(new RegExp(`Omitted ${part}: .* may have no such lookup: use the id \\(${id}\\)\\.`));
  });

  test('apply accepts a document that needs no lookup', async () => {
    const { home, svc } = await documentedMachine('owner');
    await writeFile(join(home, 'site.yaml'), 'version: 1\norganization: acme\nagent-pools:\n  - { name: p }\n');
    expect(await svc('apply -f site.yaml --yes')).toMatchObject({ code: 0 });
    expect((await svc('agent-pool list --columns name')).stdout).toContain('p\n');
  });

  // trust: T-206
  test.each([
    ['hosted', 'acme', 'warning', 0, /^acme \(.*\): the service does not show the rights of the token there\.$/],
    ['hosted', 'nowhere', 'failed', 8, /^No organization nowhere/],
    ['self-hosted', 'acme', 'failed', 8, /^No organization acme/],
  ] as const)(
    'doctor reads the feature sets of a %s service with documented operations only, organization %s: %s',
    async (...row) => {
      const [edition, organization, status, exit, detail] = row;
      const me = await documentedMachine('owner', edition);
      me.env.SVC_ORGANIZATION = organization;
      const { code, of } = await checkup(me);
      expect([code, of('organization').status]).toEqual([exit, status]);
      expect(of('organization').detail).toMatch(detail);
    },
  );
});
