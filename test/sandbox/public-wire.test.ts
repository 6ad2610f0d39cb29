import { describe, expect, test } from 'vitest';
import { configurations } from './configurations.ts';
import { startReceiver } from './receiver.ts';
import { sandboxPerTest } from './service.ts';

const token = 'sandbox-owner-token';

describe('a sandbox with --public-wire', () => {
  const service = sandboxPerTest({ publicWire: true });
  const { create } = configurations(service);

  test('--public-wire returns "successful" of a delivery as a text, as public services do', async () => {
    const { json } = await create({ enabled: true, url: (await startReceiver()).url });
    expect(json.data.attributes['delivery-responses']).toMatchObject([{ successful: 'true', code: '200' }]);
    expect(json.data.attributes.enabled).toBe(true);
  });
});

describe('the requests of stock clients', () => {
  const service = sandboxPerTest({ edition: 'hosted' });

  test('stock clients get the subscription of an organization', async () => {
    const { status, json } = await service.api('GET', '/organizations/acme/subscription', { token });
    const { json: byId } = await service.api('GET', `/subscriptions/${json.data.id}`, { token });
    expect([status, json]).toEqual([200, byId]);
  });

  test('stock clients get a user without private attributes', async () => {
    const [user] = service.sandbox.state.world.users;
    const { status, json } = await service.api('GET', `/users/${user!.id}`, { token });
    expect([status, json.data]).toMatchObject([200, { id: user!.id, attributes: { username: user!.username } }]);
    expect(json.data.attributes).not.toHaveProperty('email');
    expect((await service.api('GET', '/users/user-none', { token })).status).toBe(404);
  });

  test('stock clients filter agent pools by the name of a project, not by its id', async () => {
    const [project] = service.sandbox.state.world.projects;
    for (const [name, isScoped, id] of [
      ['one', false, project?.id],
      ['two', true, undefined],
      ['three', false, 'prj-unknown'],
    ]) {
      const relationships = { 'allowed-projects': { data: id ? [{ type: 'projects', id }] : [] } };
      const data = { type: 'agent-pools', attributes: { name, 'organization-scoped': isScoped }, relationships };
      await service.api('POST', '/organizations/acme/agent-pools', { token, body: { data } });
    }
    const filter = encodeURIComponent('filter[allowed_projects][name]');
    const namesFor = async (text: string) => {
      const query = `${filter}=${encodeURIComponent(text)}`;
      const { json } = await service.api('GET', `/organizations/acme/agent-pools?${query}`, { token });
      return json.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
    };
    expect(await namesFor('Default Project')).toEqual(['one', 'two']);
    for (const text of [project!.id, 'prj-unknown', 'Default']) expect(await namesFor(text)).toEqual(['two']);
  });

  test('stock clients get the users of memberships with their e-mail addresses', async () => {
    const email = service.sandbox.state.world.users.find(({ username }) => username === 'uma')!.email;
    const path = `/organizations/acme/organization-memberships?include=user&filter%5Bemail%5D=${email}`;
    const { json } = await service.api('GET', path, { token });
    expect(json.included).toMatchObject([{ type: 'users', attributes: { email } }]);
  });
});
