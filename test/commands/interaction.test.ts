import { describe, expect, test } from 'vitest';
import { machineAt, sandbox } from '../support/svc.ts';

describe('prompts for missing values', () => {
  test('a command prompts for missing values, and prints the same command without prompts at the end', async () => {
    const { svc } = await machineAt(await sandbox());
    const asked = await svc('banner create --style critical', { tty: true, answers: ["It's time", 'Tonight', true] });
    expect(asked).toMatchObject({ code: 0, asked: ['Title', 'Text', 'Create this banner?'] });
    const line = "svc banner create --style critical --title 'It'\\''s time' --body Tonight --yes";
    expect(asked.stderr).toContain(`To repeat this without prompts: ${line}\n`);
  });

  test('a command does not prompt without a token, because the service would reject the write', async () => {
    const { svc } = await machineAt(await sandbox(), 'anonymous');
    const { asked, code, stderr } = await svc('banner create', { tty: true, answers: [] });
    expect([asked, code, stderr]).toEqual([[], 4, expect.stringContaining('No token for ')]);
  });

  test('banner create does not prompt with a rejected token or without a token of a site administrator', async () => {
    const { svc } = await machineAt(await sandbox(), 'user');
    const typing = { tty: true, answers: [] };
    const rejected = await svc('banner create', { ...typing, env: { SVC_TOKEN: 'wrong' } });
    expect([rejected.asked, rejected.code]).toEqual([[], 4]);
    const { asked, code, stderr } = await svc('banner create', typing);
    expect([asked, code]).toEqual([[], 4]);
    expect(stderr).toContain("This requires a site administrator's token.");
  });

  test.each<[words: string, answers: string[], asked: string[], code: number, edition?: 'hosted']>([
    ['customization update', [], [], 4],
    ['oauth-client create', [], [], 4],
    ['agent-pool create', [], [], 4],
    ['subscription update', [], [], 4, 'hosted'],
    ['notification create', ['network-production'], ['Workspace'], 3],
    ['notification create -w network-production', [], [], 3],
  ])('svc %s fails before its questions if the token lacks the access for their answers', async (...row) => {
    const [words, answers, asked, code, edition = 'self-hosted'] = row;
    const { svc } = await machineAt(await sandbox({ edition }), 'user');
    const result = await svc(words, { tty: true, answers });
    expect([result.asked, result.code]).toEqual([asked, code]);
    const message = /can't (change|see) (?!customizations).* with this token\. This requires /;
    expect(result.stderr.replaceAll(/\s+/g, ' ')).toMatch(message);
  });

  test.each<[words: string, edition?: 'hosted']>([
    ['oauth-client create'],
    ['agent-pool create'],
    ['subscription update', 'hosted'],
  ])('svc %s fails after the question for the organization if the token lacks the access', async (...row) => {
    const [words, edition = 'self-hosted'] = row;
    const service = await sandbox({ edition });
    const { svc } = await machineAt(service, 'user');
    const env = { SVC_ORGANIZATION: undefined };
    const { asked, code, stderr } = await svc(words, { tty: true, answers: [service.info.organization], env });
    expect([asked, code]).toEqual([['Organization'], 4]);
    expect(stderr).toContain('with this token. This requires ');
  });

  test.each([
    ['agent-pool create', '/organizations/acme', ['p']],
    ['customization update', '/account/details', ['a@acme.example', '', '', '', '', '', '', '', '']],
    [
      'notification create -w network-production --name n --url http://127.0.0.1:8/',
      '/workspaces/:id/notification-configurations',
      ['generic', true],
    ],
  ])('svc %s continues if the read of its access fails for another reason', async (words, path, answers) => {
    const service = await sandbox();
    const { svc } = await machineAt(service);
    await service.fail({ method: 'GET', path, status: 500 });
    const result = await svc(`${words} --retries 0`, { tty: true, answers });
    expect(result).toMatchObject({ code: 0 });
  });

  test('a command that fails after its prompts prints the command to try again, unless the user cancelled it', async () => {
    const service = await sandbox();
    const { svc } = await machineAt(service);
    await service.fail({ method: 'POST', status: 404 });
    const answers = ['Maintenance', 'Tonight'];
    const failed = await svc('banner create --style info', { tty: true, answers: [...answers, true] });
    const line = 'To try again: svc banner create --style info --title Maintenance --body Tonight --yes\n';
    expect(failed).toExit(3, line);
    const cancelled = await svc('banner create --style info', { tty: true, answers: [...answers, false] });
    expect([cancelled.code, cancelled.stderr]).toEqual([130, expect.not.stringContaining('svc banner create')]);
  });

  // trust: T-138
  test.each([
    ['posix', "'it'\\''s; $(x), @y ‘now’'", "'Tonight, 20:00'"],
    ['powershell', "'it''s; $(x), @y ‘‘now’’'", "'Tonight, 20:00'"],
  ] as const)('the printed command without prompts is quoted for %s', async (shell, title, body) => {
    const service = await sandbox();
    const { svc } = await machineAt(service);
    await service.fail({ method: 'POST', status: 404 });
    const answers = ["it's; $(x), @y ‘now’", 'Tonight, 20:00', true];
    const { stderr } = await svc('banner create --style info', { tty: true, answers, shell });
    expect(stderr).toContain(`To try again: svc banner create --style info --title ${title} --body ${body} --yes\n`);
  });

  test('login prints the command without prompts, with --token-file PATH in place of the token', async () => {
    const service = await sandbox();
    const { svc } = await machineAt(service, 'anonymous');
    const token = service.info.tokens.user;
    const { code, stderr } = await svc(`login ${service.info.address}`, { tty: true, answers: [token] });
    expect(code).toBe(0);
    expect(stderr).toContain(`To repeat this without prompts: svc login ${service.info.address} --token-file PATH\n`);
    expect(stderr).not.toContain(token);
  });

  test('account password prompts twice for a new password, and again if the two differ', async () => {
    const service = await sandbox();
    const { svc } = await machineAt(service, 'user');
    const answers = ['sandbox-password', 'a-new-password-1', 'a-new-passwrod-1', 'a-new-password-1'];
    const { asked, code, complaints } = await svc('account password', { tty: true, answers });
    expect(asked).toEqual(['Current password', 'New password', 'New password, again', 'New password, again']);
    expect(complaints).toEqual([expect.stringContaining('do not match')]);
    expect(code).toBe(0);
  });
});

