import { expect, test } from 'vitest';
import { announce } from '../../src/commands/sandbox/announce.ts';
import { machine, machineAt, sandboxWithState as sandbox } from '../support/svc.ts';

/** The first lines of each table on a terminal of 80 columns. */
const tables: [line: string, expected: RegExp][] = [
  ['team members platform', /^USERNAME +EMAIL +STATUS +SERVICE +ID\numa +uma@acme.example +active +no +user-\w+\n$/],
  [
    'module list',
    /^ADDRESS +VERSION +DESCRIPTION +DOWNLOADS +VERIFIED\nacme\/application\/cloud +0.6.0 +A whole .* 205 +no\n/,
  ],
  [
    'module search network',
    /^ADDRESS +VERSION +DESCRIPTION +DOWNLOADS +VERIFIED\nacme\/network\/cloud .* 6,04\d +yes\n/,
  ],
  ['module latest acme/network', /^ADDRESS +VERSION +DESCRIPTION +DOWNLOADS +VERIFIED\n/],
  ['feature-set list', /^NAME +COST \(CENTS\) +FREE +IDENTIFIER +DESCRIPTION +ID\nFree +0 +yes +free +.* fs-\w+\n/],
  ['profile list', /^NAME +CURRENT +ORGANIZATION\ndefault +yes +acme\nwork +no +globex\n$/],
  [
    'module cache list',
    /^MODULE +VERSION +SIZE +DOWNLOADED +REGISTRY\nacme\/label\/null +1.1.0 +0\.\d KiB +(now|\d+ seconds? ago) +http:.*\nacme\/network\/cloud +1.2.0 +1\.\d KiB +/,
  ],
];

const seen = (line: string, columns = 80) => [`${line} --no-color`, { tty: true, columns }] as const;

test.each(tables)('svc %s has short headings, the most useful first, at 80 columns', async (line, expected) => {
  const me = await machineAt(await sandbox({ edition: 'hosted' }), 'owner');
  if (line.startsWith('profile')) {
    await me.svc('config set organization acme');
    await me.svc('profile create work --organization globex');
  }
  if (line.includes('cache')) await me.svc('module download acme/network/cloud@1.2.0 acme/label/null@1.1.0');
  const { stdout, stderr } = await me.svc(...seen(line));
  expect(stdout).toMatch(expected);
  for (const each of stdout.split('\n')) expect(each.length).toBeLessThanOrEqual(80);
  expect(stderr).not.toContain('Hidden');
});

test('module list shows when each version was published if the terminal has room for it', async () => {
  const me = await machineAt(await sandbox(), 'anonymous');
  expect((await me.svc(...seen('module list', 100))).stdout).toMatch(
    /VERIFIED +PUBLISHED\n.* no +\d+ (month|year)s ago\n/,
  );
});

test('sandbox outbox shows the text of an e-mail rather than its id at 80 columns', async () => {
  const service = await sandbox({ edition: 'hosted' });
  const [me, owner] = [await machine(), await machineAt(service, 'owner')];
  announce({ env: me.env, home: me.home }, { ...service.info, control: service.control });
  await owner.svc('subscription update --rum-alert-threshold 500');
  await me.svc('sandbox billable-resources 500');
  expect((await me.svc(...seen('sandbox outbox'))).stdout).toMatch(
    /^AT +TO +SUBJECT +BODY\n.* olive@acme.example +\[acme\] 500 /,
  );
  expect((await me.svc(...seen('sandbox outbox', 200))).stdout).toMatch(/^AT +TO +SUBJECT +BODY +ID\n.* mail-\w+\n$/);
});
