import { describe, expect, test } from 'vitest';
import { type Caller, machine, watchedMachine } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const production = 'ws-R5hTn2KxPd8WqL4v';
const platform = 'team-V8nXk4JtQs2GyB6d';

const acme = (caller: Caller = 'user') => watchedMachine(caller);

describe('lookups', () => {
  test.each([
    ['organization list --columns name', 'acme\n'],
    ['organization list --query ACM --columns name', 'acme\n'],
    ['organization show --columns name,plan-identifier -o tsv', 'acme\tstandard\n'],
    ['workspace list --columns name,repository', 'network-production\tacme/network\nnetwork-staging\tacme/network\n'],
    ['workspace list --query STAG --columns name', 'network-staging\n'],
    ['workspace list --limit 1 --columns id', `${production}\n`],
    ['workspace show network-production --jq .id', `${production}\n`],
    ['workspace show acme/network-production --jq .id', `${production}\n`],
    [`workspace show ${production} --jq .attributes.name`, 'network-production\n'],
    ['team list --columns name,users-count', 'platform\t1\nnetwork\t1\nowners\t1\n'],
    ['team list --query OWN --columns name,organization', 'owners\tacme\n'],
    ['team show acme/platform --jq .id', `${platform}\n`],
    [`team show ${platform} --jq .attributes.name`, 'platform\n'],
    ['team members platform --columns username,is-service-account', 'uma\tfalse\n'],
    [`team members ${platform} --jq .[].attributes.username`, 'uma\n'],
  ])('svc %s looks up the resource', async (words, stdout) => {
    const { svc } = await acme();
    expect(await svc(words)).toMatchObject({ code: 0, stdout });
  });

  test.each([
    ['workspace show', 'Workspace', 'network-prod', production, '<workspace>'],
    ['team show', 'Team', 'plat', platform, '<team>'],
    ['team members', 'Team', 'plat', 'uma', '<team>'],
  ])(
    'svc %s: a missing argument is picked from a list on a terminal',
    async (words, question, answer, found, missing) => {
      const { svc } = await acme();
      const { asked, code, stdout } = await svc(`${words} --json`, { tty: true, answers: [answer] });
      expect([asked, code, stdout]).toEqual([[question], 0, expect.stringContaining(found)]);
      const { code: exit, stderr } = await svc(words);
      expect([exit, stderr]).toEqual([2, expect.stringContaining(`Missing required argument: ${missing}`)]);
    },
  );

  test('commands say what was not found if a list or a lookup is empty', async () => {
    const { service, svc } = await acme();
    service.state.world.teams[0]!.users = [];
    const said = async (words: string) => (await svc(words, { tty: true })).stderr;
    expect(await said('team members platform')).toBe('Team platform has no members.\n');
    expect(await said('team list --query none')).toBe('No matching teams in acme.\n');
    expect(await said('workspace list --query none')).toBe('No matching workspaces in acme.\n');
    expect(await said('organization list --query none')).toBe('No matching organizations.\n');
  });

  test('a list of several pages is shown completely, and -o raw prints the body of the service', async () => {
    const { service, svc } = await acme('owner');
    const [first] = service.state.world.workspaces;
    for (let n = 0; n < 250; n++) service.state.world.workspaces.push({ ...first!, id: `ws-${n}`, name: `w-${n}` });
    expect((await svc('workspace list --columns id')).stdout.trim().split('\n')).toHaveLength(252);
    const raw = JSON.parse((await svc(`team members ${platform} -o raw`)).stdout);
    const included = [{ type: 'users' }, { type: 'organization-memberships' }];
    expect(raw).toMatchObject({ data: { id: platform }, included });
  });

  describe('a service whose responses have less detail', () => {
    const team = (more: object) => ({ data: { id: 'team-1', type: 'teams', attributes: { name: 'ops' } }, ...more });
    const users = { data: [{ id: 'user-1', type: 'users' }] };
    const uma = { id: 'user-1', type: 'users', attributes: { username: 'uma' } };
    test.each([
      ['the ids of the members alone', team({ data: { ...team({}).data, relationships: { users } } }), 'user-1\t\n'],
      ['the members without a relationship', team({ included: [uma] }), 'user-1\tuma\n'],
      ['other ones too', team({ included: [{ id: 'ou-1', type: 'organization-memberships' }, uma] }), 'user-1\tuma\n'],
    ])('team members prints what a service with less detail returns: %s', async (_, document, stdout) => {
      const { url } = await tinyServer((_request, response) => sendJson(response, document));
      const { svc } = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token' });
      expect(await svc('team members team-1 --columns id,username')).toMatchObject({ code: 0, stdout });
    });

    test('team members exits with 9 if the response says nothing about members, rather than print an empty team', async () => {
      const { url } = await tinyServer((_, response) => sendJson(response, team({})));
      const { svc } = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token' });
      expect(await svc('team members team-1')).toMatchObject({ code: 9, stdout: '' });
    });

    // trust: T-200
    test.each([1, 2, 3])(
      'a user on page %d is found, although the responses contain no number of pages',
      async (page) => {
        const { seen, url } = await tinyServer((request, response) => {
          const number = Number(new URL(request.url ?? '', url).searchParams.get('page[number]'));
          const ids = Array.from({ length: [0, 100, 100, 50][number] ?? 0 }, (_, nth) => `${number}-${nth}`);
          sendJson(response, {
            data: ids.map((id) => ({ id: `ou-${id}`, type: 'organization-memberships', attributes: {} })),
            included: ids.map((id) => ({ id: `user-${id}`, type: 'users', attributes: { username: `u-${id}` } })),
          });
        });
        const { svc } = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token', SVC_ORGANIZATION: 'acme' });
        const found = await svc(`notification update nc-1 --user u-${page}-49 --dry-run`);
        expect(found.stdout + found.stderr).toContain(`user-${page}-49`);
        expect(seen.filter(({ path }) => path.includes('organization-memberships'))).toHaveLength(4);
      },
    );
  });
});

