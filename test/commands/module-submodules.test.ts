import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, call, mapHost, writeFiles } from '../support/configuration.ts';
import { hasGit, repository, type Tree } from '../support/git-repository.ts';
import { gitServer } from '../support/git-server.ts';
import { registryAt } from '../support/registry.ts';
import { machine } from '../support/svc.ts';

const saying = (text: string) => expect.stringContaining(text);

/** A configuration that calls a repository with a submodule at `s`, by itself and by a registry. */
async function prepared(files: Tree = {}) {
  const me = await machine({ PATH: process.env.PATH });
  const repo = repository();
  const sub = repository({ folder: join(dirname(repo.folder), 'sub.git') });
  const pinned = sub.commit({ 'main.tf': 'output "o" { value = 1 }' });
  const gitmodules = '[submodule "s"]\n\tpath = s\n\turl = ../sub.git\n';
  const id = repo.commit({ 'main.tf': '', '.gitmodules': gitmodules, s: { mode: '160000', id: pinned }, ...files });
  repo.point('refs/tags/v1', id);
  const { url } = await gitServer(dirname(repo.folder));
  const registry = await registryAt(`git::${url}/m.git?ref=v1`);
  await mapHost(me.home, `${registry.url}/`);
  await writeFiles(me.home, { 'main.tf': call('m', at('m/null')) + call('g', `git::${url}/m.git`) });
  const locked = () => JSON.parse(readFileSync(join(me.home, 'svc.modules.lock.json'), 'utf8')).modules;
  return { ...me, id, locked, repo };
}

describe.skipIf(!hasGit())('module lock --submodules', () => {
  test('module lock --submodules locks git submodules, and install, verify and mirror include them', async () => {
    const { home, id, locked, svc } = await prepared({ 'main.tf': call('in', './s') });
    expect(await svc('module lock --submodules')).toExit(0, 'Locked 4 module calls');
    expect(locked()).toMatchObject({
      g: { commit: id, submodules: 'fetched' },
      'g.in': { source: './s' },
      m: { commit: id, submodules: 'fetched', version: '1.0.0', h1: locked().g.h1 },
    });
    expect(await svc('module install --frozen')).toMatchObject({ code: 0 });
    const file = join(home, '.terraform/modules/m/s/main.tf');
    expect(await readFile(file, 'utf8')).toBe('output "o" { value = 1 }');
    expect(await svc('module verify')).toMatchObject({ code: 0 });
    expect(await svc('module mirror mirror --from-lock .')).toMatchObject({ code: 0 });
    await rm(file);
    expect(await svc('module verify')).toMatchObject({ code: 8 });
  });

  test('module install without --submodules warns once about an empty git submodule, also when it creates the lock', async () => {
    const { svc } = await prepared();
    const { code, stderr } = await svc('module install');
    expect([code, stderr.match(/^Warning: .* Left .* empty/gm)?.sort()]).toEqual([
      0,
      [saying('Warning: git::http'), saying(`Warning: ${at('m/null')}@1.0.0: Left the submodule`)],
    ]);
    expect(stderr).toContain('Created a lock first.');
  });

  test('module lock names --submodules if a configuration file is a link into a git submodule', async () => {
    const { svc } = await prepared({ 'l.tf': { mode: '120000', text: 's/main.tf' } });
    expect(await svc('module lock')).toExit(2, /l\.tf: it is a dangling link\.\n.*--submodules/);
    expect(await svc('module lock --submodules')).toMatchObject({ code: 0 });
  });

  test('module mirror and module diff fetch git submodules with --submodules', async () => {
    const { home, svc } = await prepared({ 'main.tf': call('in', './s'), l: { mode: '120000', text: 's/main.tf' } });
    const mirrored = () => JSON.parse(readFileSync(join(home, 'mirror/mirror.json'), 'utf8')).packages;
    expect(await svc(`module mirror mirror ${at('m/null')}`)).toExit(
      0,
      'the submodule "s" was not fetched: use --submodules',
    );
    const [{ h1 }] = mirrored();
    const { code, stderr } = await svc(`module mirror mirror ${at('m/null')} --submodules`);
    expect([code, stderr]).toEqual([0, 'Mirrored 1 of 1 package.\n']);
    expect(mirrored()).toMatchObject([{ submodules: 'fetched', version: '1.0.0' }]);
    expect(mirrored()[0].h1).not.toBe(h1);
    expect(await svc(`module mirror mirror ${at('m/null')} --submodules`)).toMatchObject({
      stderr: saying('it is there'),
    });
    const inside = `${at('m/null')}//s@1.0.0`;
    expect(await svc(['module', 'diff', inside, inside])).toMatchObject({ stderr: saying('Left the submodule') });
    expect(await svc(['module', 'diff', inside, inside, '--submodules'])).toExit(0, 'No differences');
  });

  // trust: T-78
  test('module mirror --from-lock rejects a lock without git submodules if the mirror has the package with them', async () => {
    // Only git reads each form of the file: here a comment behind a value.
    const gitmodules = '[submodule "s"]\n\tpath = s ; shared\n\turl = ../sub.git\n';
    const { svc } = await prepared({ '.gitmodules': gitmodules });
    expect(await svc('module lock')).toMatchObject({ code: 0 });
    expect(await svc(`module mirror mirror ${at('m/null')} --submodules`)).toMatchObject({ code: 0 });
    expect(await svc('module mirror mirror --from-lock .')).toExit(
      8,
      /The mirror has .*null@1.0.0 with submodules, the lock without.\n.*second mirror/,
    );
  });

  test('module lock --submodules adds git submodules to a lock without them, at the same commit', async () => {
    const { home, id, locked, repo, svc } = await prepared();
    expect(await svc('module lock')).toExit(
      0,
      'svc module download, lock, mirror and diff fetch submodules with --submodules',
    );
    const { h1 } = locked().g;
    expect(await svc('module lock')).toExit(0, 'Unchanged: 2 module calls');
    expect(await svc('module install --frozen')).toMatchObject({ code: 0 });
    const later = repo.commit({ 'main.tf': '# later' });
    const { code, stdout } = await svc('module lock --submodules -o json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, [{ module: 'g', change: 'changed' }, { module: 'm' }]]);
    expect(locked().g).toMatchObject({ commit: id, submodules: 'fetched' });
    expect(locked().g.h1).not.toBe(h1);
    expect(await svc('module lock --submodules')).toExit(0, 'Unchanged:');
    expect(await svc('module install --frozen')).toExit(0, 'Installed 2 of 2');
    expect(await svc('module lock --upgrade')).toMatchObject({ code: 0 });
    expect(locked()).toMatchObject({ g: { commit: later, submodules: 'fetched' }, m: { submodules: 'fetched' } });
    await rm(join(home, '.terraform'), { recursive: true });
    expect(await svc('module install --frozen')).toMatchObject({ code: 0 });
  });
});
