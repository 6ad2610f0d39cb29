import type {
  ModuleDetail,
  ModulePart,
  ModuleSummary,
  VersionList,
} from '../../api/contract/registry/module-object.ts';
import { byBytes } from '../../base/text.ts';
import { type ModuleCall, type ModuleDeclarations, type ProviderRequirement, readModule } from '../hcl/module.ts';
import {
  type Catalogue,
  findModule,
  type PublishedModule,
  providersOf,
  type Release,
  readText,
  releaseId,
  type SourceFile,
} from './release.ts';

const uncounted = (_: Release): number => 0;

/** Describes a release in lists and search results (docs/protocol/registry.md#module-object). */
export function summaryOf(release: Release, count = uncounted): ModuleSummary {
  const { namespace, name, provider, version, owner, description, source, verified } = release;
  return {
    id: releaseId(release),
    owner,
    namespace,
    name,
    version,
    provider,
    description,
    source,
    published_at: release.publishedAt,
    downloads: count(release),
    verified,
  };
}

/** Describes a release in the response for a single module (docs/protocol/registry.md#module-object). */
export async function detailOf(catalogue: Catalogue, release: Release, count = uncounted): Promise<ModuleDetail> {
  const { root, submodules } = await contentsOf(release);
  const releases = findModule(catalogue, release)?.releases ?? [release];
  return {
    ...summaryOf(release, count),
    ...(await deprecationIn(release)),
    root: partAnswer(root, release.name),
    submodules: submodules.map((part) => partAnswer(part, part.path.split('/').at(-1) ?? '')),
    providers: providersOf(catalogue, release),
    versions: releases.map(({ version }) => version),
  };
}

/**
 * assumed: `name`, `type`, `required` and `provider_dependencies` besides the documented fields
 * (docs/protocol/registry.md#details), and fields that callers of a module need: `sensitive`, `nullable`, `ephemeral`,
 * `required_version` (the constraints of several `terraform` blocks joined by commas), `data_sources` and `ephemeral_resources`.
 */
function partAnswer(part: Part, name: string): ModulePart {
  const { dataSources, ephemeralResources, outputs, requiredVersions, resources, variables } = part.declarations;
  return {
    path: part.path,
    name,
    readme: part.readme,
    empty: part.empty,
    inputs: variables.map((variable) => ({ ...variable })),
    outputs: outputs.map((output) => ({ ...output })),
    dependencies: dependenciesOf(part),
    provider_dependencies: providerRequirementsOf(part),
    resources: resources.map((resource) => ({ ...resource })),
    data_sources: dataSources.map((source) => ({ ...source })),
    ephemeral_resources: ephemeralResources.map((resource) => ({ ...resource })),
    ...(requiredVersions.length > 0 && { required_version: requiredVersions.join(', ') }),
  };
}

/** Lists the versions of a module, then those of the published modules that it calls (docs/protocol/registry.md#versions). */
export async function versionsOf(catalogue: Catalogue, module: PublishedModule): Promise<VersionList> {
  const { root } = await contentsOf(module.latest);
  const dependencies = dependenciesOf(root).map(({ source }) => findBySource(catalogue, source));
  const all = new Set([module, ...dependencies.filter((each) => each !== undefined)]);
  return { modules: (await Promise.all([...all].map(moduleVersions))) as VersionList['modules'] };
}

/** Returns the published module at a source address, whatever the host; undefined for other kinds of source. */
function findBySource(catalogue: Catalogue, source: string): PublishedModule | undefined {
  const address = /^(?:[^/:]+(?::\d+)?\/)?([\w-]+)\/([\w-]+)\/([a-z0-9]+)(?:\/\/.*)?$/.exec(source);
  const [, namespace, name, provider] = address ?? [];
  return namespace && name && provider ? findModule(catalogue, { namespace, name, provider }) : undefined;
}

async function moduleVersions({ namespace, name, provider, releases }: PublishedModule) {
  const versions = releases.map(async (release) => {
    const { root, submodules } = await contentsOf(release);
    return {
      version: release.version,
      ...(await deprecationIn(release)),
      submodules: submodules.map((part) => ({ path: part.path, ...needsOf(part) })),
      root: needsOf(root),
    };
  });
  return { source: `${namespace}/${name}/${provider}`, versions: await Promise.all(versions) };
}

/** Reads why a version is deprecated from its file DEPRECATED (docs/protocol/registry.md#deprecated-versions). */
async function deprecationIn({ files }: Release): Promise<object | undefined> {
  const file = files.find(({ path }) => path === 'DEPRECATED');
  return file && { deprecation: { reason: (await readText(file)).trim() } };
}

function needsOf(part: Part) {
  return { providers: providerRequirementsOf(part), dependencies: dependenciesOf(part) };
}

/** A module part: the root or a submodule, as its own files declare it (docs/protocol/registry.md#module-part). */
interface Part {
  /** The path from the root; empty for the root. */
  path: string;
  readme: string;
  declarations: ModuleDeclarations;
  empty: boolean;
}

interface Contents {
  root: Part;
  submodules: Part[];
}

const cache = new WeakMap<Release, Promise<Contents>>();

/** Reads the modules of a release once: the root, and each folder below `modules/` with configuration files. */
export function contentsOf(release: Release): Promise<Contents> {
  const cachedContents = cache.get(release);
  if (cachedContents !== undefined) return cachedContents;
  const contents = (release.readFiles?.() ?? Promise.resolve(release.files)).then((files) => {
    // The archive could not be read, so let the next request try again.
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
  // Requests do not name a tool. So use the files that both tools read; without such files, those of tofu.
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

/** Lists the module calls whose source is outside the archive. */
function dependenciesOf({ declarations }: Part): Pick<ModuleCall, 'name' | 'source' | 'version'>[] {
  const outside = declarations.calls.filter(({ source }) => !/^\.\.?[/\\]/.test(source));
  return outside.map(({ name, source, version }) => ({ name, source, version }));
}

/** Lists provider requirements with parsed sources: `hashicorp/null` has the namespace `hashicorp`. */
function providerRequirementsOf({ declarations }: Part): (ProviderRequirement & { namespace: string })[] {
  return declarations.providers.map((provider) => ({
    ...provider,
    namespace: provider.source.split('/').at(-2) ?? '',
  }));
}
