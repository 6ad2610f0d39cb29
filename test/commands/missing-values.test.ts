import { describe, expect, test } from 'vitest';
import { machineAt, sandbox, watchedMachine } from '../support/svc.ts';

test.each([
  'account update --username',
  'agent-pool create --name',
  'notification create -w network-staging --destination-type email --user uma --name',
])('svc %s "" sends the empty value with a warning, and the service decides', async (words) => {
  const { requests, svc } = await watchedMachine('owner');
  expect(await svc([...words.split(' '), ''])).toExit(5, `Warning: ${words.split(' ').at(-1)} is empty, sent as is.`);
  expect(requests.at(-1)).not.toMatch(/^GET/);
});

describe('missing values that every command needs', () => {
  test.each([[undefined], ['']])(
    'a missing token (SVC_TOKEN=%s) causes the same error in lists, reads and writes',
    async (token) => {
      const { svc } = await machineAt(await sandbox());
      const env = { SVC_TOKEN: token };
      const lines = [
        'team list',
        'team show team-1',
        'team set platform nell --yes',
        'banner delete ab-1 --yes',
        'export',
      ];
      const ends = await Promise.all(lines.map((words) => svc(words, { env })));
      const messages = ends.map(({ code, stderr }) => `${code} ${stderr}`);
      expect(new Set(messages).size, messages.join('')).toBe(1);
      expect(messages[0]).toMatch(/^4 Error: No token for (http:\S+)\.\nHint: svc login \1, or set SVC_TOKEN\.\n$/);
    },
  );

  test('a missing organization is reported with the three ways to set it', async () => {
    const { svc } = await machineAt(await sandbox());
    expect(await svc('team list', { env: { SVC_ORGANIZATION: undefined } })).toExit(
      2,
      /--organization.*\nHint: Use --organization, SVC_ORGANIZATION or svc config set/,
    );
  });
});
