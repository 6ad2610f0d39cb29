import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { CancelledError } from '../../src/base/errors.ts';
import { call } from '../support/configuration.ts';
import { type Machine, machine } from '../support/svc.ts';
import { hasOpenssl } from '../support/tls.ts';
import { installedCalls, isThere, stockTools } from './stock.ts';

/** The environment that `svc sandbox env` prints, once there is a sandbox. */
async function environment(me: Machine): Promise<Record<string, string>> {
  const { code, stdout } = await me.svc('sandbox env --json');
  if (code === 0) return JSON.parse(stdout);
  await new Promise((resolve) => setTimeout(resolve, 10));
  return environment(me);
}

for (const tool of stockTools) {
  const isReady = isThere(tool, `that ${tool} installs modules from the sandbox by following hints`) && hasOpenssl();

  test.skipIf(!isReady).each(['sandbox start', 'sandbox start --tls'])(
    `${tool} get installs the modules of a configuration directly after svc sandbox env (%s)`,
    async (words) => {
      const me = await machine();
      const hosts = ['registry.terraform.io/', 'registry.opentofu.org/', 'modules.test/', ''];
      const blocks = hosts.map((host, nth) => call(`m${nth}`, `${host}acme/label/null`, '1.1.0'));
      await writeFile(join(me.home, 'main.tf'), blocks.join(''));
      const stop = new AbortController();
      const running = me.svc(words, { signal: stop.signal });
      try {
        const env = { ...(await environment(me)), HOME: me.home, CHECKPOINT_DISABLE: '1' };
        const { exitCode, all } = await execa(tool, ['get', '-no-color'], {
          cwd: me.home,
          env,
          reject: false,
          all: true,
        });
        expect([exitCode, all]).toEqual([0, expect.stringContaining('m0')]);
        const calls = await installedCalls(me.home);
        expect(calls.filter((each) => /^m\d=/.test(each))).toHaveLength(hosts.length);
      } finally {
        stop.abort(new CancelledError());
        await running;
      }
    },
    60_000,
  );
}
