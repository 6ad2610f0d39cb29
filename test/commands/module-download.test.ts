import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { packTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { registryAt } from '../support/registry.ts';
import { machine, machineAt, sandbox } from '../support/svc.ts';

const label = 'module download acme/label/null';

describe('module download', () => {
  test('module download puts a subfolder into its place below the folder of the whole module', async () => {
    const { cwd, svc } = await machineAt(await sandbox());
    const address = 'acme/network/cloud//modules/subnet@1.2.0';
    expect(JSON.parse((await svc(`module download ${address} -o json`)).stdout)).toMatchObject([{ address }]);
    const folder = join(cwd, 'acme/network/cloud/1.2.0');
    expect(await readdir(folder)).toEqual(['modules']);
    expect(existsSync(join(folder, 'modules/subnet/main.tf'))).toBe(true);
  });

  test('module download --dry-run names the folder, fetches nothing and replaces nothing', async () => {
    const seen: string[] = [];
    const service = await sandbox({ onRequest: ({ target }) => seen.push(target) });
    const { cwd, svc } = await machineAt(service);
    await mkdir(join(cwd, 'there'));
    await writeFile(join(cwd, 'there/mine'), 'mine');
    const { code, stderr, stdout } = await svc(`${label} --dir there --force --dry-run -o json`);
    expect([code, stderr]).toEqual([0, expect.stringContaining('replacing the existing folder')]);
    expect(JSON.parse(stdout)).toEqual([
      { address: 'acme/label/null@1.1.0', location: expect.stringContaining('http'), dir: join(cwd, 'there') },
    ]);
    expect(await readFile(join(cwd, 'there/mine'), 'utf8')).toBe('mine');
    expect(seen.some((target) => target.includes('archive'))).toBe(false);
  });

  test('module download --force says what it replaced', async () => {
    const { svc } = await machineAt(await sandbox());
    expect((await svc(label)).stderr).not.toContain('replacing');
    expect((await svc(`${label} --force`)).stderr).toContain('replacing the existing folder');
  });

  // trust: T-32
  test('module download never replaces a folder with a git repository, or the home folder', async () => {
    const { cwd, home, svc } = await machineAt(await sandbox());
    for (const path of ['repository/.git', 'bare/objects', 'bare/refs', 'around/all/of/it/.git'])
      await mkdir(join(cwd, path), { recursive: true });
    await writeFile(join(cwd, 'bare/HEAD'), 'ref: refs/heads/main\n');
    for (const [dir, words] of [
      ['repository', 'repository holds a git repository'],
      ['bare', 'bare holds a git repository'],
      ['around', 'around holds a git repository'],
      [home, 'home folder'],
      ['..', 'home folder'],
    ] as const) {
      const { code, stderr } = await svc(`${label} --dir ${dir} --force`);
      expect([dir, code, stderr]).toEqual([dir, 2, expect.stringContaining(words)]);
    }
    expect(await readdir(join(cwd, 'repository'))).toEqual(['.git']);
    expect((await readdir(join(cwd, 'bare'))).sort()).toEqual(['HEAD', 'objects', 'refs']);
  });

  test('the second of two simultaneous downloads of the same files into one folder reports them as existing', async () => {
    const archive = Buffer.from(await packTar([{ header: { name: 'main.tf', size: 1 }, body: 'x' }]));
    const waiting: ServerResponse[] = [];
    const server = await registryAt('/a.tar', (_, response, nth) => {
      // Both have looked at the folder by now.
      waiting.push(response);
      if (nth > 1) for (const each of waiting.splice(0)) each.end(archive);
    });
    const { cwd, svc } = await machine({ SVC_REGISTRY: `${server.url}/v1/modules/` });
    const words = 'module download a/b/c --dir here --no-cache -o json';
    const runs = await Promise.all([svc(words), svc(words)]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    const existing = runs.map(({ stdout }) => JSON.parse(stdout)[0].existing ?? false);
    expect(existing.sort()).toEqual([false, true]);
    expect(await readdir(cwd)).toEqual(['here']);
  });
});
