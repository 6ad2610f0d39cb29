import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { serveMirror } from '../../src/modules/mirror/serve/server.ts';
import { gzippedTar } from '../../src/modules/publish/pack.ts';
import { releaseId } from '../../src/modules/publish/release.ts';
import { builtInReleases } from '../../src/sandbox/modules/index.ts';
import type { RegistryService } from './service.ts';

/** Serves a mirror of the sandbox's modules, as `svc module serve` does. */
export async function startMirror(): Promise<RegistryService> {
  const root = mkdtempSync(join(tmpdir(), 'svc-mirror-'));
  const packages = [];
  for (const release of builtInReleases()) {
    const { description, name, namespace, provider, source: origin, version } = release;
    const file = `modules.test/${releaseId(release)}/archive.tar.gz`;
    const bytes = await buffer(gzippedTar(release.files));
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const source = `modules.test/${namespace}/${name}/${provider}`;
    const h1 = `h1:${createHash('sha256').update(bytes).digest('base64')}`;
    const at = '2026-01-15T12:00:00.000Z';
    packages.push({ source, version, file, subdir: '', sha256, bytes: bytes.length, h1, origin, description, at });
  }
  writeFileSync(join(root, 'mirror.json'), JSON.stringify({ version: 1, packages }));
  const warn = (message: string) => {
    throw new Error(message);
  };
  const server = await serveMirror({ root, host: '127.0.0.1', port: 0, tokens: [], warn });
  const close = async () => {
    await server.close();
    rmSync(root, { recursive: true });
  };
  return { registry: `http://127.0.0.1:${server.port}/modules.test/`, close };
}
