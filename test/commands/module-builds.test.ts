import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { at, call, mapHost, writeFiles } from '../support/configuration.ts';
import { literalRegistry } from '../support/registry.ts';
import { machine } from '../support/svc.ts';

// docs/protocol/registry.md#module-object: id is <namespace>/<name>/<provider>/<version>, and version is a string: 1.0.0+b1 is not 1.0.0+b2.

const builds = ['1.0.0+b2', '1.0.0', '1.0.0+b1', '1.1.0-rc1+b1', '1.1.0-rc1'];

async function archiveOf(text: string): Promise<Buffer> {
  const body = Buffer.from(text);
  return gzipSync(Buffer.from(await packTar([{ header: { name: 'main.tf', size: body.length, mode: 0o644 }, body }])));
}

/** A machine at a registry whose versions each have an input of their own name. */
async function prepared(versions: readonly string[] = builds) {
  const archives = versions.map(async (version): Promise<[string, Buffer]> => {
    const input = `v_${version.replaceAll(/\W/g, '_')}`;
    return [`/${version}.tar.gz`, await archiveOf(`# ${version}\nvariable "${input}" {}\n`)];
  });
  const registry = await literalRegistry({
    modules: {
      'acme/b/cloud': {
        versions,
        root: { path: '' },
        download: (version, origin) => (versions.includes(version) ? `${origin}/${version}.tar.gz` : undefined),
      },
    },
    files: Object.fromEntries(await Promise.all(archives)),
  });
  const me = await machine({ SVC_REGISTRY: `${registry.url}/v1/modules/` });
  await mapHost(me.home, `${registry.url}/v1/modules/`);
  return { ...me, seen: registry.seen, read: (path: string) => readFile(join(me.home, path), 'utf8') };
}

const exact = ['1.0.0+b1', '1.0.0+b2', '1.0.0', '1.1.0-rc1+b1'];

describe('an exact version with build metadata', () => {
  test.each(exact)('the exact version %s is downloaded', async (version) => {
    const { read, svc } = await prepared();
    const { code, stdout } = await svc(['module', 'download', `acme/b/cloud@${version}`, '--json']);
    expect([code, JSON.parse(stdout)[0].version]).toEqual([0, version]);
    expect(await read(`acme/b/cloud/${version}/main.tf`)).toContain(`# ${version}\n`);
  });

  test('an exact build is downloaded from the cache the second time, without a request and offline', async () => {
    const { read, seen, svc } = await prepared();
    await svc('module download acme/b/cloud@1.0.0+b1 --dir one');
    await svc('module download acme/b/cloud@1.0.0+b2 --dir two');
    seen.length = 0;
    for (const build of ['b1', 'b2']) {
      const { code } = await svc(`module download acme/b/cloud@1.0.0+${build} --dir again-${build} --offline`);
      expect([code, await read(`again-${build}/main.tf`)]).toEqual([0, expect.stringContaining(`# 1.0.0+${build}\n`)]);
    }
    expect(seen).toEqual([]);
    expect(await svc('module download acme/b/cloud@1.0.0 --dir none --offline')).toExit(3, '1.0.0+b1');
  });

  test.each(exact)('module show and module source accept the exact version %s', async (version) => {
    const { svc } = await prepared();
    const shown = await svc(['module', 'show', `acme/b/cloud@${version}`, '--json']);
    expect([shown.code, JSON.parse(shown.stdout).version]).toEqual([0, version]);
    const source = await svc(['module', 'source', `acme/b/cloud@${version}`]);
    expect([source.code, source.stdout]).toEqual([
      0,
      expect.stringMatching(`/${version.replace('+', '\\+')}.tar.gz\n$`),
    ]);
    expect((await svc(['module', 'versions', `acme/b/cloud@${version}`])).stdout).toBe(`${version}\n`);
  });

  test.each([
    ['1.0.0+b1', '1.0.0+b1'],
    ['= 1.0.0+b1', '1.0.0+b1'],
    ['>= 0.9, 1.0.0+b1', '1.0.0+b1'],
    ['1.0.0+b2', '1.0.0+b2'],
    ['1.0.0', '1.0.0'],
  ])('the version "%s" of a configuration is locked and installed as %s', async (constraint, version) => {
    const { home, read, svc } = await prepared();
    await writeFiles(home, { 'main.tf': call('b', at('b/cloud'), constraint) });
    expect(await svc('module lock')).toMatchObject({ code: 0 });
    expect(JSON.parse(await read('svc.modules.lock.json')).modules.b).toMatchObject({ constraint, version });
    expect(await svc('module install --frozen')).toMatchObject({ code: 0 });
    expect(await read('.terraform/modules/b/main.tf')).toContain(`# ${version}\n`);
    expect(await svc('module verify')).toMatchObject({ code: 0 });
  });

  test.each(exact)('module mirror accepts the exact version %s', async (version) => {
    const { read, svc } = await prepared();
    expect(await svc(['module', 'mirror', 'mirror', `${at('b/cloud')}@${version}`])).toMatchObject({ code: 0 });
    const packages = JSON.parse(await read('mirror/mirror.json')).packages;
    expect(packages.map((each: { version: string }) => each.version)).toEqual([version]);
  });

  test('module diff compares two builds of one version as two versions', async () => {
    const { svc } = await prepared();
    const { code, stdout } = await svc('module diff acme/b/cloud@1.0.0+b1 acme/b/cloud@1.0.0+b2 --json');
    expect([
      code,
      JSON.parse(stdout)
        .map(({ name }: { name: string }) => name)
        .sort(),
    ]).toEqual([0, ['v_1_0_0_b1', 'v_1_0_0_b2']]);
  });
});

