import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';

/** Names of an archive that Windows forbids, or that it would read as a path to another folder. */
const hostileNames = [
  ...['con', 'sub/NUL.tf', 'com1.txt', 'a:b', 'main.tf:stream', 'C:evil', 'C:\\evil', '..\\..\\evil', 'back\\slash'],
  ...['trailing.', 'trailing ', 'what?', '\\\\server\\share\\x', '../evil', '/evil'],
];

/** The jobs by name; each throws if its result is wrong. */
export function windowsJobs({ folder, info, wine }) {
  const work = join(folder, 'work dir');
  mkdirSync(work);
  const user = join(folder, 'prefix/drive_c/users/ann');
  const token = info.tokens['site-admin'];
  const settings = { SVC_ADDRESS: info.address, SVC_ORGANIZATION: info.organization };
  const withToken = { ...settings, SVC_TOKEN: token, SVC_REGISTRY: `registry.terraform.io=${info.registry}` };
  const onZ = (path) => `Z:${path.replaceAll('/', '\\')}`;

  /** Runs svc and returns its stdout. @throws unless it exits with `code` and says `says` on stderr */
  async function svc(words, { code = 0, says = '', env = withToken, ...options } = {}) {
    const { code: found, stderr, stdout } = await wine.run(words, { cwd: work, env, ...options });
    assert.equal(found, code, `svc ${words.join(' ')} ended with ${found}: ${stderr}`);
    assert.ok(
      stderr.includes(says),
      `svc ${words.join(' ')} says ${JSON.stringify(stderr)}, without ${JSON.stringify(says)}`,
    );
    return stdout;
  }
  const json = async (words, options) => JSON.parse(await svc([...words, '-o', 'json'], options));
  const files = (path) =>
    readdirSync(join(work, path))
      .filter((name) => !name.startsWith('.svc-'))
      .sort();
  const write = (path, text) => {
    mkdirSync(join(work, path, '..'), { recursive: true });
    writeFileSync(join(work, path), text);
  };
  const call = (source, version = '') =>
    `module "m" {\r\n  source = "${source}"\r\n${version && `  version = "${version}"\r\n`}}\r\n`;

  return {
    async 'version and help'() {
      assert.match(await svc(['--version']), /^svc \d/);
      assert.match(await svc(['module', 'download', '--help']), /--dir/);
    },

    async 'login with a token from a variable and from stdin, and profiles'() {
      const env = { MY_TOKEN: token };
      await svc(['login', info.address, '--token-env', 'MY_TOKEN'], {
        env,
        says: 'with the permissions of its folder',
      });
      assert.equal((await json(['whoami'], { env })).attributes['is-admin'], true);
      await svc(['logout'], { env, says: 'Removed the token' });
      write('token.txt', `${token}\r\n`);
      await svc(['login', info.address, '--token-file', '-'], {
        env,
        input: join(work, 'token.txt'),
        says: 'Logged in',
      });
      await svc(['profile', 'create', 'work', '--address', info.address], { env, says: 'Created profile work' });
      assert.equal((await json(['profile', 'list'], { env })).length, 2);
      await svc(['profile', 'delete', 'work', '--yes'], { env });
    },

    async 'the config file in the user folder, in an XDG folder on another drive, and in SVC_CONFIG_DIR'() {
      await svc(['config', 'set', 'organization', 'acme']);
      const path = (env) => svc(['config', 'path'], { env }).then((text) => text.trim());
      assert.equal(await path({}), 'C:\\users\\ann\\.config\\svc\\config.json');
      assert.ok(existsSync(join(user, '.config/svc/config.json')));
      assert.equal(await path({ XDG_CONFIG_HOME: 'Z:\\tmp\\x y' }), 'Z:\\tmp\\x y\\svc\\config.json');
      assert.equal(await path({ SVC_CONFIG_DIR: 'C:\\my svc' }), 'C:\\my svc\\config.json');
      await svc(['config', 'list'], { env: { SVC_CONFIG_DIR: 'relative' }, code: 2, says: 'must be an absolute path' });
    },

    async 'doctor shows no file modes'() {
      const { checks } = await json(['doctor']);
      assert.deepEqual(
        checks.filter(({ status }) => status === 'failed'),
        [],
      );
      for (const { detail, fix, name } of checks)
        assert.doesNotMatch(`${detail} ${fix}`, /\bmode\b|chmod|export /, name);
      const broken = await json(['doctor'], { env: { ...withToken, SVC_ADDRESS: 'http://127.0.0.1:x' }, code: 8 });
      assert.match(broken.checks.find(({ name }) => name === 'address').fix, /^\$env:SVC_ADDRESS = 'URL'$/);
    },

    async 'banners, teams, notifications and --jq'() {
      await svc(['banner', 'create', '--title', 'A "b" %PATH%', '--body', 'back in <b>2 h</b>', '--for', '2h']);
      const [banner] = await json(['banner', 'list']);
      assert.equal(banner.attributes.title, 'A "b" %PATH%');
      await svc(['banner', 'delete', banner.id, '--yes']);
      assert.equal((await svc(['team', 'list', '-o', 'json', '--jq', '.[].id'])).trim().split('\n').length, 3);
      const destination = ['--destination-type', 'generic', '--url', 'https://hooks.example.com/x'];
      await svc([
        ...['notification', 'create', '-w', 'network-production', '--name', 'win', '--trigger', 'all'],
        ...destination,
      ]);
      assert.equal((await json(['notification', 'list', '-w', 'network-production'])).length, 1);
    },

    async 'module download to folders with spaces and backslashes, and --force on another drive'() {
      for (const dir of ['out dir\\a', 'C:\\mods\\label', onZ(join(work, 'abs'))]) {
        await svc(['module', 'download', 'acme/label/null', '--dir', dir], { says: 'Downloaded' });
      }
      assert.ok(files('out dir/a').includes('main.tf'));
      assert.ok(existsSync(join(folder, 'prefix/drive_c/mods/label/main.tf')));
      write('abs/more.tf', '');
      await svc(['module', 'download', 'acme/label/null', '--dir', 'abs'], {
        code: 2,
        says: `"${onZ(join(work, 'abs'))}"`,
      });
      await svc(['module', 'download', 'acme/label/null', '--dir', 'abs', '--force'], { says: 'replacing' });
      assert.ok(!files('abs').includes('more.tf'));
      await svc(['module', 'download', 'acme/label/null', '--dir', 'C:\\users', '--force'], {
        code: 2,
        says: 'home folder',
      });
      await svc(['module', 'cache', 'verify'], { says: 'no problems' });
    },

    async 'module lock, install and verify of files with the line ends of Windows'() {
      write('root/main.tf', call('./sub dir'));
      write('root/sub dir/main.tf', call('acme/label/null', '1.1.0'));
      await svc(['module', 'lock', '.\\root']);
      await svc(['module', 'install', 'root'], { says: 'Installed 1 of 1' });
      assert.match(
        readFileSync(join(work, 'root/.terraform/modules/modules.json'), 'utf8'),
        /"Dir":"\.terraform\/modules\/m\.m"/,
      );
      await svc(['module', 'verify', 'root'], { says: 'matches the lock' });
    },

    async 'module mirror and serve, until Ctrl-C'() {
      await svc(['module', 'mirror', 'mirror', 'acme/label/null']);
      const server = wine.start(['module', 'serve', 'mirror'], { cwd: work, env: {} });
      const [, registry] = await server.said(/"modules.v1" = "(http[^"]+)"/);
      const env = { SVC_REGISTRY: `registry.terraform.io=${registry}` };
      await svc(['module', 'download', 'acme/label/null', '--dir', 'mirrored'], { env, says: 'Downloaded' });
      server.interrupt();
      assert.equal((await server.ended).code, 0);
    },

    async "terraform's CLI configuration in the folder of application data"() {
      const data = join(user, 'AppData/Roaming');
      const block = `host "modules.test" {\n  services = { "modules.v1" = "${info.registry}" }\n}\n`;
      writeFileSync(join(data, 'terraform.rc'), block);
      const words = ['module', 'versions', 'modules.test/acme/label/null'];
      assert.ok((await json(words, { env: settings })).length > 0);
    },

    async 'archives with names that Windows forbids are rejected'() {
      const server = createServer(async ({ url }, response) => {
        const name = hostileNames[Number(url.match(/\d+/)[0])];
        const entries = ['main.tf', name].map((each) => ({ header: { name: each, size: 0, type: 'file' } }));
        response.end(gzipSync(await packTar(entries)));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      try {
        for (const [nth, name] of hostileNames.entries()) {
          const source = `http://127.0.0.1:${server.address().port}/${nth}.tar.gz`;
          write('hostile/main.tf', call(source));
          await svc(['module', 'lock', 'hostile'], { code: 8, says: 'The archive is rejected' });
          assert.deepEqual(files('hostile'), ['main.tf'], name);
        }
      } finally {
        server.close();
      }
    },

    async 'webhook listen and trigger, and --exec of a path with backslashes'() {
      // The cmd of wine does not find a batch file in a folder with a space.
      const file = join(folder, 'show.cmd');
      writeFileSync(file, '@echo off\r\necho HOOK %SVC_WEBHOOK_TRIGGER% %~1\r\n');
      const env = { HOOK: 'a-token' };
      const exec = `"${onZ(file)}" now`;
      const words = ['webhook', 'listen', '--token-env', 'HOOK', '--count', '2', '--exec', exec];
      const listener = wine.start(words, { cwd: work, env });
      const [url] = await listener.said(/http:\/\/127\.0\.0\.1:\d+\//);
      await svc(['webhook', 'trigger', 'run:completed', '--to', url, '--token-env', 'HOOK'], {
        env: { HOOK: 'wrong' },
        code: 5,
      });
      await svc(['webhook', 'trigger', 'run:completed', '--to', url, '--token-env', 'HOOK'], { env });
      const { code, stderr } = await listener.ended;
      assert.deepEqual([code, /HOOK run:completed now/.test(stderr)], [0, true], stderr);
      assert.equal((await json(['webhook', 'list', '--filter', 'verified=true'], { env })).length, 1);
      await svc([...words.slice(0, -1), 'nothing.exe'], { env, code: 2, says: 'powershell -Command' });
    },

    async 'sandbox start, env and run, until Ctrl-C'() {
      const running = wine.start(['sandbox', 'start'], { cwd: work });
      const [, address] = await running.said(/running at (\S+)[\s\S]*Ctrl-C/);
      await running.said(/svc sandbox env \| Out-String \| Invoke-Expression/);
      const printed = await svc(['sandbox', 'env'], { env: {} });
      assert.ok(printed.startsWith(`$env:SVC_ADDRESS = '${address}'\n`), printed);
      const posix = await svc(['sandbox', 'env'], { env: { SHELL: '/usr/bin/bash' } });
      assert.ok(posix.startsWith(`export SVC_ADDRESS='${address}'\n`), posix);
      assert.equal((await json(['sandbox', 'run', 'lifecycle', '-w', 'network-production'], { env: {} })).length, 5);
      running.interrupt();
      assert.equal((await running.ended).code, 0);
      await svc(['sandbox', 'env'], { env: {}, code: 6, says: 'No sandbox is running' });
    },

    async 'the completion for PowerShell'() {
      const script = readFileSync(new URL('../../completions/svc.ps1', import.meta.url), 'utf8');
      assert.equal(await svc(['completion', 'powershell']), script);
    },
  };
}
