import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasPty, openPty } from '../cli/reference/pty.ts';
import { programInShell } from '../support/executable.ts';
import { sandboxWithState as sandbox } from '../support/svc.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const enter = '\r';

/** A person at a terminal, with a service of their own. */
async function atTerminal(caller: 'site-admin' | 'user' | 'owner' | 'anonymous' = 'site-admin') {
  const service = await sandbox();
  const home = temporaryFolder();
  const env = {
    HOME: home,
    SVC_ADDRESS: service.info.address,
    SVC_ORGANIZATION: service.info.organization,
    ...(caller === 'anonymous' ? {} : { SVC_TOKEN: service.info.tokens[caller] }),
  };
  const run = (words: string, more: Record<string, string> = {}) => {
    const pty = openPty(`${programInShell} ${words}; echo "exit $?"`, { cwd: home, env: { ...env, ...more } });
    onTestFinished(() => pty.close());
    return {
      ...pty,
      /** Answers a prompt, each key once it is shown. */
      async answer(question: string | RegExp, keys: string) {
        await pty.shows(question);
        pty.press(keys);
      },
    };
  };
  return { service, home, run };
}

describe.runIf(hasPty())('a wrong answer at a terminal is corrected in place', () => {
  test('banner create corrects a wrong answer in place', async () => {
    const { run, service } = await atTerminal();
    const { answer, shows } = run('banner create');
    await answer('Title', enter);
    await answer('Title is required.', `${'Maintenance'.repeat(10)}${enter}`);
    await answer('Must have at most 100 characters, not 110.', `${'\u007f'.repeat(99)}${enter}`);
    await answer('Text', `Tonight${enter}`);
    await answer('Style', enter);
    await answer('Audience', enter);
    await answer('Expires', `tomorrow${enter}`);
    await answer('such as 2026-12-24T18:00Z, not "tomorrow"', `${'\u007f'.repeat(8)}2h${enter}`);
    await answer('Create this banner?', enter);
    await shows('exit 0');
    expect(service.state.world.banners).toMatchObject([{ attributes: { title: 'Maintenance', body: 'Tonight' } }]);
  });

  test('notification create corrects a wrong answer in place, with a workspace picked from a list', async () => {
    const { run, service } = await atTerminal();
    const { answer, shows } = run('notification create');
    await answer('Workspace', 'staging');
    await answer('❯ network-staging', enter);
    await answer('Destination type', enter);
    await answer('Name', `Hook${enter}`);
    await answer('URL', `nowhere${enter}`);
    await answer('Must be an http or https URL', `${'\u007f'.repeat(7)}https://hooks.example.com/${enter}`);
    await answer('Send when', enter);
    await answer('Signing token', `\u001b[B${enter}`);
    await answer('Token', `hush${enter}`);
    await answer('Enabled', `n${enter}`);
    await answer('Create this notification configuration?', enter);
    await shows('exit 0');
    expect(service.state.world.notifications).toMatchObject([
      {
        name: 'Hook',
        token: 'hush',
        url: 'https://hooks.example.com/',
        triggers: ['run:needs_attention', 'run:completed', 'run:errored'],
      },
    ]);
  });

  test('banner update offers the current values as defaults and corrects a wrong answer in place', async () => {
    const { run, service } = await atTerminal();
    await run('banner create --title Maintenance --body Tonight --for 2h').shows('exit 0');
    const before = structuredClone(service.state.world.banners);
    const same = run('banner update --current');
    for (const question of ['(Maintenance)', '(Tonight)', 'Style', 'Audience', 'Expires'])
      await same.answer(question, enter);
    await same.shows('No changes.');
    expect(await same.shows('exit 0')).not.toContain('To repeat this');
    expect(service.state.world.banners).toEqual(before);
    const { answer, shows } = run('banner update --current');
    await answer('(Maintenance)', `Over${enter}`);
    for (const question of ['(Tonight)', 'Style', 'Audience']) await answer(question, enter);
    await answer('Expires', `\u007f${enter}`);
    expect(await shows('exit 0')).toMatch(
      /To repeat this without prompts: svc banner update --current --title Over --clear-schedule/,
    );
    expect(service.state.world.banners).toMatchObject([
      { attributes: { title: 'Over', body: 'Tonight', 'scheduled-expire-at': null } },
    ]);
  });

  test('banner update keeps a style, an audience and blanks that its prompts cannot offer', async () => {
    const { run, service } = await atTerminal();
    await run('banner create --title Maintenance --body Tonight').shows('exit 0');
    const [row] = service.state.world.banners;
    Object.assign(row!.attributes, { body: 'Tonight  ', style: 'success', audience: 'admins_only' });
    const before = structuredClone(service.state.world.banners);
    const { answer, shows } = run('banner update --current');
    for (const question of ['(Maintenance)', '(Tonight', 'Style', 'Audience', 'Expires']) await answer(question, enter);
    await shows('No changes.');
    await shows('exit 0');
    expect(service.state.world.banners).toEqual(before);
  });

  test('customization update sends only what was changed and corrects a wrong answer in place', async () => {
    const { run, service } = await atTerminal();
    await run('customization update --footer Old --login-help Help').shows('exit 0');
    const { answer, shows } = run('customization update');
    await answer('(support@svc.example)', enter);
    for (const question of [
      ...['support-url-address', 'internal-support-url', 'internal-documentation-url', 'internal-tutorials-url'],
    ])
      await answer(question, enter);
    await answer('(Help)', `\u007f${enter}`);
    await answer('(Old)', `New${enter}`);
    for (const question of ['error', 'new-user']) await answer(question, enter);
    expect(await shows('exit 0')).toContain(
      'To repeat this without prompts: svc customization update --clear-login-help --footer New',
    );
    expect(service.state.world.customization.texts).toEqual({ footer: 'New' });
  });

  test('oauth-client create shows its secret as bullets and corrects a wrong answer in place', async () => {
    const { run } = await atTerminal('owner');
    const { answer, shows } = run('oauth-client create');
    await answer('Service provider', enter);
    await answer('Homepage of the provider', `github${enter}`);
    await answer('Must be an http or https URL', `${'\u007f'.repeat(6)}https://github.com${enter}`);
    await answer('Base URL of its API', enter);
    await answer('Name', enter);
    await answer('Access token issued by GitHub', 'hush');
    await answer('••••', enter);
    await answer('Create this OAuth client?', enter);
    const shown = await shows('exit 0');
    expect(shown).not.toContain('hush');
  });

  test('agent-pool create prompts again for a name that the service rejects', async () => {
    const { run } = await atTerminal('owner');
    const { answer, shows } = run('agent-pool create');
    await answer('Name of the pool', `two words${enter}`);
    await shows('may have letters, digits, hyphens and underscores only');
    await answer('Name of the pool', `${'\u007f'.repeat(9)}production${enter}`);
    const shown = await shows('exit 0');
    expect(shown).toContain('svc agent-pool create --name production');
  });

  test('login contacts the host first and prompts again for a token that is not accepted', async () => {
    const { run, service } = await atTerminal('anonymous');
    const { answer, shows } = run(`login ${service.info.address}`);
    await answer('Token for', `wrong${enter}`);
    await shows('rejected this token');
    await answer('Token for', `${service.info.tokens.user}${enter}`);
    expect(await shows('exit 0')).toContain('Next: svc workspace list');
  });

  test('profile create corrects a wrong answer in place', async () => {
    const { run } = await atTerminal();
    const { answer, shows } = run('profile create');
    await answer('Profile name', `a b${enter}`);
    await answer('Invalid profile name', `${'\u007f'.repeat(3)}work${enter}`);
    await answer('Address of the platform', `https://svc.example.com${enter}`);
    await answer('Default organization', enter);
    expect(await shows('exit 0')).toContain('https://svc.example.com');
  });

  test('account password prompts again for a current password that the service rejects', async () => {
    const { run } = await atTerminal('user');
    const { answer, shows } = run('account password');
    await answer('Current password', `wrong${enter}`);
    await answer('New password', `a-new-password-1${enter}`);
    await answer('New password, again', `a-new-passwrod-1${enter}`);
    await answer('do not match', `${'\u007f'.repeat(16)}a-new-password-1${enter}`);
    await shows('Current password is incorrect');
    await answer('Current password', `${'\u007f'.repeat(5)}sandbox-password${enter}`);
    expect(await shows('exit 0')).toContain('Changed the password');
  });

  test('banner create --editor opens a private file in the editor, sends its text and removes the file', async () => {
    const { home, run, service } = await atTerminal();
    await writeFile(join(home, 'edit.sh'), 'stat -c "mode %a" "$1" >&2; printf "From the editor" > "$1"\n');
    const { answer, shows } = run('banner create --title T --editor', { EDITOR: 'sh edit.sh', TMPDIR: home });
    await shows('mode 600');
    await answer('Create this banner?', enter);
    await shows('exit 0');
    expect(service.state.world.banners).toMatchObject([{ attributes: { body: 'From the editor' } }]);
    expect((await readdir(home)).filter((name) => name.startsWith('svc-edit-'))).toEqual([]);
  });

  test.each([
    ['fails', 'false', 'failed (exit code 1)'],
    ['leaves the text empty', 'true', 'is empty'],
  ])('banner create --editor creates nothing if the editor %s', async (_, editor, message) => {
    const { home, run, service } = await atTerminal();
    const { shows } = run('banner create --title T --editor', { EDITOR: editor, TMPDIR: home });
    await shows(message);
    await shows('exit 2');
    expect(service.state.world.banners).toEqual([]);
    expect((await readdir(home)).filter((name) => name.startsWith('svc-edit-'))).toEqual([]);
  });
});
