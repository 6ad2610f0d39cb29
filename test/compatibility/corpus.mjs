import { execFile, execFileSync } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import semver from 'semver';

const usage = `Usage: npm run compatibility -- [--clones PATTERN] [--versions N] [--only TEXT] [--svc FILE]

Unpacks the newest versions of the modules in modules.txt with svc and, where it is on PATH, terraform, from archives such as
a registry has of their tags, and tells which of them are rejected, and why.

  --clones PATTERN   where local clones are: a path in which {owner} and {name} stand for those of the repository;
                     others are cloned from their URL
  --versions N       how many versions of each (default: 20)
  --only TEXT        only modules whose address has this in it
  --svc FILE         another svc to run (default: the one that was built here)

npm run compatibility -- registry compares downloads from random registries.
npm run compatibility -- audit runs the job of docs/ci.md on generated configurations, and audits real ones.
npm run compatibility -- hcl compares what svc and hcl find in generated files.
npm run compatibility -- go-client builds a client of the platform in Go, and runs its test.
npm run compatibility -- update updates versions in real files, and reads them with terraform-config-inspect.
npm run compatibility -- windows runs the executable for Windows in wine.
`;
const { values: flags } = parseArgs({
  options: {
    clones: { type: 'string' },
    versions: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    svc: { type: 'string', default: fileURLToPath(new URL('../../bin/svc.js', import.meta.url)) },
    help: { type: 'boolean', default: false },
  },
});
const run = promisify(execFile);
const most = 64 * 1024 * 1024;

if (flags.help) process.stdout.write(usage);
else await main();

async function main() {
  const work = mkdtempSync(join(tmpdir(), 'svc-corpus-'));
  const registry = await serve();
  const clients = [
    { name: 'svc', rejections: (module, versions) => svcRejections(module, versions, registry, work) },
    ...terraformOnPath((module, versions) => terraformRejections(module, versions, registry, work)),
  ];
  const rejected = new Map(clients.map(({ name }) => [name, 0]));
  let total = 0;
  try {
    for (const module of modules()) {
      const clone = cloneOf(module, work);
      if (clone === undefined) {
        console.log(`SKIPPED ${module.address}: it could not be cloned from ${module.url}.`);
        continue;
      }
      registry.archives = packed(clone, module, work);
      const versions = [...registry.archives.keys()];
      total += versions.length;
      for (const { name, rejections } of clients) {
        const found = await rejections(module, versions);
        rejected.set(name, rejected.get(name) + found.length);
        for (const { version, why } of found) console.log(`${name} rejects ${module.address} ${version}: ${why}`);
      }
      for (const done of ['clone', 'archives']) rmSync(join(work, done), { recursive: true, force: true });
    }
  } finally {
    registry.close();
    rmSync(work, { recursive: true, force: true });
  }
  for (const [name, count] of rejected) console.log(`${name}: ${count}/${total} rejected`);
}

