import { describe, expect, test } from 'vitest';
import { machine, machineAt, sandbox } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const update = ['customization', 'update'];
const url = 'https://support.example.com';

const sources = (gravatar: boolean, other: boolean) => [
  { source: 'other', enabled: other },
  { source: 'gravatar', enabled: gravatar },
];

/** Runs an update against a service that returns these attributes. */
async function answered(attributes: Record<string, unknown>, words: string[]) {
  const server = await tinyServer((_, response) => {
    sendJson(response, { data: { id: 'customization', type: 'customization-settings', attributes } });
  });
  const { svc } = await machine({ SVC_ADDRESS: server.url, SVC_TOKEN: 'a-token' });
  return svc([...update, ...words]);
}

test('customization show lists every setting, with the default of a setting that is not set', async () => {
  const { svc } = await machineAt(await sandbox());
  const { stdout } = await svc('customization show -o table');
  expect(stdout.split('\n').map((line) => line.replace(/ {2,}/, ': '))).toEqual([
    'support-email-address: support@svc.example',
    'support-url-address: (default: none)',
    "internal-support-url: (default: the service's own link)",
    "internal-documentation-url: (default: the service's own link)",
    "internal-tutorials-url: (default: the service's own link)",
    'login-help: (default: none)',
    'footer: (default: none)',
    'error: (default: none)',
    'new-user: (default: none)',
    'avatar-sources: gravatar (on)',
    '',
  ]);
});

test('customization show names the settings that the hosted edition does not have', async () => {
  const { svc } = await machineAt(await sandbox({ edition: 'hosted' }));
  const { stdout } = await svc('customization show -o table');
  expect(stdout).toMatch(/^footer +\(self-hosted edition only\)$/m);
});

describe('customization update', () => {
  test.each([
    ['--internal-support-url', 'must start with http:, https: or mailto:'],
    ['--support-url-address', 'must start with http: or https:'],
  ])('customization update rejects %s with another URL scheme and names the accepted schemes', async (flag, rule) => {
    const { svc } = await machineAt(await sandbox());
    expect(await svc([...update, flag, 'ftp://example.com'])).toExit(5, `${flag} ${rule}`);
  });

  // spec: P-118
  test.each([
    ['--internal-support-url', [url], 'internal-support-url'],
    ['--clear-internal-tutorials-url', [], 'internal-tutorials-url'],
    ['--avatar-sources', ['gravatar'], 'avatar-sources'],
    ['--set', ['not-known:=1'], 'not-known'],
  ])(
    'customization update on the hosted edition warns that %s was ignored, and --strict exits with 8',
    async (flag, value, name) => {
      const { svc } = await machineAt(await sandbox({ edition: 'hosted' }));
      const words = [...update, flag, ...value, '--support-email-address', 'help@example.com'];
      expect(await svc(words)).toMatchObject({
        code: 0,
        stderr: `Updated the customization settings.\nWarning: The service may have ignored ${name}, which the response omits.\n`,
      });
      const strict = await svc([...words, '--strict', '--json']);
      const { attributes } = JSON.parse(strict.stdout);
      expect([strict.code, attributes['support-email-address']]).toEqual([8, 'help@example.com']);
      const { error } = JSON.parse(strict.stderr.trim().split('\n').at(-1)!);
      expect(error).toMatchObject({
        code: 'check_failed',
        message: `The service may have ignored ${name}, which the response omits.`,
      });
    },
  );

  test('customization update on the self-hosted edition reports nothing as ignored', async () => {
    const { svc } = await machineAt(await sandbox());
    const lines = [
      ['--internal-support-url', url, '--footer', '<b>F</b>', '--avatar-sources', 'gravatar'],
      ['--clear-internal-support-url', '--footer', '', '--clear-avatar-sources'],
    ];
    for (const words of lines) {
      const { code, stderr } = await svc([...update, ...words, '--strict']);
      expect([code, stderr]).toEqual([0, 'Updated the customization settings.\n']);
    }
  });

  test.each([
    ['another value', { footer: 'Old' }, 'The service ignored footer (it is Old).'],
    ['null', { footer: null }, 'The service ignored footer (it is null).'],
    ['a long one', { footer: 'x'.repeat(99) }, `The service ignored footer (it is ${'x'.repeat(59)}…).`],
    ['control characters', { footer: 'a\u001b[2Jb' }, 'The service ignored footer (it is a'],
  ])(
    'customization update warns that the service ignored a setting if the response has %s',
    async (_, attributes, words) => {
      const { code, stderr } = await answered(attributes, ['--footer', 'New']);
      expect([code, stderr.includes('\u001b')]).toEqual([0, false]);
      expect(stderr).toContain(`Warning: ${words}`);
    },
  );

  test.each([
    ['a URL with the slash that belongs to it', { 'internal-support-url': `${url}/` }, ['--internal-support-url', url]],
    ['a default in place of a cleared one', { footer: 'default' }, ['--clear-footer']],
    ['more sources than were sent', { 'avatar-sources': sources(true, false) }, ['--avatar-sources', 'gravatar']],
    ['every source off', { 'avatar-sources': sources(false, false) }, ['--clear-avatar-sources']],
    ['a list in another order', { list: [2, 1] }, ['--set', 'list:=[1,2]']],
  ])('customization update accepts a response with %s as unchanged', async (_, attributes, words) => {
    expect((await answered(attributes, [...words, '--strict'])).code).toBe(0);
  });

  test.each([
    ['a source that stayed off', { 'avatar-sources': sources(false, true) }, ['--avatar-sources', 'gravatar']],
    ['more in a list of texts', { list: [1, 2, 3] }, ['--set', 'list:=[1,2]']],
    ['another part of an object', { part: { a: 1, b: 2 } }, ['--set', 'part:={"a":2}']],
  ])('customization update --strict exits with 8 for a response with %s', async (_, attributes, words) => {
    expect((await answered(attributes, [...words, '--strict'])).code).toBe(8);
  });

  test('customization update with --strict alone exits with 2, because it changes nothing', async () => {
    const { svc } = await machineAt(await sandbox());
    expect(await svc([...update, '--strict'])).toExit(2, 'No changes given.');
  });
});

test('customization update on a terminal sends nothing if no setting was changed, and does not prompt for texts of several lines', async () => {
  const server = await tinyServer(({ url }, response) => {
    if (url?.endsWith('/account/details')) return sendJson(response, { errors: [] }, { status: 404 });
    const attributes = { footer: 'a\u001b[2J\nb', error: 'Sorry' };
    sendJson(response, { data: { id: 'customization', type: 'customization-settings', attributes } });
  });
  const { svc } = await machine({ SVC_ADDRESS: server.url, SVC_TOKEN: 'a-token' });
  const { asked, code, stderr } = await svc(update, { tty: true, answers: ['Sorry'] });
  expect([code, asked]).toEqual([0, ['error']]);
  expect(stderr).toContain('footer has several lines or special characters; to change it: --footer\nNo changes.\n');
  expect(server.seen.map(({ method }) => method)).toEqual(['GET', 'GET']);
});
