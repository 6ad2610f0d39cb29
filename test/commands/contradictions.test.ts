import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { machine } from '../support/svc.ts';
import { tinyServer } from '../support/tiny-server.ts';

/** A machine whose service must not get a request. */
async function unasked() {
  const asked: string[] = [];
  const server = await tinyServer(({ url }, response) => {
    asked.push(String(url));
    response.writeHead(500).end();
  });
  return { asked, ...(await machine({ SVC_ADDRESS: server.url, SVC_TOKEN: 'x', SVC_ORGANIZATION: 'o', T: 'x' })) };
}

const update = 'notification update nc-R5hTn2KxPd8WqL4v';

describe('flags that contradict each other', () => {
  test.each([
    ['whoami --color always --no-color', '--color', '--no-color'],
    ['whoami --no-color --color always', '--color', '--no-color'],
    [`${update} --enabled --no-enabled`, '--enabled', '--no-enabled'],
    ['notification create -w w --name n --enabled --no-enabled', '--enabled', '--no-enabled'],
    [`${update} --trigger all --clear-triggers`, '--trigger', '--clear-triggers'],
    [`${update} --clear-users --user user-1`, '--user', '--clear-users'],
    [`${update} --token-env T --clear-token`, '--token-env', '--clear-token'],
    ['oauth-client update oc-1 --key k --clear-key', '--key', '--clear-key'],
    ['subscription update --rum-alert-threshold 5 --clear-rum-alert-threshold', '--rum-', '--clear-rum-'],
    ['customization update --avatar-sources google --clear-avatar-sources', '--avatar-', '--clear-avatar-'],
    ['agent-pool create --name n --organization-scoped --no-organization-scoped', '--organization-', '--no-org'],
    ['banner create --title t --body b --json -o yaml', '--json', '-o yaml'],
    ['banner create --title t --body b -o table --json', '--json', '-o table'],
    ['banner create --title t --body b -o yaml --jq .', '--jq', '-o yaml'],
    ['banner create --title t --body b -q --debug', '--quiet', '--debug'],
    ['login --token-file t --token-env T svc.test', '--token-file', '--token-env'],
    ['webhook sign /dev/null --token-env T --token-file t', '$T', '--token-file'],
    ['oauth-client update oc-1 --secret-file f --secret-env T', '--secret-file', '--secret-env'],
  ])('svc %s names both contradicting flags before anything is done', async (words, one, other) => {
    const { asked, svc, home } = await unasked();
    await writeFile(`${home}/t`, 'canary');
    const { code, stderr, stdout } = await svc(words);
    const [error = ''] = stderr.split('\n').filter((line) => /Error|"error"/.test(line));
    expect([code, stdout, asked]).toEqual([2, '', []]);
    expect(error).toContain(one);
    expect(error).toContain(other);
  });

  test.each([
    'config list --json -o json',
    'config list --jq .[0] -o json',
    'config list --json --jq .[0]',
    'config list --no-color --quiet',
    // --no-input forbids prompts, not the file of --input.
    'api POST /x --input /dev/null --no-input --dry-run',
  ])('svc %s has no contradicting flags', async (words) => {
    const { svc } = await unasked();
    expect((await svc(words)).stderr).not.toContain('cannot be used');
  });
});

test.each([
  'account update --username a --set username=b',
  'agent-pool create --name a --set name=b',
  'banner create --title a --body b --set title=c',
  'banner create --title a --body b --style info --set style=info',
  'customization update --clear-footer --set footer=x',
  'notification create -w ws-1 --name a --destination-type slack --url https://a.test --set destination-type=generic',
  'notification update nc-1 --no-enabled --set enabled:=true',
  'notification create -w ws-1 --name a --destination-type email --user u --set relationships.users=user-1',
  'oauth-client update oc-1 --name a --set name=b --yes',
  'subscription update --clear-rum-alert-threshold --set rum-alert-threshold:=1',
])('a flag and --set of the same attribute contradict each other: svc %s', async (words) => {
  const { svc } = await unasked();
  expect(await svc(words)).toFail(2, /--[a-z-]+ cannot be used with --set [a-z.-]+\./);
});

describe('--flag=value for a flag without a value', () => {
  test.each(['--yes', '--json', '--no-input', '--debug', '--clear-users', '--no-enabled'])(
    '--flag=value is rejected for a flag without a value: %s',
    async (flag) => {
      const { svc } = await unasked();
      const { code, stderr } = await svc(`${update} ${flag}=true`);
      expect([code, stderr]).toEqual([2, `Error: ${flag} does not accept a value.\nHint: Type ${flag} alone.\n`]);
    },
  );

  test('--nope=true is reported as an unknown flag, not as a flag without a value', async () => {
    const { svc } = await unasked();
    expect((await svc(`${update} --nope=true`)).stderr).toContain(
      'Unknown flag "--nope" for "svc notification update"',
    );
  });
});
