import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { machine } from '../../support/svc.ts';

const script = (name: string) => readFile(resolve(import.meta.dirname, '../../../completions', name), 'utf8');

describe('svc completion install', () => {
  test.each([
    ['bash', 'svc.bash', '.local/share/bash-completion/completions/svc', /^source \S+\/completions\/svc$/],
    ['zsh', 'svc.zsh', '.zfunc/_svc', /^fpath=\(\S+\/\.zfunc \$fpath\); autoload -Uz compinit && compinit$/],
    ['fish', 'svc.fish', '.config/fish/completions/svc.fish', undefined],
    ['powershell', 'svc.ps1', '.config/powershell/svc-completion.ps1', /^\. '\S+\.ps1'$/],
  ])(
    'svc completion install writes the completions for %s and prints the step that remains',
    async (shell, name, path, line) => {
      const me = await machine();
      const { code, stderr, stdout } = await me.svc(`completion install ${shell} -o json`);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      const row = JSON.parse(stdout);
      expect(row).toEqual({ shell, path: join(me.home, path), line: line ? expect.stringMatching(line) : null });
      expect(await readFile(join(me.home, path), 'utf8')).toBe(await script(name));
      expect(stderr).toContain(`to ${row.path}.\n`);
      expect(stderr).toContain(row.line ? `  ${row.line}\n` : '');
    },
  );

  test.each([
    ['/usr/bin/zsh', 'zsh'],
    ['/opt/homebrew/bin/fish', 'fish'],
    ['/usr/bin/pwsh', 'powershell'],
  ])('svc completion install recognises the shell of SHELL=%s', async (SHELL, shell) => {
    const me = await machine({ SHELL });
    expect(JSON.parse((await me.svc('completion install -o json')).stdout).shell).toBe(shell);
  });

  test.each([undefined, '/bin/tcsh'])(
    'svc completion install exits with 2 and lists the shells if SHELL=%s names none of them',
    async (SHELL) => {
      const me = await machine({ SHELL });
      expect(await me.svc('completion install')).toExit(2, 'svc completion install bash|zsh|fish|powershell');
    },
  );

  test('svc completion install replaces an older completion script, but no other file', async () => {
    const me = await machine();
    const path = join(me.home, 'here', '_svc');
    await mkdir(join(me.home, 'here'));
    await writeFile(path, '# Completions of svc, generated long ago\n');
    expect((await me.svc('completion install zsh --dir here')).code).toBe(0);
    expect(await readFile(path, 'utf8')).toBe(await script('svc.zsh'));
    await writeFile(path, '# mine\n');
    expect(await me.svc('completion install zsh --dir here')).toExit(2, path);
    expect(await readFile(path, 'utf8')).toBe('# mine\n');
  });

  test('completion install --dry-run writes nothing', async () => {
    const me = await machine();
    expect(await me.svc('completion install zsh --dry-run')).toExit(0, 'Would write');
    await expect(readFile(join(me.home, '.zfunc/_svc'))).rejects.toThrow('ENOENT');
  });

  test('svc completion install leaves start-up files alone', async () => {
    const me = await machine();
    for (const name of ['.bashrc', '.zshrc']) await writeFile(join(me.home, name), '# mine\n');
    for (const shell of ['bash', 'zsh']) await me.svc(`completion install ${shell}`);
    for (const name of ['.bashrc', '.zshrc']) expect(await readFile(join(me.home, name), 'utf8')).toBe('# mine\n');
  });
});

test('svc completion SHELL prints the script, as JSON too', async () => {
  const me = await machine();
  expect((await me.svc('completion zsh')).stdout).toBe(await script('svc.zsh'));
  const { stdout } = await me.svc('completion zsh -o json');
  expect(JSON.parse(stdout)).toEqual({ shell: 'zsh', script: await script('svc.zsh') });
});
