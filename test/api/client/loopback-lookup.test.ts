import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lookupWith } from '../../../src/base/system/loopback-lookup.ts';
import { sandbox as freshSandbox, machineAt } from '../../support/svc.ts';
import { proxy } from '../../support/tls.ts';

/** The DNS result of a name in these tests. */
const elsewhere = '192.0.2.1';
const lying = lookupWith(((_, { all }, callback) =>
  all ? callback(null, [{ address: elsewhere, family: 4 }]) : callback(null, elsewhere, 4)) as LookupFunction);

const lookedUp = (name: string, options: { all?: boolean; family?: number | 'IPv4' | 'IPv6' }) =>
  new Promise((resolve) => {
    lying(name, options, (_, address) =>
      resolve(Array.isArray(address) ? address.map((each) => each.address) : address),
    );
  });

describe('the lookup of a host name', () => {
  // trust: T-49
  test.each(['localhost', 'a.localhost', 'registry.svc.localhost'])(
    'the name %s is this machine, whatever DNS returns',
    async (name) => {
      expect(await lookedUp(name, { all: true })).toEqual(['127.0.0.1', '::1']);
      expect(await lookedUp(name, {})).toBe('127.0.0.1');
      for (const family of [4, 'IPv4'] as const) expect(await lookedUp(name, { family })).toBe('127.0.0.1');
      for (const family of [6, 'IPv6'] as const) expect(await lookedUp(name, { family })).toBe('::1');
      expect(await lookedUp(name, { all: true, family: 6 })).toEqual(['::1']);
    },
  );

  test.each(['localhost.test', 'notlocalhost', 'svc.test'])('the name %s is resolved by DNS', async (name) => {
    expect(await lookedUp(name, { all: true })).toEqual([elsewhere]);
    expect(await lookedUp(name, {})).toBe(elsewhere);
  });
});

describe('a name below localhost, which is resolved without DNS', () => {
  const named = async (name = 'svc.localhost') => {
    const service = await freshSandbox({ allowHosts: [name] });
    const { port } = new URL(service.url);
    const me = await machineAt(service);
    return { service, me, address: `http://${name}:${port}`, port };
  };

  // trust: T-49
  test('a command reaches a name below localhost without DNS', async () => {
    const { address, me } = await named();
    expect(await me.svc('whoami', { env: { SVC_ADDRESS: address } })).toMatchObject({ code: 0, stderr: '' });
  });

  // trust: T-49
  test('a proxy below localhost is reached without DNS', async () => {
    const { me } = await named();
    const way = await proxy();
    const env = { SVC_ADDRESS: 'http://svc.test', http_proxy: way.url.replace('127.0.0.1', 'proxy.localhost') };
    await me.svc('api GET /ping --insecure-http', { env });
    expect(way.asked).toEqual(['GET http://svc.test/api/v2/ping']);
  });

  // trust: T-49
  test('a delivery and a notification of the sandbox reach a name below localhost without DNS', async () => {
    const { me } = await named();
    const asked: string[] = [];
    const receiver = createServer((request, response) => {
      asked.push(request.headers.host ?? '');
      request.resume();
      response.writeHead(204).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    onTestFinished(() => void receiver.close());
    const host = `hooks.localhost:${(receiver.address() as AddressInfo).port}`;
    const env = { HOOK_TOKEN: 'the-key-of-the-hook' };
    const trigger = `webhook trigger run:completed --token-env HOOK_TOKEN --to http://${host}/`;
    expect(await me.svc(trigger, { env })).toMatchObject({ code: 0 });
    const create = `notification create -w network-production --name ci --destination-type generic --enabled --url http://${host}/`;
    expect(await me.svc(`${create} --trigger run:completed`)).toMatchObject({ code: 0 });
    expect(asked).toEqual([host, host]);
  });
});
