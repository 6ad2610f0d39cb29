import { describe, expect, test } from 'vitest';
import { machineAt, sandbox } from '../support/svc.ts';

const world = async () => machineAt(await sandbox(), 'anonymous');

describe('module latest', () => {
  test('module latest NAMESPACE/NAME prints the latest version of each provider', async () => {
    const { svc } = await world();
    const { code, stdout } = await svc('module latest acme/network --json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).map(({ id }: { id: string }) => id)).toEqual([
      'acme/network/cloud/1.2.0',
      'acme/network/onprem/0.2.0',
    ]);
  });

  test('module latest with a provider prints one module object', async () => {
    const { svc } = await world();
    const { stdout } = await svc('module latest acme/network/onprem --json');
    expect(JSON.parse(stdout)).toMatchObject({ id: 'acme/network/onprem/0.2.0', root: { path: '' } });
  });

  test('module latest exits with 3 for a module that does not exist, and suggests what to type', async () => {
    const service = await sandbox();
    const [{ svc }, { info }] = [await machineAt(service, 'anonymous'), service];
    const name = await svc('module latest acme/nope');
    expect([name.code, name.stdout]).toEqual([3, '']);
    expect(name.stderr).toContain('svc module search nope, or name the provider: svc module latest acme/nope/PROVIDER');
    const { host, origin } = new URL(info.registry);
    const elsewhere = await svc(`module latest ${host}/acme/nope --registry ${host}=${origin}`);
    expect(elsewhere.stderr).toContain(
      `svc module search nope --registry ${info.registry}, or name the provider: svc module latest ${host}/acme/nope/PROVIDER`,
    );
    const one = await svc('module latest acme/nope/cloud');
    expect(one.code).toBe(3);
    expect(one.stderr).toContain('Hint: svc module search nope');
  });

  test.each([
    ['acme', 'svc module list acme'],
    ['acme/x#y', '"acme/x#y" is not a module address: the name "x#y"'],
    ['acme/network/cloud@1.2.0', 'has a version'],
    ['acme/network/cloud//modules/subnet', 'has a folder'],
    ['example.com/acme', 'NAMESPACE/NAME or NAMESPACE/NAME/PROVIDER'],
  ])('module latest %s is a usage error', async (address, words) => {
    const { svc } = await world();
    expect(await svc(`module latest ${address}`)).toExit(2, words);
  });
});
