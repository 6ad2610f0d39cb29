import { describe, expect, test } from 'vitest';
import { type Machine, machine, machineAt, sandbox } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const world = async () => machineAt(await sandbox(), 'anonymous');

/** A registry that lists these versions of every module. */
async function listing(...versions: string[]): Promise<Machine> {
  const { url } = await tinyServer((_, response) =>
    sendJson(response, { modules: [{ versions: versions.map((version) => ({ version })) }] }),
  );
  return machine({ SVC_REGISTRY: `${url}/v1/modules/` });
}

describe('module versions', () => {
  test('a version or a constraint in the address of module versions is the same as --constraint', async () => {
    const { svc } = await world();
    expect((await svc(['module', 'versions', 'acme/network/cloud@~> 1.1'])).stdout).toBe('1.2.0\n1.1.0\n');
    expect((await svc('module versions acme/network/cloud@1.0.0')).stdout).toBe('1.0.0\n');
  });

  test('module versions hides prereleases and prints their number, and --pre shows them', async () => {
    const { svc } = await listing('1.0.0', '1.1.0-beta', '1.1.0-rc.1', '0.9.0');
    const hidden = await svc('module versions a/b/c');
    expect([hidden.stdout, hidden.stderr]).toEqual([
      '1.0.0\n0.9.0\n',
      '2 prereleases hidden; use --pre to show them.\n',
    ]);
    const shown = await svc('module versions a/b/c --pre');
    expect([shown.stdout, shown.stderr]).toEqual(['1.1.0-rc.1\n1.1.0-beta\n1.0.0\n0.9.0\n', '']);
  });

  test('module versions counts only hidden prereleases that match the constraint', async () => {
    const { svc } = await listing('1.0.0', '2.0.0-beta', '3.0.0-beta');
    const { stdout, stderr } = await svc(['module', 'versions', 'a/b/c@>= 2.0.0-alpha']);
    expect(stdout).toBe('');
    expect(stderr).toContain('1 prerelease hidden; use --pre to show it.\n');
  });

  test('module versions without a match prints an empty list and names the newest version', async () => {
    const { svc } = await world();
    expect(await svc(['module', 'versions', 'acme/label/null@~> 9'], { tty: true })).toFail(
      0,
      'No version of acme/label/null matches "~> 9". The newest is 1.1.0.',
    );
  });

  test('module versions combines the constraint of the address with that of the flag', async () => {
    const { svc } = await world();
    const { stdout } = await svc(['module', 'versions', 'acme/network/cloud@>= 1.1', '--constraint', '< 1.2']);
    expect(stdout).toBe('1.1.0\n');
  });

  test('module versions of a folder is a usage error, because versions belong to the whole module', async () => {
    const { svc } = await machine();
    expect(await svc(['module', 'versions', 'acme/network/cloud//modules/subnet@~> 1.0'])).toExit(
      2,
      'has a folder, but this command works on whole modules.\nHint: Type acme/network/cloud@~> 1.0\n',
    );
  });

  test('module versions with an invalid constraint is a usage error that names the flag', async () => {
    const { svc } = await world();
    expect(await svc('module versions acme/label/null --constraint ^1')).toExit(
      2,
      '--constraint: "^1" is not a version constraint: the operator ^ is not supported; use ~>.',
    );
  });
});