describe('a mistyped name', () => {
  const tty = { tty: true, env: { NO_COLOR: '1', SVC_RETRIES: undefined } };
  const hint = (words: string) => expect.stringContaining(`Hint: ${words}\n`);

  test('the suggestion for a misspelt workspace follows a single sentence, without causes that the list ruled out', async () => {
    const { svc } = await acme('owner');
    const { stderr } = await svc('workspace show network-prodction', tty);
    expect(stderr.replaceAll(/\s+/g, ' ')).toBe(
      'Error: No workspace network-prodction in acme, or you can\'t see it with this token. Hint: Did you mean "network-production"? ',
    );
  });

  test.each([
    ['workspace show network-prodction', 'Did you mean "network-production"?'],
    ['notification list -w acme/network-stagin', 'Did you mean "network-staging"?'],
    ['workspace show acmee/network-staging', 'Is acmee the right organization? svc organization list'],
    ['team members platfrom', 'Did you mean "platform"?'],
    ['team add-user netwrok nell', 'Did you mean "network"?'],
    ['organization show acmee', 'Did you mean "acme"?'],
    ['agent-pool list --organization amce', 'Did you mean "acme"?'],
    ['oauth-client list --organization acm', 'Did you mean "acme"?'],
    ['team list --organization acmé', 'Did you mean "acme"?'],
  ])('svc %s suggests the nearest name: %s', async (words, expected) => {
    const { requests, svc } = await acme('owner');
    expect(await svc(words, tty)).toMatchObject({ code: 3, stderr: hint(expected) });
    expect(requests).toHaveLength(2);
    expect(requests[1]).toContain('page[size]=100');
  });

  test('agent-pool list suggests a name for a mistyped --allowed-workspace', async () => {
    const { svc } = await acme('owner');
    const { code, stderr } = await svc('agent-pool list --allowed-workspace network-prodution', tty);
    expect([code, stderr]).toEqual([0, 'Did you mean "network-production"?\nNo matching agent pools in acme.\n']);
  });

  test.each([
    ['without a terminal', { ...tty, tty: false }, ''],
    ['with --retries 0', tty, ' --retries 0'],
    ['with SVC_RETRIES=0', { tty: true }, ''],
    ['in a dry run', tty, ' --dry-run'],
    ['where errors are JSON', tty, ' -o json'],
  ])('svc suggests no name for a mistyped one %s', async (_, options, more) => {
    const { requests, svc } = await acme('owner');
    const { code, stderr } = await svc(`notification list -w network-stagin${more}`, options);
    expect([code, requests.length]).toEqual([3, 1]);
    expect(stderr).not.toContain('Did you mean');
  });

  test('a name that resembles no other is reported without a suggestion', async () => {
    const { svc } = await acme('owner');
    expect(await svc('organization show zzzzzz', tty)).toExit(
      3,
      "No organization zzzzzz, or you can't see it with this token. This requires an organization member's token.",
    );
  });

  test.each([
    ['a 500', 500, 7],
    ['a 403', 403, 4],
  ])('svc reads no list of names after %s', async (_, status, exit) => {
    const { seen, url } = await tinyServer((_request, response) => sendJson(response, { errors: [] }, { status }));
    const { svc } = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token', SVC_RETRIES: '1' });
    const { code } = await svc('organization show acme', { tty: true });
    expect([code, seen.filter(({ path }) => path.includes('page'))]).toEqual([exit, []]);
  });

  test.each([
    ['fails', 500],
    ['leads elsewhere', 302],
    ['never comes', undefined],
  ])('a missing name is reported without a suggestion if the list of names %s', async (_, status) => {
    const { seen, url } = await tinyServer((request, response) => {
      if (!request.url?.includes('page')) sendJson(response, { errors: ['Not Found'] }, { status: 404 });
      else if (status) response.writeHead(status, { location: '/elsewhere?page' }).end();
    });
    const { svc } = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token', SVC_RETRIES: '3' });
    const { code, stderr } = await svc('organization show acme', { tty: true });
    expect([code, seen.length]).toEqual([3, 2]);
    expect(stderr).toContain('No organization acme, or you');
  });
});
