import { describe, expect, test } from 'vitest';
import { publish } from '../support/configuration.ts';
import { machine, machineAt, sandbox } from '../support/svc.ts';

const world = async () => {
  const service = await sandbox();
  const { svc } = await machineAt(service, 'anonymous');
  const sent = async (path: string) => (await fetch(`${service.info.registry}${path}`)).text();
  return { svc, sent };
};

describe('module show', () => {
  test('module show prints a card and sections that fit a terminal of 80 columns', async () => {
    const { svc } = await world();
    const { code, stdout, stderr } = await svc('module show acme/network/cloud --no-color', {
      tty: true,
      now: () => new Date('2025-03-12T12:00:00Z'),
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^address +acme\/network\/cloud$/m);
    expect(stdout).toMatch(/^published_at +2025-03-10 \d\d:30 \S+ \(2 days ago\)$/m);
    const headings = [/^Inputs \(\d+\)$/m, /^Outputs \(\d+\)$/m, /^Submodules \(2\)$/m];
    for (const heading of [...headings, /^Dependencies \(1\)$/m, /^Resources \(1\)$/m, /^Readme$/m]) {
      expect(stdout).toMatch(heading);
    }
    expect(stdout).toMatch(/^namespace +Short name/m);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(84);
  });

  test('module show omits an empty section', async () => {
    const { svc } = await world();
    const { stdout } = await svc('module show acme/label/null --no-color', { tty: true });
    expect(stdout).toContain('Inputs (');
    expect(stdout).not.toMatch(/^(Submodules|Dependencies)/m);
  });

  test('module show -o json prints the object of the registry, and -o raw its bytes', async () => {
    const { svc, sent } = await world();
    const { stdout } = await svc('module show acme/network/cloud@1.1.0 --json');
    const body = await sent('acme/network/cloud/1.1.0');
    expect(JSON.parse(stdout)).toEqual(JSON.parse(body));
    expect((await svc('module show acme/network/cloud@1.1.0 -o raw')).stdout).toBe(body);
  });

  test('--section submodules prints a table on a terminal', async () => {
    const { svc } = await world();
    const table = await svc('module show acme/network/cloud --section submodules', { tty: true });
    expect(table.stdout).toMatch(/PATH.*INPUTS.*OUTPUTS/);
    expect(table.stdout).toContain('modules/subnet');
  });

  test('--section submodules of a module without submodules prints an empty result', async () => {
    const { svc } = await world();
    expect(await svc('module show acme/label/null --section submodules --json')).toMatchObject({
      code: 0,
      stdout: '[]\n',
    });
    const { code, stderr } = await svc('module show acme/label/null --section submodules', { tty: true });
    expect([code, stderr]).toEqual([0, 'acme/label/null has no submodules.\n']);
  });

  test('module show of //SUBDIR shows the submodule in that folder', async () => {
    const { svc } = await world();
    const whole = JSON.parse((await svc('module show acme/network/cloud --json')).stdout);
    const { stdout } = await svc('module show acme/network/cloud//modules/subnet --json');
    expect(JSON.parse(stdout)).toEqual(
      whole.submodules.find(({ path }: { path: string }) => path === 'modules/subnet'),
    );
    const card = await svc('module show acme/network/cloud//modules/subnet --no-color', { tty: true });
    expect(card.stdout).toMatch(/^path +modules\/subnet$/m);
    expect(card.stdout).toMatch(/^Inputs \(2\)$/m);
  });

  test.each([
    ['acme/network/cloud//subnet', 'Hint: Did you mean "//modules/subnet"?'],
    ['acme/network/cloud//modules/subnt', 'Hint: Did you mean "//modules/subnet"?'],
    ['acme/network/cloud//nowhere/at/all', 'Hint: Its submodules: modules/peering, modules/subnet.'],
    ['acme/label/null//modules/x', 'Hint: It has no submodules.'],
  ])('module show of a folder without a submodule exits with 3 and lists the submodules: %s', async (address, hint) => {
    const { svc } = await world();
    expect(await svc(`module show ${address}`)).toFail(3, hint);
  });

  test('module show reads *.tofu files of a module or submodule only if it has no *.tf files', async () => {
    const me = await machine();
    await publish(me.home, {
      'acme/a/null/1.0.0/main.tofu': 'variable "a" {}\n',
      'acme/a/null/1.0.0/more.tofu.json': '{"output":{"b":{"value":1}}}',
      'acme/a/null/1.0.0/modules/both/main.tf': 'variable "of_both" {}\n',
      'acme/a/null/1.0.0/modules/both/main.tofu': 'variable "of_tofu" {}\n',
      'acme/a/null/1.0.0/modules/sub/main.tofu': 'variable "c" {}\n',
    });
    const { root, submodules } = JSON.parse(
      (await me.svc('module show modules.example.com/acme/a/null --json')).stdout,
    );
    expect(root).toMatchObject({ empty: false, inputs: [{ name: 'a' }], outputs: [{ name: 'b' }] });
    expect(submodules).toMatchObject([
      { path: 'modules/both', inputs: [{ name: 'of_both' }] },
      { path: 'modules/sub', inputs: [{ name: 'c' }] },
    ]);
  });

  test('module show prints sensitive, nullable and ephemeral, the required version of the tool, and the data sources', async () => {
    const me = await machine();
    await publish(me.home, {
      'acme/a/null/1.0.0/main.tf.json': JSON.stringify({
        terraform: { required_version: '>= 1.10' },
        variable: { secret: { sensitive: true, nullable: false, ephemeral: true }, plain: {} },
        output: { o: { value: 1, sensitive: true } },
        data: { http: { page: {} } },
      }),
      'acme/a/null/1.0.0/more.tf': 'ephemeral "random_password" "p" {}\nvariable "plain" {\n}\n',
      'acme/a/null/1.0.0/override.tf': 'variable "plain" {\n  description = "overridden"\n}\n',
      'acme/a/null/1.0.0/modules/sub/main.tf.json': '{"output":{"x":{"value":1}}}',
    });
    const show = async (words: string, tty = false) =>
      (await me.svc(`module show modules.example.com/acme/a/null ${words}`, { tty })).stdout;
    const { root, submodules } = JSON.parse(await show('--json'));
    expect(root).toMatchObject({
      required_version: '>= 1.10',
      inputs: expect.arrayContaining([
        expect.objectContaining({ name: 'secret', sensitive: true, nullable: false, ephemeral: true }),
        expect.objectContaining({ name: 'plain', description: 'overridden', sensitive: false, nullable: true }),
      ]),
      outputs: [{ name: 'o', description: '', sensitive: true, ephemeral: false }],
      resources: [],
      data_sources: [{ type: 'http', name: 'page' }],
      ephemeral_resources: [{ type: 'random_password', name: 'p' }],
    });
    expect(submodules).toMatchObject([{ path: 'modules/sub', outputs: [{ name: 'x' }] }]);
    const card = await show('--no-color', true);
    expect(card).toMatch(/^required_version +>= 1\.10$/m);
    expect(card).toMatch(/^secret .*sensitive, not nullable, ephemeral$/m);
    expect(card).toMatch(/^Data sources \(1\)$/m);
    expect(card).toMatch(/^Ephemeral resources \(1\)$/m);
    expect(await show('--section data-sources -o csv')).toBe('type,name\nhttp,page\n');
    expect((await show('--section inputs -o csv')).split('\n')[0]).toBe(
      'name,description,type,default,required,sensitive,nullable,ephemeral',
    );
  });
});
