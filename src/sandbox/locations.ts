import { type ModuleName, type Release, releaseId } from '../publish/release.ts';

/** Where the registry's paths begin; the URL that discovery names has a slash after it (docs/protocol/discovery.md#service). */
export const registryPrefix = '/v1/modules';

/** `{registry_v2_base}` without its slash (docs/protocol/registry.md#version-2). */
export const summaryPrefix = '/v2/modules';

/**
 * How a module's download location is written: next to the download endpoint (`./`), from the root of the host (`/`), in full, or
 * in full with the module in the archive's only folder, as hosts of source code pack it (docs/protocol/sandbox.md#locations).
 */
export type LocationStyle = 'beside' | 'rooted' | 'absolute' | 'nested';

/** What the download endpoint says for a release. The module ecosystem's own installer tells an archive by its ending or by `archive=`. */
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

/** The download endpoint of a release, from the root of the host. */
export function downloadPath({ namespace, name, provider, version }: Release): string {
  return `${registryPrefix}/${[namespace, name, provider, version].map(encodeURIComponent).join('/')}/download`;
}

/** The folder inside the archive; empty where the module is at the archive's root. */
export function folderIn(release: Release, style: LocationStyle): string {
  return style === 'nested' ? `${release.name}-${release.version}` : '';
}

/** Where archives are: what `locationOf` leads to, as patterns. */
export const archivePaths = [
  `${registryPrefix}/:namespace/:name/:provider/:version/archive.tar.gz`,
  '/archives/:namespace/:name/:provider/:version',
] as const;

/** The module version an archive's path names, whichever style led there. */
export function archivePath(path: string): (ModuleName & { version: string }) | undefined {
  const id =
    /^\/v1\/modules\/([^/]+\/[^/]+\/[^/]+\/[^/]+)\/archive\.tar\.gz$/.exec(path)?.[1] ??
    /^\/archives\/([^/]+\/[^/]+\/[^/]+\/[^/]+?)(?:\.tar\.gz)?$/.exec(path)?.[1];
  const [namespace, name, provider, version] = id?.replaceAll(/%2B/gi, '+').split('/') ?? [];
  return namespace && name && provider && version ? { namespace, name, provider, version } : undefined;
}
