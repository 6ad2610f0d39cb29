import { PackageURL } from 'packageurl-js';
import { expect, test } from 'vitest';
import type { LockedCall } from '../../../src/modules/lock/lock-file.ts';
import { originOf } from '../../../src/modules/lock/sbom.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const sha256 = 'a'.repeat(64);
const registry = (source: string, version: string) => ({ source, version, location: 'https://cdn.example.com/a.zip' });
const git = (location: string) => ({ source: location, location, commit });

test.each<[LockedCall, origin: string, purl: string]>([
  [
    registry('registry.terraform.io/acme/vpc/aws//modules/x', '5.1.0'),
    'https://cdn.example.com/a.zip',
    'pkg:generic/acme/vpc/aws@5.1.0?repository_url=registry.terraform.io',
  ],
  [
    registry('modules.example.com:8443/acme/vpc/aws', '1.0.0-rc.1+b'),
    'https://cdn.example.com/a.zip',
    'pkg:generic/acme/vpc/aws@1.0.0-rc.1%2Bb?repository_url=modules.example.com:8443',
  ],
  [
    git('git::https://github.com/Acme/Net.git//sub?ref=v1'),
    'https://github.com/Acme/Net.git',
    `pkg:github/acme/net@${commit}`,
  ],
  [
    git('git::ssh://git@bitbucket.org/acme/net.git?ref=v1'),
    'ssh://git@bitbucket.org/acme/net.git',
    `pkg:bitbucket/acme/net@${commit}`,
  ],
  [
    git('git::https://***:***@git.example.com/a/b/net.git?ref=v1&sshkey=***'),
    'https://git.example.com/a/b/net.git',
    `pkg:generic/net@${commit}?vcs_url=git%2Bhttps:%2F%2Fgit.example.com%2Fa%2Fb%2Fnet.git%40${commit}`,
  ],
  [
    { source: 'https://x.example/net.zip', location: 'https://x.example/net.zip?sig=***', sha256 },
    'https://x.example/net.zip?sig=***',
    `pkg:generic/net.zip?checksum=sha256:${sha256}&download_url=https:%2F%2Fx.example%2Fnet.zip%3Fsig%3D%2A%2A%2A`,
  ],
  [
    { source: 's3::https://s3.example/b/net.zip', location: 's3::https://s3.example/b/net.zip', sha256 },
    'https://s3.example/b/net.zip',
    `pkg:generic/net.zip?checksum=sha256:${sha256}&download_url=https:%2F%2Fs3.example%2Fb%2Fnet.zip`,
  ],
  [
    git('git::https://constructor/net.git'),
    'https://constructor/net.git',
    `pkg:generic/net@${commit}?vcs_url=git%2Bhttps:%2F%2Fconstructor%2Fnet.git%40${commit}`,
  ],
  [
    {
      source: 'oci://oci.example/acme/net?tag=v1',
      location: `oci://oci.example/acme/net?digest=sha256:${sha256}`,
      sha256,
    },
    `https://oci.example/v2/acme/net/manifests/sha256:${sha256}`,
    `pkg:oci/net@sha256:${sha256}?repository_url=oci.example%2Facme%2Fnet`,
  ],
])('the origin of $source has no secrets, and another program reads its package URL', (locked, origin, purl) => {
  expect(originOf(locked)).toEqual({ url: origin, purl });
  const { name, qualifiers = {}, version } = PackageURL.fromString(purl);
  expect(name).not.toBe('');
  expect([version, ...Object.values(qualifiers)].join(' ')).not.toContain('%');
});

test.each([
  [git('git::https://h.test/my%20net.git'), 'pkg:generic/my%20net@'],
  [{ source: '', location: 'https://h.test/?archive=zip', sha256 }, 'pkg:generic/h.test?'],
])('the package URL of $location has a readable name', (locked, start) => {
  expect(originOf(locked).purl.startsWith(start)).toBe(true);
});
