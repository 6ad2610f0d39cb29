import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { targets } from '../executable/build.mjs';

const runtimeLibraries = JSON.parse(readFileSync(join(import.meta.dirname, 'runtime-libraries.json'), 'utf8'));

/** The programs in other languages that npm packages contain as WebAssembly. The packages do not state their versions. */
const webAssembly = {
  'jq-web': [
    ['jq', 'MIT', 'https://github.com/jqlang/jq'],
    ['oniguruma', 'BSD-2-Clause', 'https://github.com/kkos/oniguruma'],
  ],
  undici: [['llhttp', 'MIT', 'https://github.com/nodejs/llhttp']],
};

/**
 * Returns a CycloneDX document of a release: the packages in the bundle, and the runtime of each executable.
 * The packages are those of the bundle's licences, which the build writes from the modules that it included.
 */
export function sbom({ root, identity, version, epoch, names }) {
  const licences = readFileSync(join(root, 'dist/THIRD-PARTY-LICENCES.txt'), 'utf8');
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const runtimes = JSON.parse(readFileSync(join(root, 'packaging/executable/package-lock.json'), 'utf8'));
  const bundled = bundledPackages(licences).map(({ name, version, licence }) => ({
    ...npmComponent({ name, version, licence, locked: lockedPackage(lock, name, version) }),
    ...nested(webAssembly[name]),
  }));
  const embedded = names.map((target) => {
    const name = targets[target].runtime;
    const locked = runtimes.packages[`node_modules/${name}`];
    return {
      ...npmComponent({ name, version: locked.version, licence: 'MIT', locked, type: 'platform' }),
      properties: [{ name: 'svc:target', value: target }],
      ...nested(runtimeLibraries.libraries),
    };
  });
  const components = [...bundled, ...embedded];
  const subject = {
    type: 'application',
    'bom-ref': purl(identity.package, version),
    name: identity.package,
    version,
    licenses: licensesOf('MIT'),
    purl: purl(identity.package, version),
    externalReferences: [
      { type: 'website', url: identity.homepage },
      { type: 'vcs', url: identity.repository },
    ],
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([subject, components]))}`,
    version: 1,
    metadata: { timestamp: new Date(epoch * 1000).toISOString(), component: subject },
    components,
    dependencies: [{ ref: subject['bom-ref'], dependsOn: components.map((each) => each['bom-ref']) }],
  };
}

/** The packages named in the bundle's licences. */
export function bundledPackages(licences) {
  const heading = /^={80}\n(\S+) (\S+) \((.*)\)\n-{80}$/gm;
  const found = [...licences.matchAll(heading)].map(([, name, version, licence]) => ({ name, version, licence }));
  return [...new Map(found.map((each) => [`${each.name}@${each.version}`, each])).values()];
}

function lockedPackage(lock, name, version) {
  const found = Object.entries(lock.packages).find(
    ([path, locked]) => path.endsWith(`node_modules/${name}`) && locked.version === version,
  );
  if (found === undefined) throw new Error(`${name} ${version} is in the bundle but not in package-lock.json`);
  return found[1];
}

function npmComponent({ name, version, licence, locked: { integrity }, type = 'library' }) {
  const content = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
  return {
    type,
    'bom-ref': purl(name, version),
    name,
    version,
    licenses: licensesOf(licence),
    purl: purl(name, version),
    externalReferences: [
      { type: 'distribution', url: tarballUrl(name, version), hashes: [{ alg: 'SHA-512', content }] },
    ],
  };
}

function nested(libraries) {
  if (libraries === undefined) return {};
  const components = libraries.map(([name, licence, url]) => ({
    ...{ type: 'library', name, licenses: licensesOf(licence) },
    externalReferences: [{ type: 'vcs', url }],
  }));
  return { components };
}

const licensesOf = (licence) => (/ /.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }]);

const tarballUrl = (name, version) => `https://registry.npmjs.org/${name}/-/${basename(name)}-${version}.tgz`;

const purl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** Returns a UUID in the form of version 5, made from the content: two builds of a release get the same serial number. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex[16], 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
