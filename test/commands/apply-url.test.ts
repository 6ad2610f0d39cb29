import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { production, siteMachine } from './site-files.ts';

const apply = 'apply -f site.yaml --yes --record site.record.json';
const secret = 'https://hooks.chat.example.com/T0/B0/xoxb-the-key';
const chat = (url: string) =>
  `notifications:\n  - { name: chat, workspaces: [network-production], destination-type: slack${url} }\n`;

describe('a notification whose url is a secret', () => {
  const declared = async () => {
    const me = await siteMachine();
    await me.write(chat(', url: { env: CHAT_URL, version: 1 }'));
    const shown: string[] = [];
    const svc = async (words: string, env: Record<string, string> = { CHAT_URL: secret }) => {
      const ended = await me.svc(words, { env });
      shown.push(ended.stdout, ended.stderr);
      return ended;
    };
    return { ...me, shown, svc };
  };

  test('a secret url is sent with a creation and with a new version, compared by its version, and never shown', async () => {
    const { home, shown, svc, world, write } = await declared();
    expect((await svc('diff -f site.yaml')).stdout).toContain(
      'url               (secret from env CHAT_URL, version 1)',
    );
    expect(await svc(`${apply} --debug`)).toMatchObject({ code: 0 });
    expect(world.notifications).toMatchObject([{ workspace: production, url: secret }]);
    expect(await svc(`${apply} -o json`, {})).toMatchObject({ code: 0, stdout: '[]\n' });
    await write(chat(', url: { env: CHAT_URL, version: 2 }'));
    expect((await svc('diff -f site.yaml --record site.record.json', {})).stdout.replace(/\s+/g, ' ')).toContain(
      'url (secret, version 1) -> (secret from env CHAT_URL, version 2)',
    );
    const next = `${secret}-2`;
    expect(await svc(`${apply} -o json`, { CHAT_URL: next })).toMatchObject({ code: 0 });
    expect(world.notifications).toMatchObject([{ url: next }]);
    await write('absent:\n  notifications: [{ name: chat, workspaces: [network-production] }]\n');
    expect(await svc(`${apply} --prune`)).toMatchObject({ code: 0 });
    expect(world.notifications).toEqual([]);
    shown.push(await readFile(join(home, 'site.record.json'), 'utf8'));
    expect(shown.join('')).not.toContain('xoxb');
  });

  test('an export has a comment in place of a secret url, and applying the export changes nothing', async () => {
    const { svc, write } = await declared();
    await svc(apply);
    const { stdout } = await svc('export --only notifications --record site.record.json');
    expect(stdout).toContain('# The URL is a secret. To change it, add url with version 2.\n');
    expect(stdout).not.toContain('xoxb');
    await write(stdout.slice(stdout.indexOf('notifications:')));
    expect(await svc('diff -f site.yaml --check --record site.record.json')).toMatchObject({ code: 0 });
  });

  test('a secret url is required if the configuration does not exist', async () => {
    const { svc, write } = await declared();
    await write(chat(''));
    expect(await svc('diff -f site.yaml')).toExit(
      2,
      "site.yaml:4: notification chat does not exist: its url can't be blank",
    );
  });
});
