import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startSandbox } from '../bench/sandbox.mjs';

const host = 'modules.example.com';
/** The size of a large archive: large enough that svc records a partial download. */
const largeBytes = 1.25 * 1024 * 1024;

/** The service of the rows, with its registry and their modules. */
export async function openRegistry(work) {
  const folder = join(work, 'modules');
  write(folder, {
    'acme/net/null/1.0.0/main.tf': call('leaf', 'leaf', '~> 1.0'),
    'acme/net/null/1.1.0/main.tf': `${call('leaf', 'leaf', '~> 1.0')}# newer\n`,
    'acme/leaf/null/1.0.0/main.tf': 'output "o" {\n  value = 1\n}\n',
    'acme/leaf/null/1.0.0/noise.bin': noise(largeBytes),
  });
  const { info, stop } = await startSandbox(['--modules', folder]);
  return { address: info.address, registry: info.registry, token: info.tokens['site-admin'], close: stop };
}

/**
 * The commands to kill, one row each:
 * `name`; `env`, added to the environment of the place; `words`; `again`, the words of the next run after a partial change (default: `words`);
 * `prepare(place, run)` creates the initial state, once; `state(place)` returns the state of a place; `states` are the valid states.
 */
export function rows({ address, registry, token }) {
  const env = { SVC_REGISTRY: registry };
  const hosts = (place) =>
    write(place.home, { '.terraformrc': `host "${host}" {\n  services = { "modules.v1" = "${registry}" }\n}\n` });
  const infra = (place, version) => {
    hosts(place);
    write(place.home, { 'infra/main.tf': call('net', 'net', version) });
  };
  const [net, leaf] = ['acme/net/null', 'acme/leaf/null'];
  return [
    {
      name: 'download',
      env,
      words: ['module', 'download', `${net}@1.0.0`, `${leaf}@1.0.0`, '--dir', 'out'],
      again: ['module', 'download', `${net}@1.0.0`, `${leaf}@1.0.0`, '--dir', 'out', '--force'],
      prepare() {},
      states: ['old', 'new', 'one of two'],
      state({ home }) {
        const [a, b] = [join(home, 'out', net, '1.0.0'), join(home, 'out', leaf, '1.0.0')];
        const whole = (folder, files) => !existsSync(folder) || sameNames(folder, files);
        if (!whole(a, ['main.tf']) || !whole(b, ['main.tf', 'noise.bin'])) return 'incomplete';
        return ['old', 'one of two', 'new'][Number(existsSync(a)) + Number(existsSync(b))];
      },
    },
    {
      name: 'download --force',
      env,
      words: ['module', 'download', `${leaf}@1.0.0`, '--dir', 'mine', '--force'],
      async prepare({ home }, run) {
        await run(['module', 'download', `${leaf}@1.0.0`, '--dir', 'mine']);
        write(home, { 'mine/of-mine': 'of mine' });
      },
      states: ['old', 'new', 'put aside'],
      state: ({ home }) => replaced(home, 'mine', ['main.tf', 'noise.bin'], ['main.tf', 'noise.bin', 'of-mine']),
    },
    {
      name: 'lock',
      words: ['module', 'lock', 'infra', '--upgrade'],
      async prepare(place, run) {
        infra(place, '1.0.0');
        await run(['module', 'lock', 'infra']);
        infra(place, '~> 1.0');
      },
      states: ['old', 'new'],
      state({ home }) {
        const { modules } = JSON.parse(readFileSync(join(home, 'infra/svc.modules.lock.json'), 'utf8'));
        return { '1.0.0': 'old', '1.1.0': 'new' }[modules.net?.version] ?? 'something else';
      },
    },
    {
      name: 'install',
      words: ['module', 'install', 'infra'],
      prepare: (place) => infra(place, '1.0.0'),
      states: ['old', 'new'],
      state: (place) => installed(place, '1.0.0'),
    },
    {
      name: 'install over another version',
      words: ['module', 'install', 'infra', '--frozen'],
      async prepare(place, run) {
        infra(place, '1.0.0');
        await run(['module', 'install', 'infra']);
        infra(place, '1.1.0');
        await run(['module', 'lock', 'infra']);
      },
      states: ['old', 'new', 'put aside'],
      state: (place) => installed(place, '1.1.0'),
    },
    {
      name: 'mirror, the first time',
      words: ['module', 'mirror', 'mirror', `${host}/acme/net/null@1.0.0`],
      prepare: hosts,
      states: ['old', 'new'],
      state: (place) => mirrored(place, 2, 0),
    },
    {
      name: 'mirror, another version',
      words: ['module', 'mirror', 'mirror', `${host}/acme/net/null@1.1.0`],
      async prepare(place, run) {
        hosts(place);
        await run(['module', 'mirror', 'mirror', `${host}/acme/net/null@1.0.0`]);
      },
      states: ['old', 'new'],
      state: (place) => mirrored(place, 3, 2),
    },
    {
      name: 'login',
      env: { SOAK_TOKEN: token },
      words: ['login', address, '--token-env', 'SOAK_TOKEN', '--profile', 'new'],
      prepare: (_place, run) => run(['login', address, '--token-env', 'SOAK_TOKEN', '--profile', 'old']),
      states: ['old', 'new'],
      state({ home }) {
        const { profiles } = JSON.parse(readFileSync(join(home, '.config/svc/config.json'), 'utf8'));
        if (profiles.old?.token !== token) return 'without the token of before';
        return profiles.new?.token === token ? 'new' : 'old';
      },
    },
    {
      name: 'the first login',
      env: { SOAK_TOKEN: token },
      words: ['login', address, '--token-env', 'SOAK_TOKEN'],
      prepare() {},
      states: ['old', 'new'],
      state({ home }) {
        const file = join(home, '.config/svc/config.json');
        if (!existsSync(file)) return 'old';
        return JSON.parse(readFileSync(file, 'utf8')).profiles.default?.token === token ? 'new' : 'something else';
      },
    },
  ];
}

