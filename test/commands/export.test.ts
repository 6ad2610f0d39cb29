import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { machine } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';
import { notification, siteMachine } from './site-files.ts';

describe('svc export', () => {
  test('svc export writes a document, and svc diff finds no changes', async () => {
    const { svc, write } = await siteMachine();
    await write(`notifications:\n${notification('ci', ', triggers: [run:errored]')}
site:
  banner: { title: "Tonight: 22:00", body: "yes", style: info, audience: all_users }
`);
    await svc('apply -f site.yaml --yes');
    const { code, stderr, stdout } = await svc('export');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`
notifications:
  - name: ci
    destination-type: slack
    url: https://chat.example.com/ci
    triggers: [run:errored]
    enabled: false
    workspaces: [network-production, network-staging]
`);
    expect(stdout).toContain('# Secrets are not readable. Creating this client requires oauth-token-string.\n');
    expect(await svc('diff -f - --check', { stdin: stdout })).toMatchObject({ code: 0, stdout: 'No changes.\n' });
  });

  test('export -o json prints the same document as the YAML of svc export', async () => {
    const { svc } = await siteMachine();
    expect(JSON.parse((await svc('export -o json')).stdout)).toEqual(parse((await svc('export')).stdout));
  });

  test('svc export writes only the requested parts and workspaces', async () => {
    const { svc, write } = await siteMachine();
    await write(`notifications:\n${notification('ci')}`);
    await svc('apply -f site.yaml --yes');
    const { stdout } = await svc('export --only notifications -w *-staging -o json');
    const document = JSON.parse(stdout);
    expect(Object.keys(document)).toEqual(['version', 'name', 'organization', 'notifications']);
    expect(document.notifications).toMatchObject([{ workspaces: ['network-staging'] }]);
    expect((await svc('export --only notification')).stderr).toContain('Did you mean "notifications"?');
  });

  test('svc export needs no organization for the parts of the site', async () => {
    const { svc } = await siteMachine();
    const env = { SVC_ORGANIZATION: undefined };
    expect(parse((await svc('export --only customization,banner', { env })).stdout)).toMatchObject({
      version: 1,
      site: {},
    });
    expect(await svc('export', { env })).toExit(2, '--organization');
  });

  test('svc export writes what the token can read, even if the token may not change it', async () => {
    const { svc } = await siteMachine({}, 'owner');
    const { code, stderr, stdout } = await svc('export');
    expect([code, stderr]).toEqual([0, '']);
    const names = ['version', 'name', 'organization', 'site', 'oauth-clients', 'teams'];
    expect(Object.keys(parse(stdout))).toEqual(names);
    expect(await svc('apply -f -', { stdin: stdout })).toMatchObject({ code: 0, stdout: 'No changes.\n' });
  });

  test('svc export omits parts and workspaces that the token cannot read, and names them in the document and on stderr', async () => {
    const { svc, requests, service } = await siteMachine({}, 'user');
    const { code, stderr, stdout } = await svc('export');
    const { id } = service.info.workspaces[0]!;
    const reason = `notifications in network-production: No workspace ${id}, or you can't see notifications with this token.`;
    expect([code, stderr]).toEqual([0, expect.stringContaining(`Warning: Omitted ${reason}`)]);
    expect(stdout).toContain(`# Not in this document:\n# - ${reason}`);
    requests.splice(0);
    const denied = await svc('export --only notifications -w network-production');
    expect(denied).toMatchObject({ code: 4, stdout: '' });
  });

  test('export exits with 3 for an organization that does not exist', async () => {
    const { svc } = await siteMachine();
    for (const parts of ['', ' --only notifications', ' --only teams']) {
      const { code, stdout } = await svc(`export --organization nowhere${parts}`);
      expect({ parts, code, stdout }).toEqual({ parts, code: 3, stdout: '' });
    }
  });

  test('svc export writes the parts of the hosted edition for a hosted platform', async () => {
    const { svc, world } = await siteMachine({ edition: 'hosted' }, 'owner');
    world.subscriptions.find(({ organization }) => organization === 'acme')!.rumAlertThreshold = 900;
    expect(parse((await svc('export')).stdout)).toMatchObject({ subscription: { 'rum-alert-threshold': 900 } });
    expect((await svc('export')).stdout).not.toContain('site:');
  });

  test('svc export adds ids to resources that a document could not tell apart otherwise, with a comment', async () => {
    const { svc, world } = await siteMachine();
    world.oauthClients.push({
      ...world.oauthClients[0]!,
      id: 'oc-0123456789abcdef',
      apiUrl: 'https://other.example.com',
    });
    const { stdout } = await svc('export --only oauth-clients');
    expect(parse(stdout)['oauth-clients'].map(({ id }: { id: string }) => id)).toEqual([
      'oc-0123456789abcdef',
      'oc-U7mQz4XtKb9RwE2j',
    ]);
    expect(stdout).toContain('# Several OAuth clients are github https://github.com, so each has its id.\n');
    expect(await svc('diff -f - --check', { stdin: stdout })).toMatchObject({ code: 0 });
  });

  test('svc export names configurations that a document cannot express, and diff ignores them', async () => {
    const row = (id: string, attributes: object) => ({ id, type: 'notification-configurations', attributes });
    const chat = { 'destination-type': 'slack', url: 'https://chat.example.com/1', enabled: true };
    const rows = [
      row('nc-1', { ...chat, name: 'held', triggers: ['run:errored'] }),
      row('nc-2', { ...chat, name: 'teams', 'destination-type': 'microsoft-teams', triggers: [] }),
      row('nc-3', { ...chat, name: 'drift', triggers: ['assessment:drifted'] }),
      row('nc-4', { name: 'mail', 'destination-type': 'email', 'email-addresses': ['ops@example.com'], triggers: [] }),
    ];
    const { url } = await tinyServer(({ url: target = '' }, response) => {
      const workspaces = [{ id: 'ws-1', type: 'workspaces', attributes: { name: 'web' } }];
      const data = target.includes('notification-configurations') ? rows : workspaces;
      sendJson(response, { data }, { type: 'application/vnd.api+json' });
    });
    const { svc } = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token', SVC_ORGANIZATION: 'acme' });
    const { stderr, stdout } = await svc('export --only notifications');
    expect(parse(stdout).notifications.map(({ name }: { name: string }) => name)).toEqual(['held']);
    expect(stderr.match(/notification \w+ .*/g)).toEqual([
      'notification teams in web (nc-2): its destination-type is not in the documented form.',
      'notification drift in web (nc-3): its triggers is not in the documented form.',
      'notification mail in web (nc-4): its e-mail addresses are not in the documented form.',
    ]);
    expect(await svc('diff -', { stdin: stdout })).toMatchObject({ code: 0, stdout: 'No changes.\n' });
  });

  test('svc export writes a comment in place of a configuration that a document cannot express', async () => {
    const { svc, world, write } = await siteMachine();
    await write(`notifications:\n${notification('ci')}`);
    await svc('apply -f site.yaml --yes');
    Object.assign(world.notifications[0]!, { destinationType: 'microsoft-teams', name: 'x\n# y' });
    const { stdout } = await svc('export --only notifications');
    expect(stdout).toMatch(
      /^# Not in this document:\n# - notification x # y in network-production .*destination-type is not in the documented form\n/,
    );
    expect(parse(stdout).notifications).toHaveLength(1);
  });
});
