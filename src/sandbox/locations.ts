import { type ModuleName, type Release, releaseId } from '../modules/publish/release.ts';

/** The prefix of the registry's paths; the URL in the discovery document ends with a slash (docs/protocol/discovery.md#service). */
export const registryPrefix = '/v1/modules';

/** The base of the summaries (`{registry_v2_base}`) without its final slash (docs/protocol/registry.md#version-2). */
export const summaryPrefix = '/v2/modules';

/**
 * The form of a module's download location: relative to the download endpoint (`./`), relative to the host (`/`), absolute, or
 * absolute with the module in the only folder of the archive, as code hosts pack it (docs/protocol/sandbox.md#locations).
 */
export type LocationStyle = 'beside' | 'rooted' | 'absolute' | 'nested';

/** Returns the location that the download endpoint sends for a release. Terraform recognizes an archive by its ending or by `archive=`. */
export function locationOf(release: Release, style: LocationStyle, url: string): string {
  const id = releaseId(release);
  switch (style) {
    case 'beside':
      return './archive.tar.gz';
    case 'rooted':
      return `/archives/${id}?archive=tar.gz`;
    case 'absolute':
      return `${url}/archives/${id}.tar.gz`;
    case 'nested':
      return `${url}/archives/${id}.tar.gz//${folderIn(release, style)}?archive=tar.gz`;
  }
}

/** Returns the download endpoint of a release, from the root of the host. */
export function downloadPath({ namespace, name, provider, version }: Release): string {
  return `${registryPrefix}/${[namespace, name, provider, version].map(encodeURIComponent).join('/')}/download`;
}

/** Returns the folder of the module in its archive; empty for the root of the archive. */
export function folderIn(release: Release, style: LocationStyle): string {
  return style === 'nested' ? `${release.name}-${release.version}` : '';
}

/** The paths of archives, as patterns. */
export const archivePaths = [
  `${registryPrefix}/:namespace/:name/:provider/:version/archive.tar.gz`,
  '/archives/:namespace/:name/:provider/:version',
] as const;

/** Returns the module version in the path of an archive, in any style. */
export function archivePath(path: string): (ModuleName & { version: string }) | undefined {
  const id =
    /^\/v1\/modules\/([^/]+\/[^/]+\/[^/]+\/[^/]+)\/archive\.tar\.gz$/.exec(path)?.[1] ??
    /^\/archives\/([^/]+\/[^/]+\/[^/]+\/[^/]+?)(?:\.tar\.gz)?$/.exec(path)?.[1];
  const [namespace, name, provider, version] = id?.replaceAll(/%2B/gi, '+').split('/') ?? [];
  return namespace && name && provider && version ? { namespace, name, provider, version } : undefined;
}