describe('--set and --dry-run', () => {
  test('--set sends attributes that no flag has, as text or JSON, and relationships', async () => {
    const { svc } = await machineAt(await sandbox());
    const words =
      'banner create --title T --body B --set colour=red --set deep:={"a":[1]} --set relationships.teams=t-1,t-2';
    const { stdout } = await svc(`${words} --dry-run -o json`);
    expect(JSON.parse(stdout).body.data).toEqual({
      type: 'admin-banners',
      attributes: { title: 'T', body: 'B', style: 'info', audience: 'all_users', colour: 'red', deep: { a: [1] } },
      relationships: {
        teams: {
          data: [
            { type: 'teams', id: 't-1' },
            { type: 'teams', id: 't-2' },
          ],
        },
      },
    });
  });

  test.each(['novalue', '=x', 'a:=not json', '__proto__=x'])(
    '--set %s is rejected with the correct syntax',
    async (setting) => {
      const { svc } = await machineAt(await sandbox());
      expect(await svc(['banner', 'create', '--title', 'T', '--body', 'B', '--set', setting])).toExit(2, '--set');
    },
  );

  test('--dry-run needs no token, connects to no server and changes nothing', async () => {
    const seen: string[] = [];
    const service = await sandbox({ onRequest: ({ method, target }) => seen.push(`${method} ${target}`) });
    const { svc } = await machineAt(service, 'anonymous');
    for (const words of [
      'banner create --title T --body B',
      'banner update ab-1 --title U',
      'banner delete ab-1',
      'customization update --footer F',
      'account update --username u',
    ]) {
      const { code, stderr, stdout } = await svc(`${words} --dry-run -o table`);
      expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: 'Dry run: nothing was sent.\n' });
      expect(stdout).toMatch(/^(POST|PATCH|DELETE) http:\/\/127\.0\.0\.1/);
    }
    expect(seen).toEqual([]);
  });
});