describe('a build that the registry does not list', () => {
  const missing = 'acme/b/cloud has no version 1.0.0+zzz. Builds of 1.0.0: 1.0.0+b2, 1.0.0, 1.0.0+b1.';

  test.each(['download', 'show', 'source', 'mirror mirror', 'diff acme/b/cloud'])(
    'module %s exits with 3 for an unlisted build and names the listed builds',
    async (verb) => {
      const { svc } = await prepared();
      expect(await svc(`module ${verb} acme/b/cloud@1.0.0+zzz`)).toFail(3, missing, 'svc module versions');
    },
  );

  test('module lock exits with 3 for an unlisted build and names the line of the call', async () => {
    const { home, svc } = await prepared();
    await writeFiles(home, { 'main.tf': call('b', at('b/cloud'), '1.0.0+zzz') });
    expect(await svc('module lock')).toExit(3, missing, 'main.tf:1');
  });

  test('module download exits with 3 for a version without a build if the registry lists only builds of it', async () => {
    const { svc } = await prepared(['1.0.0+b1', '0.9.0']);
    expect(await svc('module download acme/b/cloud@1.0.0')).toExit(
      3,
      'has no version 1.0.0. Builds of 1.0.0: 1.0.0+b1.',
    );
  });
});

describe('a constraint ignores builds', () => {
  test.each([
    ['~> 1.0', '1.0.0+b2'],
    ['>= 1.0.0+b9', '1.0.0+b2'],
    ['= 1.0.0', '1.0.0'],
  ])('the constraint %s ignores builds and chooses %s', async (constraint, version) => {
    const { svc } = await prepared();
    const { code, stdout } = await svc(['module', 'download', `acme/b/cloud@${constraint}`, '--json']);
    expect([code, JSON.parse(stdout)[0].version]).toEqual([0, version]);
  });

  test('the constraint = 1.0.0 chooses a build if the registry lists no other 1.0.0', async () => {
    const { svc } = await prepared(['1.0.0+b1']);
    const { code, stdout } = await svc(['module', 'download', 'acme/b/cloud@= 1.0.0', '--json']);
    expect([code, JSON.parse(stdout)[0].version]).toEqual([0, '1.0.0+b1']);
  });
});
