import { CancelledError, SvcError } from '../base/errors.ts';
import { isObject, jsonIn } from '../base/json.ts';
import { maskUrl } from '../base/secrets.ts';
import { splitMapping } from '../module/address/registry-setting.ts';
import type { ArchiveFormat } from '../module/fetch/location.ts';
import type { Located } from '../module/fetch/page.ts';
import { placeOf, type RegistryDeps } from '../module/registry/registry.ts';
import type { LockedCall } from './lock-file.ts';
import { remember } from './memoize.ts';

/** A package that no registry serves, in the list of a mirror. */
interface Listed {
  file: string;
  format: ArchiveFormat;
  commit: unknown;
  submodules: unknown;
  sha256: string;
}

const sourceFile = /^_sources\/[0-9a-f]{40,64}\.(tar\.gz|tar|zip)$/;

/**
 * Finds the archive of a locked repository or URL in the mirrors that the registries of hosts are in: a host whose registry is at
 * `ROOT/HOST/` has a mirror at `ROOT/`. A mirror that does not answer has nothing. Each list is requested once.
 */
export function mirroredSources(
  deps: RegistryDeps,
): (locked: Pick<LockedCall, 'commit' | 'sha256' | 'submodules'>) => Promise<Located | undefined> {
  const listed = remember<Promise<Listed[]>>();
  return async ({ commit, sha256, submodules }) => {
    for (const root of rootsOf(deps)) {
      const all = await listed(root.href, () => listOf(root, deps));
      const found = all.find((each) =>
        commit === undefined ? each.sha256 === sha256 : each.commit === commit && each.submodules === submodules,
      );
      if (found === undefined) continue;
      const url = new URL(found.file, root);
      const checksum = { algorithm: 'sha256' as const, digest: found.sha256 };
      const display = maskUrl(url);
      return {
        location: { kind: 'archive', url, format: found.format, checksum, display },
        from: display,
        anonymous: false,
      };
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

async function listOf(root: URL, { client, signal }: RegistryDeps): Promise<Listed[]> {
  try {
    const options = { signal, retries: 0, audience: 'registry' } as const;
    const { text } = await (await client()).send('GET', new URL('mirror.json', root), undefined, options);
    const document = jsonIn(text);
    const packages = isObject(document) && Array.isArray(document.packages) ? document.packages.filter(isObject) : [];
    return packages.flatMap(({ commit, file, sha256, submodules }) => {
      const [path, format] = sourceFile.exec(String(file)) ?? [];
      if (path === undefined || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return [];
      return { file: path, format: format as ArchiveFormat, commit, submodules, sha256 };
    });
  } catch (error) {
    if (error instanceof CancelledError || !(error instanceof SvcError)) throw error;
    return [];
  }
}
