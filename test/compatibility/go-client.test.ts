import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { generateCertificate } from '../../src/sandbox/certificate.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import { startReceiver } from '../sandbox/receiver.ts';
import { hasOpenssl } from '../support/tls.ts';
import { isThere } from './stock.ts';

/** The program that `go-client/` is built to. */
const program = 'svc-go-client';
const isReady = isThere(
  program,
  'that go-tfe can be used with the sandbox; npm run compatibility -- go-client builds and tests it',
);

test.skipIf(!isReady || !hasOpenssl())(
  'go-tfe can read and change everything that the sandbox serves, and restores it',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-go-client-'));
    const receiver = await startReceiver();
    const tls = await generateCertificate([]);
    const sandbox = await startSandbox({ tls, publicWire: true });
    try {
      const before = JSON.stringify(sandbox.state.world);
      await writeFile(join(folder, 'ca.pem'), tls.ca!);
      const { all } = await execa(program, [receiver.url], {
        input: JSON.stringify(sandbox.info),
        env: { SSL_CERT_FILE: join(folder, 'ca.pem') },
        reject: false,
        all: true,
      });
      const resources = [
        ...['clients', 'organizations', 'workspaces', 'users', 'teams', 'team members', 'organization memberships'],
        ...['OAuth clients', 'agent pools', 'notification configurations', 'customization settings'],
      ];
      expect(all!.split('\n')).toEqual(resources.map((name) => `ok: ${name}`));
      // The update that enables the configuration, and the verification.
      expect(receiver.received).toHaveLength(2);
      expect(JSON.stringify(sandbox.state.world)).toBe(before);
    } finally {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
  120_000,
);
