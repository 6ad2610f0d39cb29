import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { at, call, publish, writeFiles } from '../support/configuration.ts';
import { program, programInShell } from '../support/executable.ts';
import { machine } from '../support/svc.ts';
import { hasTerraform } from '../support/terraform.ts';

/** Returns whether a process can run without a network. */
function hasNamespaces(): boolean {
  if (spawnSync('unshare', ['-rn', 'ip', 'link', 'set', 'lo', 'up']).status === 0) return true;
  process.stderr.write('\nSKIPPED: no network namespaces, so terraform init is not run with nothing but a mirror.\n\n');
  return false;
}

/** True if the limits of a running process can be changed. */
const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;

// trust: T-193
test.skipIf(!hasPrlimit)(
  'module serve sends an archive as before after a moment without free file descriptors, and does not treat it as damaged',
  async () => {
    const me = await machine({ PATH: process.env.PATH });
    await publish(me.home, { 'acme/net/null/1.0.0/main.tf': 'output "o" {\n  value = 1\n}\n' });
    expect(await me.svc(['module', 'mirror', 'mirror', at('net/null')])).toMatchObject({ code: 0 });
    const [file, ...words] = program;
    const server = execa(file, [...words, 'module', 'serve', 'mirror'], {
      cwd: me.home,
      env: me.env,
      extendEnv: false,
    });
    onTestFinished(() => void server.kill());
    server.catch(() => undefined);
    const [piece] = (await once(server.stdout, 'data')) as [Buffer];
    const [, url] = / at (http:\S+)\n/.exec(piece.toString())!;
    // Accepting a connection takes a descriptor too.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const ask = async (path: string) => {
      const [response] = (await once(get(`${url}${path}`, { agent }), 'response')) as [IncomingMessage];
      return { status: response.statusCode, body: await text(response) };
    };
    const limit = (most: number) => spawnSync('prlimit', ['--pid', String(server.pid), `--nofile=${most}:`]).status;
    const base = '/modules.example.com/acme/net/null/1.0.0';
    /** The status of its archive, and the outputs of its description. */
    const served = async () => [
      (await ask(`${base}/archive.tar.gz`)).status,
      JSON.parse((await ask(base)).body).root.outputs.map(({ name }: { name: string }) => name),
    ];
    expect((await ask('/mirror.json')).status).toBe(200);
    expect(limit(3)).toBe(0);
    expect(await served()).toEqual([500, []]);
    expect(limit(256)).toBe(0);
    expect(await served()).toEqual([200, ['o']]);
  },
);

describe.skipIf(!hasTerraform() || !hasNamespaces())('a mirror behind a network that leads nowhere', () => {
  test('terraform init needs only a mirror and its printed block: no network and no change of the sources', async () => {
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
