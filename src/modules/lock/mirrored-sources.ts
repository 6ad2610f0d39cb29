import { unlessFailed } from '../../base/errors.ts';
import { isObject, jsonIn } from '../../base/json.ts';
import { maskUrl } from '../../base/secrets.ts';
import { splitMapping } from '../address/registry-setting.ts';
import type { Located } from '../fetch/locate.ts';
import type { ArchiveFormat } from '../fetch/location.ts';
import { placeOf, type RegistryDeps } from '../registry/registry.ts';
import type { LockedCall } from './lock-file.ts';
import { remember } from './memoize.ts';

const sourceFile = /^_sources\/[0-9a-f]{40,64}\.(tar\.gz|tar|zip)$/;

/**
 * Returns a function that finds the archive of a locked repository or URL in the mirrors of the registries: a host whose registry is at
 * `ROOT/HOST/` has a mirror at `ROOT/`. A mirror that does not respond counts as empty. Each list is requested once.
 */
export function mirroredSources(
  deps: RegistryDeps,
): (locked: Pick<LockedCall, 'commit' | 'sha256' | 'submodules'>) => Promise<Located | undefined> {
  const listed = remember<Promise<Record<string, unknown>[]>>();
  return async ({ commit, sha256, submodules }) => {
    for (const root of rootsOf(deps)) {
      const mirrored = (await listed(root.href, () => listOf(root, deps))).find((each) =>
        commit === undefined ? each.sha256 === sha256 : each.commit === commit && each.submodules === submodules,
      );
      const [file, format] = sourceFile.exec(String(mirrored?.file)) ?? [];
      if (file === undefined || !/^[0-9a-f]{64}$/.test(String(mirrored?.sha256))) continue;
      const url = new URL(file, root);
      const checksum = { algorithm: 'sha256' as const, digest: String(mirrored?.sha256) };
      const display = maskUrl(url);
      const location = { kind: 'archive' as const, url, format: format as ArchiveFormat, checksum, display };
      return { location, from: display, anonymous: false };
    }
    return undefined;
  };
}

function rootsOf(deps: RegistryDeps): URL[] {
  const roots = deps.named.flatMap(({ value }) => {
    const { host } = splitMapping(value);
    if (host === undefined) return [];
    const { isRegistry, url } = placeOf(deps, host);
    const folders = [host.ascii.replaceAll(':', '_'), '_sources'];
    return isRegistry && folders.some((name) => url.pathname.endsWith(`/${name}/`)) ? new URL('..', url).href : [];
  });
  return [...new Set(roots)].map((root) => new URL(root));
}

async function listOf(root: URL, { client, signal }: RegistryDeps): Promise<Record<string, unknown>[]> {
  const options = { signal, retries: 0, audience: 'registry' } as const;
  const request = client().then((known) => known.send('GET', new URL('mirror.json', root), undefined, options));
  const document = jsonIn((await unlessFailed(request))?.text ?? '');
  return isObject(document) && Array.isArray(document.packages) ? document.packages.filter(isObject) : [];
}
