import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { announce } from '../../src/commands/sandbox/announce.ts';
import { startReceiver } from '../sandbox/receiver.ts';
import { machineAt, sandbox } from '../support/svc.ts';

const token = 'the key: "ключ"';

const openssl = (() => {
  try {
    return execFileSync('openssl', ['version'], { encoding: 'utf8' });
  } catch {
    console.warn('openssl is not here: the signatures of notifications are NOT checked by an independent program.');
    return undefined;
  }
})();

/** Each trigger's own words in the body. */
const transitions: [trigger: string, message: string, status: string][] = [
  ['run:created', 'Run Created', 'pending'],
  ['run:planning', 'Run Planning', 'planning'],
  ['run:needs_attention', 'Run Planned - Needs Confirmation', 'planned'],
  ['run:applying', 'Run Applying', 'applying'],
  ['run:completed', 'Run Applied', 'applied'],
  ['run:errored', 'Run Errored', 'errored'],
];

/** A verified, signed configuration that hears everything, and what it has received since. */
async function listening() {
  const now = () => new Date('2026-03-01T12:00:00.000Z');
  const service = await sandbox({ now });
  const me = await machineAt(service, 'owner');
  announce({ env: me.env, home: me.home }, { ...service.info, control: service.control });
  const receiver = await startReceiver();
  await writeFile(join(me.home, 'token'), token);
  const words = ['-w', 'network-production', '--name', 'Hook', '--destination-type', 'generic', '--url', receiver.url];
  const more = ['--trigger', 'all', '--token-file', 'token', '--enabled', '--jq', '.id'];
  const { code, stdout } = await me.svc(['notification', 'create', ...words, ...more]);
  expect(code).toBe(0);
  return { ...me, id: stdout.trim(), receiver, address: service.info.address };
}

async function hmacByOpenssl(folder: string, body: Buffer): Promise<string> {
  await writeFile(join(folder, 'body'), body);
  const said = execFileSync('openssl', ['dgst', '-sha512', '-hmac', token, '-hex', join(folder, 'body')], {
    encoding: 'utf8',
  });
  return said.trim().split(/[ =]+/).at(-1)!;
}

describe('what a destination receives', () => {
  test.each(transitions)('of %s is these bytes', async (trigger, message, status) => {
    const { address, id, receiver, svc } = await listening();
    const { code, stdout } = await svc(['sandbox', 'run', trigger, '-w', 'network-production', '--json']);
    expect(code).toBe(0);
    const [{ run }] = JSON.parse(stdout);
    const [, request, ...others] = receiver.received;
    expect(others).toEqual([]);
    expect(request!.text).toBe(
      `{"payload_version":1,"notification_configuration_id":"${id}",` +
        `"run_url":"${address}/app/acme/workspaces/network-production/runs/${run.id}","run_id":"${run.id}",` +
        '"run_message":"Queued from the sandbox","run_created_at":"2026-03-01T12:00:00.000Z","run_created_by":"olive",' +
        '"workspace_id":"ws-R5hTn2KxPd8WqL4v","workspace_name":"network-production","organization_name":"acme",' +
        `"notifications":[{"message":"${message}","trigger":"${trigger}","run_status":"${status}",` +
        '"run_updated_at":"2026-03-01T12:00:00.000Z","run_updated_by":"olive"}]}',
    );
  });

  test.skipIf(openssl === undefined)('of all six and of the verification is signed as openssl signs it', async () => {
    const { home, receiver, svc } = await listening();
    for (const [trigger] of transitions) {
      expect((await svc(['sandbox', 'run', trigger, '-w', 'network-production'])).code).toBe(0);
    }
    expect(receiver.received.length).toBe(7);
    for (const { bytes, headers } of receiver.received) {
      const signature = await hmacByOpenssl(home, bytes);
      expect(signature).toMatch(/^[0-9a-f]{128}$/);
      expect(headers['x-svc-notification-signature']).toBe(signature);
    }
  });

  test('is nothing once the configuration is turned off', async () => {
    const { id, receiver, svc } = await listening();
    expect((await svc(['notification', 'update', id, '--no-enabled'])).code).toBe(0);
    expect((await svc('sandbox run lifecycle -w network-production')).code).toBe(0);
    expect(receiver.received.length).toBe(1);
  });
});
