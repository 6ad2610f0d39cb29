import { posix } from 'node:path';
import { percentDecoded } from '../../base/origin.ts';
import { splitSubdir } from '../address/address.ts';
import { parseLocation } from '../fetch/location.ts';
import type { LockedCall } from './lock-file.ts';

/** Hosts whose package URLs have the name without its ending as their type. */
const forges = ['github.com', 'bitbucket.org'];
const encoded = (text = '') => encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('*', '%2A');

/**
 * Returns the URL of a locked package, without its secrets, and its package URL (ECMA-427, which has no type for module registries).
 * @throws {SvcError} for a location that `svc` does not fetch
 */
export function originOf({ commit, location: text = '', sha256, source, version }: LockedCall) {
  // The mask would be read as a key.
  const location = parseLocation(text.replace(/([?&])sshkey=\*{3}/, '$1'), new URL('http://localhost/'));
  const url = `${location.url}`.replace(/(?<=^\w+:\/\/)[^/@]*\*{3}[^/@]*@/, '');
  const { host, pathname } = new URL(url);
  const path = pathname.replace(/(\.git)?\/*$/, '');
  const generic = `pkg:generic/${encoded(percentDecoded(posix.basename(path) || host))}`;
  if (version !== undefined) {
    const [registry, ...address] = splitSubdir(source)[0].split('/');
    return { url, purl: `pkg:generic/${address.join('/')}@${encoded(version)}?repository_url=${encoded(registry)}` };
  }
  if (location.kind !== 'git' && location.store?.kind === 'oci') {
    const { reference, repository } = location.store;
    const name = encoded(posix.basename(repository));
    return { url, purl: `pkg:oci/${name}@${reference}?repository_url=${encoded(repository.slice('oci://'.length))}` };
  }
  if (commit === undefined) return { url, purl: `${generic}?checksum=sha256:${sha256}&download_url=${encoded(url)}` };
  if (forges.includes(host)) return { url, purl: `pkg:${host.replace(/\.\w+$/, '')}${path.toLowerCase()}@${commit}` };
  return { url, purl: `${generic}@${commit}?vcs_url=${encoded(`git+${url}@${commit}`)}` };
}
