import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { zip } from '../modules/archive/zip-builder.ts';
import { at, call, publish, writeFiles } from '../support/configuration.ts';
import { programInShell } from '../support/executable.ts';
import { hasGit, repository } from '../support/git-repository.ts';
import { gitServer } from '../support/git-server.ts';
import { type Machine, machine } from '../support/svc.ts';
import { tinyServer } from '../support/tiny-server.ts';
import { isThere } from './stock.ts';

const guide = await readFile(new URL('../../docs/guides/air-gap.md', import.meta.url), 'utf8');
/** The lines of the guide for a web server. */
const linesFor = (name: string) => new RegExp(`\`\`\`[a-z]+ ${name}\n(.*?)\`\`\``, 's').exec(guide)?.[1] ?? '';

const isIsolated = spawnSync('unshare', ['-rn', 'ip', 'link', 'set', 'lo', 'up']).status === 0;
if (!isIsolated)
  process.stderr.write('\nSKIPPED: no network namespaces, so no web server serves a mirror without a network.\n\n');

/** How each web server starts, in a folder with `mirror`, at 127.0.0.1:8080. */
const servers: Record<string, { program: string; command: string; tools: string[] }> = {
  nginx: { program: 'nginx', command: 'nginx -p . -c nginx.conf', tools: ['terraform', 'tofu'] },
  Caddy: {
    program: 'caddy',
    command: 'caddy run --config Caddyfile --adapter caddyfile',
    tools: ['terraform', 'tofu'],
  },
  'a file server': {
    program: 'python3',
    command: 'python3 -m http.server 8080 --bind 127.0.0.1 --directory mirror',
    tools: ['tofu'],
  },
};

const leaf = 'output "o" {\n  value = 1\n}\n';

/** A mirror of registry modules, a repository and an archive, whose origins are gone. */
async function mirrored(me: Machine): Promise<void> {
  const { commit, folder, git } = repository();
  git(['tag', 'v1', commit({ 'main.tf': leaf, 'sub/main.tf': leaf, link: { mode: '120000', text: 'sub' } })]);
  const server = await gitServer(dirname(folder));
  const files = await tinyServer((_, response) => void response.end(zip([{ name: 'main.tf', content: leaf }])));
  const registry = await publish(me.home, {
    'acme/net/null/1.0.0+b1/main.tf': call('leaf', at('leaf/null'), '~> 1.0'),
    'acme/leaf/null/1.1.0/main.tf': leaf,
  });
  const fromRegistry = call('net', at('net/null'), '~> 1.0') + call('leaf', at('leaf/null'));
  await writeFiles(me.home, {
    'plain/main.tf': fromRegistry,
    'infra/main.tf': `${fromRegistry}${call('git', `git::${server.url}/m.git//sub?ref=v1`)}${call('zip', `${files.url}/m.zip`)}`,
  });
  expect(await me.svc('module lock infra')).toMatchObject({ code: 0 });
  expect(await me.svc('module lock plain')).toMatchObject({ code: 0 });
  expect(await me.svc('module mirror mirror --from-lock infra')).toMatchObject({ code: 0 });
  await registry.close();
}

describe.skipIf(!isIsolated || !hasGit())('a mirror behind a web server, without any other network', () => {
  test.for(Object.entries(servers))(
    'a mirror behind %s serves the stock tools and svc',
    { timeout: 60_000 },
    async ([name, { command, program, tools }], { skip }) => {
      if (!isThere(program, `that ${name} serves a mirror`)) skip();
      const me = await machine({ PATH: process.env.PATH });
      await mirrored(me);
      const home = 'daemon off;\npid nginx.pid;\nuser root;\n';
      const paths = (text: string) =>
        text.replaceAll('/srv/mirror', join(me.home, 'mirror')).replace('listen 80;', 'listen 127.0.0.1:8080;');
      const nginx = `${home}error_log stderr;\nevents {}\nhttp {\naccess_log off;\ninclude /etc/nginx/mime.types;\n${paths(linesFor('nginx.conf'))}}\n`;
      const caddy = `{\nadmin off\n}\n${paths(linesFor('Caddyfile')).replace('mirror.example.com', 'http://127.0.0.1:8080')}`;
      const block =
        'host "modules.example.com" {\n  services = { "modules.v1" = "http://127.0.0.1:8080/modules.example.com/" }\n}\n';
      const gets = tools.filter((tool) => isThere(tool, `that ${tool} reads a mirror from ${name}`));
      const script = `
set -e
ip link set lo up
${command} > server.log 2>&1 &
server=$!
trap 'kill $server; cat server.log' EXIT
for nth in $(seq 100); do (: < /dev/tcp/127.0.0.1/8080) 2>/dev/null && break; sleep 0.1; done
${gets.map((tool) => `rm -rf plain/.terraform; ${tool} -chdir=plain get -no-color; cat plain/.terraform/modules/leaf/main.tf`).join('\n')}
rm -rf infra/.terraform
${programInShell} module install infra --frozen --no-cache
${programInShell} module verify infra --offline
${gets.map((tool) => `${tool} -chdir=infra init -no-color -backend=false > init.log; ! grep Downloading init.log`).join('\n')}
`;
      await writeFiles(me.home, { '.terraformrc': block, 'nginx.conf': nginx, Caddyfile: caddy, 'behind.sh': script });
      const { all, exitCode } = await execa('unshare', ['-rn', 'bash', 'behind.sh'], {
        ...{ cwd: me.home, reject: false, all: true, extendEnv: false },
        env: {
          PATH: process.env.PATH,
          HOME: me.home,
          XDG_CONFIG_HOME: me.home,
          TF_CLI_CONFIG_FILE: join(me.home, '.terraformrc'),
          CHECKPOINT_DISABLE: '1',
        },
      });
      expect(exitCode, all).toBe(0);
      expect(all).toContain('5 remote module calls match the lock');
    },
  );
});
