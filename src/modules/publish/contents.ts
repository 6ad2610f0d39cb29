import { byBytes } from '../../base/text.ts';
import { type ModuleCall, type ModuleDeclarations, type ProviderRequirement, readModule } from '../hcl/module.ts';
import { type Release, readText, type SourceFile } from './release.ts';

/** A module part: the root or a submodule, as its own files declare it (docs/protocol/registry.md#module-part). */
export interface Part {
  /** Empty for the root. */
  path: string;
  readme: string;
  declarations: ModuleDeclarations;
  empty: boolean;
}

export interface Contents {
  root: Part;
  submodules: Part[];
}

const cache = new WeakMap<Release, Promise<Contents>>();

/** Reads the modules of a release once: the root, and each folder below `modules/` with configuration files. */
export function contentsOf(release: Release): Promise<Contents> {
  const before = cache.get(release);
  if (before !== undefined) return before;
  const contents = (release.read?.() ?? Promise.resolve(release.files)).then((files) => {
    // The archive could not be read: the next request tries again.
    if (files.length === 0) cache.delete(release);
    return readContents(files);
  });
  cache.set(release, contents);
  return contents;
}

async function readContents(files: readonly SourceFile[]): Promise<Contents> {
  const folders = new Map<string, SourceFile[]>([['', []]]);
  for (const file of files) {
    const folder = file.path.slice(0, Math.max(0, file.path.lastIndexOf('/')));
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  const paths = [...folders].filter(([path, inside]) => /^modules\/[^/]+$/.test(path) && inside.some(isSource));
  paths.sort(([a], [b]) => (a < b ? -1 : 1));
  const submodules = paths.map(([path, inside]) => partOf(path, inside));
  return { root: await partOf('', folders.get('') ?? []), submodules: await Promise.all(submodules) };
}

function isSource({ path }: SourceFile): boolean {
  return /\.(tf|tofu)(\.json)?$/.test(path);
}

async function partOf(path: string, files: readonly SourceFile[]): Promise<Part> {
  // Requests do not name a tool: the files that both tools read count, or tofu's own without others.
  const all = files.filter(isSource).sort((a, b) => byBytes(a.path, b.path));
  const shared = all.filter(({ path }) => /\.tf(\.json)?$/.test(path));
  const sources = shared.length > 0 ? shared : all;
  const texts = await Promise.all(sources.map(async (file) => [file.path, await readText(file)] as const));
  const readme = files.find((file) =>
    /^readme(\.md|\.txt)?$/i.test(file.path.slice(path === '' ? 0 : path.length + 1)),
  );
  return {
    path,
    readme: readme === undefined ? '' : await readText(readme),
    declarations: readModule(Object.fromEntries(texts)),
    empty: sources.length === 0,
  };
}

/** Lists the calls of modules outside the archive. */
export function dependenciesOf({ declarations }: Part): Pick<ModuleCall, 'name' | 'source' | 'version'>[] {
  const outside = declarations.calls.filter(({ source }) => !/^\.\.?[/\\]/.test(source));
  return outside.map(({ name, source, version }) => ({ name, source, version }));
}

/** Lists provider requirements with parsed sources: `hashicorp/null` has the namespace `hashicorp`. */
export function providerRequirementsOf({ declarations }: Part): (ProviderRequirement & { namespace: string })[] {
  return declarations.providers.map((provider) => ({
    ...provider,
    namespace: provider.source.split('/').at(-2) ?? '',
  }));
}
