import { describe, expect, test } from 'vitest';
import { type Machine, machineAt, sandbox } from '../support/svc.ts';

const world = async (): Promise<Machine> => machineAt(await sandbox(), 'anonymous');
const addresses = (stdout: string) =>
  (JSON.parse(stdout) as { namespace: string; name: string; provider: string }[]).map(
    ({ namespace, name, provider }) => `${namespace}/${name}/${provider}`,
  );

describe('module list', () => {
  test('module list shows every module of the registry, one line each', async () => {
    const { svc } = await world();
    const { code, stdout, stderr } = await svc('module list');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(
      expect.arrayContaining(['acme/label/null', 'acme/network/cloud', 'globex/queue/null']),
    );
  });

  test('module list filters by publisher, by provider and by verification', async () => {
    const { svc } = await world();
    expect(addresses((await svc('module list globex --json')).stdout)).toEqual(['globex/queue/null']);
    const cloud = await svc('module list acme --provider cloud --json');
    expect(addresses(cloud.stdout)).toEqual(['acme/application/cloud', 'acme/network/cloud']);
    const verified = await svc('module list --verified --json');
    const seen = (JSON.parse(verified.stdout) as { verified: boolean }[]).map((each) => each.verified);
    expect(new Set(seen)).toEqual(new Set([true]));
  });

  test('module list says how many modules it cut and how to list the rest', async () => {
    const { svc } = await world();
    const { code, stdout, stderr } = await svc('module list --limit 2 --json');
    expect([code, addresses(stdout).length]).toEqual([0, 2]);
    expect(stderr).toBe('Showing the first 2. Show more with --limit N or --all.\n');
    const all = await svc('module list --all --json');
    expect(addresses(all.stdout).length).toBeGreaterThan(2);
    expect(all.stderr).toBe('');
  });

  test('module list of an unknown publisher prints an empty result', async () => {
    const { svc } = await world();
    expect(await svc('module list nobody --json')).toMatchObject({ code: 0, stdout: '[]\n' });
    const told = await svc('module list nobody', { tty: true });
    expect([told.code, told.stdout, told.stderr]).toEqual([0, '', 'No modules of nobody found.\n']);
  });

  test.each([
    ['acme/network', 'svc module latest acme/network'],
    ['--limit 0', '--limit must be 1 or more, not "0"'],
  ])('module list %s is a usage error', async (words, said) => {
    expect(await (await world()).svc(`module list ${words}`)).toExit(2, said);
  });
});
