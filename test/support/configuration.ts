import { createHash } from 'node:crypto';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hashLines } from '../../src/modules/archive/disk-tree.ts';
import { formatLock } from '../../src/modules/lock/lock-file.ts';
import { packRelease } from '../../src/modules/publish/pack.ts';
import { readText } from '../../src/modules/publish/release.ts';
import { builtInReleases } from '../../src/sandbox/modules/index.ts';
import type { SandboxOptions } from '../../src/sandbox/server.ts';
import { executable, type RemoteSandbox } from './executable.ts';
import { sandbox } from './svc.ts';

/** Files by their paths. */
export type Files = Record<string, string>;

export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Points the host `modules.example.com` at a registry, in terraform's CLI configuration of a home. */
export async function mapHost(home: string, registry: string, host = 'modules.example.com'): Promise<void> {
  const block = `host "${host}" {\n  services = { "modules.v1" = "${registry}" }\n}\n`;
  await writeFile(join(home, '.terraformrc'), block);
}

/**
 * Publishes releases (`NAMESPACE/NAME/PROVIDER/VERSION/FILE`) as the modules of `modules.example.com`, replacing the previous ones: those that
 * `old` matches on the first day of 2020, the others now.
 */
export async function publish(
  home: string,
  releases: Files,
  { old = /^$/, ...options }: SandboxOptions & { old?: RegExp } = {},
): Promise<RemoteSandbox> {
  const folder = join(home, 'published');
  await rm(folder, { recursive: true, force: true });
  await writeFiles(folder, releases);
  const then = new Date('2020-01-01T00:00:00Z');
  for (const path of Object.keys(releases).filter((each) => old.test(each)))
    await utimes(join(folder, path), then, then);
  const service = await sandbox({ ...options, modulesDir: folder });
  await mapHost(home, service.info.registry);
  return service;
}

/** A `module` block. */
export function call(name: string, source: string, version = ''): string {
  return `module "${name}" {\n  source = "${source}"\n${version && `  version = "${version}"\n`}}\n`;
}

/** The address of a module of `acme` at the host that tests publish to. */
export const at = (name: string) => `modules.example.com/acme/${name}`;

/** A configuration in `infra` that calls a built-in module of the sandbox, and a registry for its host. */
export async function smallConfiguration(home: string, registry: string, constraint = '~> 1.0'): Promise<void> {
  await mapHost(home, registry);
  await writeFiles(home, { 'infra/main.tf': call('label', at('label/null'), constraint) });
}

/** Writes the small configuration and its lock without a network. */
export async function lockedConfiguration(home: string, registry: string): Promise<void> {
  await smallConfiguration(home, registry);
  const release = builtInReleases().find(({ name, version }) => name === 'label' && version === '1.1.0')!;
  const files = release.files.map(async (file) => {
    const digest = createHash('sha256')
      .update(await readText(file))
      .digest('hex');
    return { path: file.path, digest };
  });
  // Its gzip differs from that of Node.
  const body = executable ? await archiveOf(registry) : (await packRelease(release)).body;
  const sha256 = createHash('sha256')
    .update(body as Uint8Array)
    .digest('hex');
  const call = { source: at('label/null'), constraint: '~> 1.0', version: '1.1.0', location: registry, sha256 };
  const lock = new Map([['label', { ...call, h1: hashLines(await Promise.all(files)) }]]);
  await writeFiles(home, { 'infra/svc.modules.lock.json': formatLock({ tool: 'terraform', modules: lock }) });
}

/** The archive of `acme/label/null` 1.1.0 as a registry serves it. */
async function archiveOf(registry: string): Promise<Uint8Array> {
  const download = `${registry}acme/label/null/1.1.0/download`;
  const { headers } = await fetch(download);
  return new Uint8Array(await (await fetch(new URL(headers.get('x-terraform-get') ?? '', download))).arrayBuffer());
}