function installed({ home }, version) {
  const modules = join(home, 'infra/.terraform/modules');
  const text = version === '1.0.0' ? call('leaf', 'leaf', '~> 1.0') : `${call('leaf', 'leaf', '~> 1.0')}# newer\n`;
  const of = (name, file) => join(modules, name, file);
  if (!existsSync(of('net', 'main.tf'))) return puts(modules) ? 'put aside' : 'old';
  if (readFileSync(of('net', 'main.tf'), 'utf8') !== text) return 'old';
  if (!existsSync(of('net.leaf', 'noise.bin')) || !existsSync(join(modules, 'modules.json'))) return 'old';
  return 'new';
}

/** Returns the state of a mirror. Without its manifest nothing is mirrored, and every archive that the manifest names must be complete. */
function mirrored({ home }, fresh, before) {
  const manifest = join(home, 'mirror/mirror.json');
  const { packages } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : { packages: [] };
  for (const { bytes, file } of packages) {
    const path = join(home, 'mirror', file);
    if (!existsSync(path) || readFileSync(path).length !== bytes) return `without ${file}`;
  }
  const served = packages.every(({ file }) => existsSync(join(home, 'mirror', dirname(file), 'download')));
  return packages.length === fresh && served
    ? 'new'
    : packages.length >= before
      ? 'old'
      : `${packages.length} packages`;
}

function replaced(home, name, fresh, old) {
  const folder = join(home, name);
  if (!existsSync(folder)) return puts(home, old) ? 'put aside' : 'gone';
  return sameNames(folder, fresh) ? 'new' : sameNames(folder, old) ? 'old' : 'incomplete';
}

/** Returns whether the complete replaced folder has a temporary name. */
function puts(parent, files = ['main.tf']) {
  const names = existsSync(parent) ? readdirSync(parent) : [];
  return names.some((each) => each.startsWith('.svc-') && sameNames(join(parent, each), files));
}

function sameNames(folder, names) {
  return readdirSync(folder).sort().join() === [...names].sort().join();
}

function call(name, module, version) {
  return `module "${name}" {\n  source = "${host}/acme/${module}/null"\n  version = "${version}"\n}\n`;
}

/** Returns bytes that cannot be compressed. Each call returns the same bytes. */
function noise(length) {
  const bytes = Buffer.alloc(length);
  for (let at = 0, state = 1; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

function write(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
