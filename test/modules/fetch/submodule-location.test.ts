import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GitLocation } from '../../../src/modules/fetch/location-kinds.ts';
import { resolveRelative, submoduleLocation } from '../../../src/modules/fetch/projects.ts';
import { noConfiguration } from '../../support/git-repository.ts';
import fc, { forAll } from '../../support/properties.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const id = '0123456789'.repeat(4);

function locationOf(from: string, url: string, sshkey?: string): GitLocation {
  return submoduleLocation({ path: 's', id, url }, { kind: 'git', url: from, sshkey, display: from });
}

describe('a submodule of a repository', () => {
  test.each([
    ['https://h.example/o/r.git', '../s.git', 'https://h.example/o/s.git'],
    ['https://h.example/o/r.git/', '../s.git', 'https://h.example/o/s.git'],
    ['https://h.example/o/r.git', './s.git', 'https://h.example/o/r.git/s.git'],
    ['https://h.example/o/r.git', './../.././s/', 'https://h.example/s'],
    ['https://H.example:443/o/r.git', 'https://h.EXAMPLE/x', 'https://h.EXAMPLE/x'],
    ['https://h.example:8443/o/r.git', 'https://h.example:8443/x', 'https://h.example:8443/x'],
    ['https://h.example/o/r.git', 'git@h.example:o/s.git', 'ssh://git@h.example/o/s.git'],
    ['https://h.example/o/r.git', 'ssh://git@h.example:22/s.git', 'ssh://git@h.example:22/s.git'],
    ['ssh://git@h.example/o/r.git', 'https://h.example/o/s.git', 'https://h.example/o/s.git'],
    ['ssh://git@h.example/o/r.git', '../s.git', 'ssh://git@h.example/o/s.git'],
    ['ssh://git@h.example:2222/o/r.git', '../s.git', 'ssh://git@h.example:2222/o/s.git'],
    ['ssh://git@h.example/o/r.git', 'h.example:s.git', 'ssh://h.example/s.git'],
    ['ssh://git@[::1]/o/r.git', '../s.git', 'ssh://git@[::1]/o/s.git'],
    ['http://h.example/o/r.git', 'https://h.example/s.git', 'https://h.example/s.git'],
    ['https://u:p@h.example/o/r.git', '../s.git', 'https://u:p@h.example/o/s.git'],
    ['https://u:p$&@h.example/o/r.git', 'https://h.example/s.git', 'https://u:p$&@h.example/s.git'],
    ['https://u:p@h.example/o/r.git', 'https://v@h.example/s.git', 'https://v@h.example/s.git'],
    ['https://u:p@h.example/o/r.git', 'h.example:s.git', 'ssh://h.example/s.git'],
    ['http://u:p@h.example/o/r.git', 'https://h.example/s.git', 'https://h.example/s.git'],
  ])('a repository at %s with the submodule URL %s fetches the submodule from %s', (from, url, location) => {
    expect(locationOf(from, url)).toMatchObject({ kind: 'git', url: location, ref: id });
    expect(locationOf(from, url).display).not.toMatch(/u:p/);
  });

  // trust: T-77
  test.each([
    ['https://h.example/o/r.git', 'http://h.example/s.git', 'downgrades to plain http'],
    ['ssh://git@h.example/o/r.git', 'http://h.example/s.git', 'downgrades to plain http'],
    ['https://h.example:8443/o/r.git', 'git@h.example:s.git', 'on another host or port'],
    ['https://h.example:8443/o/r.git', 'https://h.example/s.git', 'on another host or port'],
    ['https://h.example/o/r.git', 'ssh://git@h.example:2222/s.git', 'on another host or port'],
    ['https://h.example/o/r.git', 'https://h.example.evil/s.git', 'on another host or port'],
    ['https://h.example/o/r.git', `../${'a'.repeat(8190)}`, 'URL of 8193 characters is longer than 8 KiB'],
    ['https://h.example/o/r.git', 'https://h.example@evil.example/s.git', 'on another host or port'],
    ['https://h.example/o/r.git', 'https://evil.example/h.example/s.git', 'on another host or port'],
    ['https://h.example/o/r.git', 'https://evil.example:443@h.example:1/s.git', 'on another host or port'],
    ['ssh://git@h.example/r.git', '../../s.git', 'points above'],
    ['https://h.example/o/r.git?token=abcd', '../s.git', 'points above'],
    ['http://127.0.0.1:4321/m.git', 'http://127.0.0.1:1/sub.git', 'is on another host'],
    ['http://127.0.0.1:4321/m.git', 'ssh://git@127.0.0.1/sub.git', 'is on another host'],
    ['http://127.0.0.1:4321/m.git', 'git@evil.example:sub.git', 'is on another host'],
    ['http://127.0.0.1:4321/m.git', 'http://127.0.0.1@evil.example/sub.git', 'is on another host'],
    ['http://127.0.0.1:4321/m.git', '../../../../etc', 'points above'],
    ['http://127.0.0.1:4321/m.git', './a/../../sub.git', 'has "." or ".." inside'],
    ['http://127.0.0.1:4321/m.git', '../../sub.git', 'points above'],
    ['http://127.0.0.1:4321/m.git', '/etc', 'must be https'],
    ['http://127.0.0.1:4321/m.git', 'file:///etc', 'must be https'],
    ['http://127.0.0.1:4321/m.git', '--upload-pack=touch pwned', 'must be https'],
    ['http://127.0.0.1:4321/m.git', 'x-y::http://h/sub.git', 'must be https'],
    ['http://127.0.0.1:4321/m.git', 'git::http://127.0.0.1/sub.git', 'must be https'],
    ['http://127.0.0.1:4321/m.git', 'git://127.0.0.1/sub.git', 'must be https'],
    ['http://127.0.0.1:4321/m.git', 'ssh://-oProxyCommand=touch/sub.git', 'cannot be fetched'],
    ['http://127.0.0.1:4321/m.git', '-oProxyCommand=touch:sub.git', 'must be https'],
    ['http://127.0.0.1:4321/m.git', 'sub.git', 'must be https'],
    ['http://127.0.0.1:4321/m.git', 'github.com/o/sub', 'must be https'],
    ['http://127.0.0.1:4321/m.git', '../sub.git\nx', 'cannot be fetched'],
    ['http://127.0.0.1:4321/m.git', '..//sub.git', 'has an empty path segment'],
  ])('a repository at %s must not have the submodule URL %s', (from, url, words) => {
    expect(() => locationOf(from, url)).toThrow(words);
    expect(() => locationOf(from, url)).toThrow('The submodule "s" is rejected');
    expect(() => locationOf(from, url)).not.toThrow('abcd');
  });

  test('a submodule gets the ssh key of the repository only if the submodule itself is fetched over ssh', () => {
    expect(locationOf('ssh://git@h.example/r.git', '../s.git', 'key').sshkey).toBe('key');
    expect(locationOf('https://h.example/r.git', 'git@h.example:s.git', 'key').sshkey).toBe('key');
    expect(locationOf('ssh://git@h.example/r.git', 'https://h.example/s.git', 'key').sshkey).toBeUndefined();
  });
});

