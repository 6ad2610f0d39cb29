import { describe, expect, test } from 'vitest';
import type { DeliveryResponse, NotificationConfiguration } from '../../src/api/contract/platform/notifications.ts';
import { findingsIn } from '../../src/platform/notifications/findings.ts';
import { machineAt, sandbox } from '../support/svc.ts';

const owner = async () => machineAt(await sandbox(), 'owner');
const create = '--destination-type generic --trigger run:errored --name CI';

describe('notification audit', () => {
  test('notification audit reports workspaces without a configuration, disabled ones and plain http', async () => {
    const { svc } = await owner();
    await svc(`notification create -w network-staging ${create} --url http://hooks.example.com/svc`);
    const { code, stderr, stdout } = await svc('notification audit -w network-* -o json');
    const findings = (JSON.parse(stdout) as { workspace: string; finding: string; name: string | null }[]).map(
      ({ finding, name, workspace }) => [workspace, finding, name],
    );
    expect(code).toBe(0);
    expect(findings).toContainEqual(['network-production', 'no-configuration', null]);
    expect(findings).toContainEqual(['network-staging', 'disabled', 'CI']);
    expect(findings).toContainEqual(['network-staging', 'plain-http', 'CI']);
    expect(stderr).toMatch(/^\d+ findings in 1 configuration in \d+ workspaces\.\n$/);
  });

  test('notification audit reports two configurations with one destination in a workspace, and configurations of one name with different settings', async () => {
    const { svc } = await owner();
    const url = '--url https://hooks.example.com/svc';
    await svc(`notification create -w network-staging ${create} ${url}`);
    await svc(`notification create -w network-staging ${create} --name Again ${url}`);
    await svc(`notification create -w network-production ${create} --url https://hooks.example.com/other`);
    const { stdout } = await svc('notification audit --columns workspace,finding,detail');
    expect(stdout).toContain('network-staging\tsame-destination\t"CI" has the same destination.\n');
    expect(stdout).toMatch(/\tdifferent-settings\turl: not as in the one in network-\w+\.\n/);
  });

  test('notification audit cuts no detail at 80 columns, and prints it below its finding', async () => {
    const { svc } = await owner();
    await svc(`notification create -w network-staging ${create} --url https://hooks.example.com/svc`);
    const { stderr, stdout } = await svc('notification audit -w network-* --no-color', { tty: true, columns: 80 });
    expect(stdout).toMatch(
      /^WORKSPACE +FINDING +NAME +ID\nnetwork-production +no-configuration\nnetwork-staging +disabled +CI +nc-\w+\n {4}It sends nothing\.\n$/,
    );
    expect(stderr).not.toContain('Hidden');
  });

  test('notification audit exits with 8 only with --check', async () => {
    const { svc } = await owner();
    expect(await svc('notification audit')).toMatchObject({ code: 0 });
    expect(await svc('notification audit --check')).toExit(8, /The audit has \d+ findings/);
  });

  test('notification audit names a workspace that it cannot read, and reports the findings of the others', async () => {
    const service = await sandbox();
    const { svc } = await machineAt(service, 'owner');
    const { stdout: hidden } = await svc('workspace show network-staging --jq .id');
    const path = `/workspaces/${hidden.trim()}/notification-configurations`;
    service.fail({ path, status: 404, times: 1 });
    const { code, stderr, stdout } = await svc('notification audit -w network-* --check --columns workspace');
    expect(code).toBe(3);
    expect(stdout).toContain('network-production\n');
    expect(stdout).not.toContain('network-staging');
    expect(stderr).toMatch(/Failed to read the configurations in 1 of \d+ workspaces\.\n +network-staging: /);
  });

  test('notification audit writes nothing, and rejects a pattern that matches no workspace', async () => {
    const writes: string[] = [];
    const service = await sandbox({ onRequest: ({ method }) => void (method === 'GET' || writes.push(method)) });
    const { svc } = await machineAt(service, 'owner');
    await svc('notification audit --all-workspaces');
    expect(writes).toEqual([]);
    expect(await svc('notification audit -w nope-*')).toExit(3, 'No workspace of acme matches "nope-*".');
  });
});

describe('the last delivery of a configuration', () => {
  const row = (response: DeliveryResponse): NotificationConfiguration => ({
    id: 'nc-1',
    type: 'notification-configurations',
    attributes: { name: 'CI', enabled: true, url: 'https://hooks.example.com/', 'delivery-responses': [response] },
  });
  const oldest = new Date('2026-11-01T00:00:00Z');
  const found = (response: DeliveryResponse) =>
    findingsIn([{ workspace: 'network', configurations: [row(response)] }], oldest).map(({ detail, finding }) => [
      finding,
      detail,
    ]);

  test.each([
    [
      'failed',
      { code: '500', successful: 'false', 'sent-at': '2026-11-20T08:00:00Z' },
      [['delivery-failed', 'The destination responded with 500 at 2026-11-20T08:00:00Z.']],
    ],
    ['failed without a response', { successful: false }, [['delivery-failed', 'The destination did not respond.']]],
    [
      'is old',
      { code: '200', successful: true, 'sent-at': '2026-10-20T08:00:00Z' },
      [['delivery-old', 'The last delivery was at 2026-10-20T08:00:00Z.']],
    ],
    ['is recent and successful', { code: '200', successful: true, 'sent-at': '2026-11-20T08:00:00Z' }, []],
  ])('notification audit checks the last delivery of a configuration: %s', (_, response, expected) => {
    expect(found(response)).toEqual(expected);
  });
});