function modules() {
  const text = readFileSync(new URL('modules.txt', import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && line.includes(flags.only))
    .map((line) => {
      const [address, url] = line.split(' ');
      return { address, url };
    });
}

/** Returns the git folder of a local clone, or of a new one; undefined if the repository cannot be cloned. */
function cloneOf({ url }, work) {
  const [owner, name] = url.split('/').slice(-2);
  const local = flags.clones?.replaceAll('{owner}', owner).replaceAll('{name}', name);
  if (local !== undefined && existsSync(local)) return local;
  const fresh = join(work, 'clone');
  try {
    execFileSync('git', ['clone', '--quiet', '--bare', url, fresh], { stdio: 'ignore' });
    return fresh;
  } catch {
    return undefined;
  }
}

/** The newest versions as a registry takes them from tags, each packed; one that the clone does not hold whole is omitted. */
function packed(clone, { address }, work) {
  const folder = join(work, 'archives');
  mkdirSync(folder);
  const archives = new Map();
  for (const { tag, version } of newestTags(clone)) {
    if (archives.size === Number(flags.versions)) break;
    const path = join(folder, `${version}.tar.gz`);
    const prefix = `${address.replaceAll('/', '-')}-${version}/`;
    try {
      execFileSync('git', ['-C', clone, 'archive', `--output=${path}`, `--prefix=${prefix}`, tag], { stdio: 'ignore' });
      archives.set(version, path);
    } catch {
      console.log(`SKIPPED ${address} ${version}: the clone does not hold all of its files.`);
    }
  }
  return archives;
}

function newestTags(clone) {
  const tags = execFileSync('git', ['-C', clone, 'tag', '--list'], { encoding: 'utf8', maxBuffer: most });
  const versions = new Map();
  for (const tag of tags.split('\n')) {
    const version = /^v?\d+\.\d+\.\d+/.test(tag) ? semver.valid(tag) : null;
    if (version !== null && !versions.has(version)) versions.set(version, tag);
  }
  return semver.rsort([...versions.keys()]).map((version) => ({ version, tag: versions.get(version) }));
}

/** A registry on loopback that has the archives of one module at a time. */
async function serve() {
  const registry = { archives: new Map(), url: '', close: () => server.close() };
  const server = createServer(({ url }, response) => {
    const [, archive] = /^\/archives\/(.*)\.tar\.gz$/.exec(url) ?? [];
    const [, version] = /^\/v1\/modules\/[^/]+\/[^/]+\/[^/]+\/([^/]+)\/download$/.exec(url) ?? [];
    if (registry.archives.has(archive)) createReadStream(registry.archives.get(archive)).pipe(response);
    else if (version) response.writeHead(204, { 'X-Terraform-Get': `/archives/${version}.tar.gz//*` }).end();
    else response.writeHead(404).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  registry.url = `http://127.0.0.1:${server.address().port}`;
  return registry;
}

/** Downloads all versions in one call, as a user would, into a home of its own. */
async function svcRejections({ address }, versions, { url }, work) {
  const home = join(work, 'svc');
  mkdirSync(home);
  const list = join(home, 'list.json');
  writeFileSync(list, JSON.stringify(versions.map((version) => `${address}@${version}`)));
  const words = ['module', 'download', '--file', list, '--dir', join(home, 'modules'), '--no-cache', '--jobs', '4'];
  const env = { PATH: process.env.PATH, HOME: home, SVC_REGISTRY: `${url}/v1/modules/` };
  const options = { env, cwd: home, maxBuffer: most };
  // The exit code is that of the first failure; the list has the result of each download.
  const { stdout, stderr } = await run(process.execPath, [flags.svc, ...words, '-o', 'json'], options).catch((e) => e);
  const rows = stdout ? JSON.parse(stdout) : [];
  rmSync(home, { recursive: true, force: true });
  if (rows.length !== versions.length) throw new Error(`svc ended without a word on ${address}: ${stderr}`);
  return rows.flatMap(({ error }, index) =>
    error ? [{ version: versions[index], why: error.message ?? JSON.stringify(error) }] : [],
  );
}

function terraformOnPath(rejections) {
  try {
    const [version] = execFileSync('terraform', ['version'], { encoding: 'utf8', stdio: 'pipe' }).split('\n');
    return [{ name: version, rejections }];
  } catch {
    console.log('SKIPPED terraform: it is not on PATH.');
    return [];
  }
}

/** Downloads the archives with terraform itself; a subfolder that no archive has keeps it from following their calls. */
async function terraformRejections({ address }, versions, { url }, work) {
  const home = join(work, 'terraform');
  mkdirSync(home);
  const calls = versions.map(
    (version, index) => `module "m${index}" {\n  source = "${url}/archives/${version}.tar.gz//no-such-folder"\n}\n`,
  );
  writeFileSync(join(home, 'main.tf'), calls.join(''));
  const env = { PATH: process.env.PATH, HOME: home, CHECKPOINT_DISABLE: '1' };
  const options = { cwd: home, env, maxBuffer: most };
  const { stderr = '' } = await run('terraform', ['get', '-no-color'], options).catch((error) => error);
  rmSync(home, { recursive: true, force: true });
  const failed = [
    ...stderr
      .replace(/\n[│ ]*/g, ' ')
      .matchAll(/Could not download module "m(\d+)" \([^)]*\) source code from "[^"]*": (.*?)(?=Error:|$)/g),
  ];
  const unpacked = stderr.split('subdir "no-such-folder" not found').length - 1;
  if (failed.length + unpacked !== versions.length)
    throw new Error(`terraform ended without a word on ${address}: ${stderr}`);
  return failed.map(([, index, why]) => ({ version: versions[index], why: why.trim() }));
}