describe('a relative submodule URL', () => {
  const bases = ['https://h.example/a/b/c.git', 'https://u@h.example:8443/a/b/', 'ssh://git@h.example/a'];
  const part = fc.constantFrom('../', './', 'x/', 'y.git', '.git', '..', 'z/../', './/');
  const relative = fc
    .tuple(fc.constantFrom('../', './'), fc.array(part, { maxLength: 5 }))
    .map(([first, rest]) => first + rest.join(''));

  test('a relative submodule URL is resolved as git resolves it, or rejected if it would be on another server', () => {
    const urls = [...new Set(fc.sample(relative, { numRuns: 40, seed: 1 }))];
    for (const base of bases) {
      const known = resolvedByGit(base, urls);
      const server = base.slice(0, base.indexOf('/', base.indexOf('//') + 2) + 1);
      for (const url of urls) {
        const resolved = resolveRelative(base, url);
        const here = known.get(url)?.startsWith(server) ? known.get(url) : undefined;
        expect([base, url, resolved]).toEqual([base, url, here]);
      }
    }
  });

  // trust: T-77
  test('a relative submodule URL stays on the server of its repository, whatever the URL contains', () => {
    const any = fc.oneof(
      relative,
      fc.string().map((text) => `../${text}`),
    );
    forAll([fc.constantFrom(...bases), any], (base, url) => {
      try {
        const [, server] = /^([a-z]+:\/\/[^/]+\/)/.exec(base)!;
        expect(locationOf(base, url).url.startsWith(server!)).toBe(true);
      } catch (error) {
        expect((error as Error).name).toBe('CheckFailedError');
      }
    });
  });
});

/** Returns the URLs that `git submodule init` writes for submodules at relative URLs. */
function resolvedByGit(base: string, urls: readonly string[]): Map<string, string> {
  const folder = temporaryFolder();
  const git = (words: string[], input = '') =>
    execFileSync('git', words, {
      cwd: folder,
      env: noConfiguration,
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  git(['init', '--quiet', '--template=']);
  git(['config', 'remote.origin.url', base]);
  const names = urls.map((_, index) => `n${String(index).padStart(3, '0')}`);
  const sections = urls.map(
    (url, index) => `[submodule "${names[index]}"]\n\tpath = ${names[index]}\n\turl = ${url}\n`,
  );
  writeFileSync(join(folder, '.gitmodules'), sections.join(''));
  git(['update-index', '--index-info'], names.map((name) => `160000 ${id} 0\t${name}\n`).join(''));
  const found = new Map<string, string>();
  for (let rest = names; rest.length > 0; ) {
    try {
      git(['submodule', 'init', '--', ...rest]);
    } catch {
      // It ends at the first, in their order, that it cannot make sense of.
    }
    for (const line of git(['config', '--get-regexp', '^submodule[.].*[.]url$']).trim().split('\n')) {
      const [, name = '', url = ''] = /^submodule\.(\S+)\.url (.*)$/.exec(line) ?? [];
      found.set(urls[names.indexOf(name)]!, url);
    }
    rest = rest.slice(rest.findIndex((name) => !found.has(urls[names.indexOf(name)]!)) + 1 || rest.length);
  }
  return found;
}
