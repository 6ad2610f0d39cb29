import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { literalRegistry, type Published } from '../support/registry.ts';
import { machine, machineAt, sandbox } from '../support/svc.ts';
import { filesIn, hasTerraform, terraformGet } from '../support/terraform.ts';
import { deflated, zip } from './archive/zip-builder.ts';

const stock = hasTerraform();

/** A module with a folder around it, as the archives of code hosts have. */
const contents: [name: string, content: Buffer][] = [
  ['top/main.tf', Buffer.from('variable "x" {\n  type = string\n}\n')],
  ['top/empty.txt', Buffer.alloc(0)],
  ['top/large.bin', Buffer.from(Array.from({ length: 70_000 }, (_, n) => (n * 31) % 251))],
  ['top/modules/inner/main.tf', Buffer.from('output "y" {\n  value = "é"\n}\n')],
  ['top/modules/inner/templates/a b.tpl', Buffer.from('%{ if x }\n')],
];
const tar = Buffer.from(
  await packTar(contents.map(([name, body]) => ({ header: { name, size: body.length, mode: 0o644 }, body }))),
);
const tgz = gzipSync(tar);
const zipped = zip(contents.map(([name, content], n) => ({ name, content, method: n % 2 ? deflated : 0 })));
const digest = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest('hex');

/** Locations that the stock binary takes too, and the folder of the address. */
const locations: [name: string, location: (origin: string) => string, folder?: string][] = [
  ['targz', (origin) => `${origin}/m.tar.gz//top`],
  ['tgz', () => '/m.tgz//top'],
  ['zip', () => './archive.zip//top'],
  ['up', () => '../../archive.zip//top'],
  ['named', (origin) => `${origin}/download?archive=tar.gz`, '//top/modules/inner'],
  ['namedzip', (origin) => `${origin}/download.bin//top/modules?archive=zip`, '//inner'],
  ['whole', (origin) => `${origin}/m.tar.gz`, '//top'],
  ['md5', (origin) => `${origin}/m.zip//top?checksum=md5:${digest('md5', zipped)}`],
  ['sha1', (origin) => `${origin}/m.tar.gz//top?checksum=${digest('sha1', tgz)}`],
  ['sha256', (origin) => `${origin}/m.tar.gz//top?archive=tgz&checksum=sha256:${digest('sha256', tgz)}`],
  ['sha512', (origin) => `${origin}/m.zip//top?checksum=${digest('sha512', zipped)}`],
];
const files = {
  ...{ '/m.tar.gz': tgz, '/m.tgz': tgz, '/m.zip': zipped, '/download': tgz, '/download.bin': zipped, '/m.tar': tar },
  '/v1/modules/t/zip/x/1.0.0/archive.zip': zipped,
  '/v1/modules/t/up/archive.zip': zipped,
};

const registryOf = (named: typeof locations) =>
  literalRegistry({
    files,
    modules: Object.fromEntries(
      named.map(([name, location]): [string, Published] => [
        `t/${name}/x`,
        { versions: ['1.0.0'], download: (_, origin) => location(origin) },
      ]),
    ),
  });

describe.skipIf(!stock)('the stock binary and svc module download', () => {
  test('the stock binary and svc module download put the same bytes on disk, for every form of location that both read', async () => {
    const registry = await registryOf(locations);
    const me = await machine({ SVC_REGISTRY: `${registry.url}/v1/modules/` });
    const blocks = locations.map(([name, , folder = '']) => [name, { source: `modules.test/t/${name}/x${folder}` }]);
    const theirs = await terraformGet(me.home, `${registry.url}/v1/modules/`, Object.fromEntries(blocks));
    expect([theirs.code, theirs.stderr]).toEqual([0, '']);
    for (const [name, , folder = ''] of locations) {
      const { code, stderr } = await me.svc(['module', 'download', `t/${name}/x${folder}`, '--dir', name]);
      expect([name, code, stderr]).toEqual([name, 0, expect.anything()]);
      const ours = await filesIn(join(me.cwd, name));
      expect(Object.keys(ours).length).toBeGreaterThan(1);
      expect([name, ours]).toEqual([name, await filesIn(theirs.folders[name]!)]);
    }
  });

  test('the stock binary and svc module download put the same bytes of the sandbox’s modules on disk', async () => {
    const service = await sandbox();
    const me = await machineAt(service, 'anonymous');
    const asked = [
      ['acme/label/null', '1.1.0', ''],
      ['acme/network/cloud', '1.2.0', ''],
      ['acme/network/cloud', '1.1.0', '//modules/subnet'],
      ['acme/network/onprem', '0.2.0', ''],
      ['globex/queue/null', '0.3.1', ''],
    ] as const;
    const blocks = asked.map(([address, version, folder], n) => [
      `m${n}`,
      { source: `modules.test/${address}${folder}`, version },
    ]);
    const theirs = await terraformGet(me.home, service.info.registry, Object.fromEntries(blocks));
    expect([theirs.code, theirs.stderr]).toEqual([0, '']);
    for (const [n, [address, version, folder]] of asked.entries()) {
      const { code } = await me.svc(['module', 'download', `${address}${folder}@${version}`, '--dir', `m${n}`]);
      expect(code).toBe(0);
      const ours = await filesIn(join(me.cwd, `m${n}`));
      expect(Object.keys(ours).length).toBeGreaterThan(0);
      expect([address, ours]).toEqual([address, await filesIn(theirs.folders[`m${n}`]!)]);
    }
  });
});

test('svc module download also supports plain tar files and globs, which the stock binary does not, and writes the same bytes', async () => {
  const registry = await registryOf([
    ['packed', (origin) => `${origin}/m.tar.gz//top`],
    ['plain', (origin) => `${origin}/m.tar//top`],
    ['glob', (origin) => `${origin}/m.tar.gz//*?archive=tar.gz`],
    ['globzip', (origin) => `${origin}/m.zip//t[n-p]p`],
  ]);
  const { cwd, svc } = await machine({ SVC_REGISTRY: `${registry.url}/v1/modules/` });
  const trees = [];
  for (const name of ['packed', 'plain', 'glob', 'globzip']) {
    expect(await svc(`module download t/${name}/x --dir ${name}`)).toMatchObject({ code: 0 });
    trees.push(await filesIn(join(cwd, name)));
  }
  expect(Object.keys(trees[0]!)).toHaveLength(contents.length);
  for (const tree of trees) expect(tree).toEqual(trees[0]);
});
