import { discoveryPaths, modulesService } from '../api/contract/dialect.ts';
import { packRelease } from '../modules/publish/pack.ts';
import { findRelease } from '../modules/publish/release.ts';
import type { Service } from './call.ts';
import { archivePath, folderIn, registryPrefix } from './locations.ts';
import { documentReply, notFound, Rejection, type Reply } from './reply.ts';

/** Replies with the discovery document or an archive: their paths are not documented endpoints. Returns undefined for any other path. */
export async function openDocument(service: Service, method: string, path: string): Promise<Reply | undefined> {
  const discovery = (discoveryPaths as readonly string[]).includes(path);
  const archive = archivePath(path);
  if (!discovery && archive === undefined) return undefined;
  if (method !== 'GET' && method !== 'HEAD') {
    throw new Rejection(405, { title: 'method not allowed' }, { allow: 'GET, HEAD' });
  }
  if (discovery) return documentReply('registry', 200, discoveryDocument);
  const release = archive && findRelease(service.catalogue, archive);
  if (release === undefined) throw notFound();
  const { body, etag } = await packRelease(release, folderIn(release, service.styleOf(release)));
  const headers = { 'content-type': 'application/gzip', ...(etag === undefined ? {} : { etag }) };
  return { status: 200, headers, body };
}

/** assumed: the service identifiers of the platform, as in the public service (docs/protocol/discovery.md#document). */
const discoveryDocument = {
  [modulesService]: `${registryPrefix}/`,
  'tfe.v2': '/api/v2/',
  'tfe.v2.1': '/api/v2/',
  'tfe.v2.2': '/api/v2/',
};
