import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { at, call, publish, writeFiles } from '../support/configuration.ts';
import { programInShell } from '../support/executable.ts';
import { machine } from '../support/svc.ts';
import { hasTerraform } from '../support/terraform.ts';

/** Whether a process can run without a network. */
function hasNamespaces(): boolean {
  if (spawnSync('unshare', ['-rn', 'ip', 'link', 'set', 'lo', 'up']).status === 0) return true;
  process.stderr.write('\nSKIPPED: no network namespaces, so terraform init is not run with nothing but a mirror.\n\n');
  return false;
}

describe.skipIf(!hasTerraform() || !hasNamespaces())('a mirror behind a network that leads nowhere', () => {
  test('is enough for terraform init with the pasted block and unchanged sources', async () => {
    const me = await machine({ PATH: process.env.PATH });
    await publish(me.home, {
      'acme/net/null/1.0.0/main.tf': call('leaf', at('leaf/null'), '~> 1.0'),
      'acme/leaf/null/1.1.0/main.tf': 'output "o" {\n  value = 1\n}\n',
    });
    await writeFiles(me.home, { 'infra/main.tf': call('net', at('net/null'), '~> 1.0') });
    expect(await me.svc('module lock infra')).toMatchObject({ code: 0 });
    expect(await me.svc('module mirror mirror --from-lock infra')).toMatchObject({ code: 0 });
    await rm(join(me.home, '.terraformrc'));
    const script = `
set -e
ip link set lo up
! ip route get 192.0.2.1 2>/dev/null
${programInShell} module serve mirror > said &
server=$!
trap 'kill $server' EXIT
for nth in $(seq 100); do grep -q Ctrl-C said && break; sleep 0.1; done
sed -n '/^host/,/^}/p' said > .terraformrc
terraform -chdir=infra init -no-color -backend=false
cat infra/.terraform/modules/modules.json
`;
    await writeFile(join(me.home, 'behind.sh'), script);
    const { all, exitCode } = await execa('unshare', ['-rn', 'bash', 'behind.sh'], {
      cwd: me.home,
      reject: false,
      all: true,
      extendEnv: false,
      env: {
        PATH: process.env.PATH,
        HOME: me.home,
        CHECKPOINT_DISABLE: '1',
        TF_CLI_CONFIG_FILE: join(me.home, '.terraformrc'),
      },
    });
    expect(exitCode, all).toBe(0);
    expect(all).toContain('"Key":"net.leaf"');
  });
});
