import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Mirrored } from '../../../src/modules/mirror/manifest.ts';
import { writeStaticTree } from '../../../src/modules/mirror/static-tree.ts';

const entry = (name: string, subdir: string): Mirrored => ({
  ...{ source: `modules.test:8443/acme/${name}/null`, version: '1.0.0', subdir, bytes: 1 },
  file: `modules.test_8443/acme/${name}/null/1.0.0/archive.tar.gz`,
  ...{ sha256: '0'.repeat(64), h1: `h1:${'A'.repeat(43)}=`, origin: 'https://o.test', description: '', at: '' },
});

// trust: T-44
test('a map of locations has a line for each version, except for locations with characters that a web server would interpret', () => {
  const root = mkdtempSync(join(tmpdir(), 'svc-test-map-'));
  const odd = ['$http_authorization', 'a;b', '"', "'", '{env.HOME}', 'a b', '#', '$' + '{x}', 'é'];
  const entries = [entry('net', ''), entry('sub', 'net-*'), ...odd.map((subdir, nth) => entry(`odd${nth}`, subdir))];
  writeStaticTree(root, entries, join(root, 'fresh'));
  const base = '/modules.test_8443/acme';
  expect(readFileSync(join(root, 'locations.map'), 'utf8')).toBe(
    `${base}/net/null/1.0.0/download ./archive.tar.gz ;\n${base}/sub/null/1.0.0/download ./archive.tar.gz//net-* ;\n`,
  );
  rmSync(root, { recursive: true });
});
