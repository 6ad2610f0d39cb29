import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tool } from '../../base/system/tools.ts';
import type { Context } from '../../cli/context.ts';
import { hostedRegistries } from '../../cli/hosted-registries.ts';
import { temporariesOf } from '../../cli/temporaries.ts';
import type { Progress } from '../../cli/terminal/progress.ts';
import type { FetchDeps } from '../../modules/fetch/source.ts';
import type { GetPackage, Sources } from '../../modules/lock/call-package.ts';
import { remember } from '../../modules/lock/memoize.ts';

import { readPackage } from '../../modules/package.ts';
import type { RegistryDeps } from '../../modules/registry/registry.ts';

/** Returns the dependencies of a download, without the progress line. */
export function fetchDepsOf({ client, host, output, settings }: Context): Omit<FetchDeps, 'update'> {
  const { disk, env, signal } = host;
  const git = { env, timeoutMs: settings.lookup('timeout')?.value };
  const { insecureHttp } = settings;
  return { client, git, insecureHttp, disk, signal, temporaries: temporariesOf(host), warn: output.warn };
}

/** Options of a download of the modules of a configuration. */
export interface SourceOptions extends Pick<FetchDeps, 'allowSharedParent' | 'cache' | 'minSpeed' | 'offline'> {
  /** The tool whose files are read (default: terraform). */
  tool?: Tool | undefined;
  /** The folder for the packages, which the caller removes (default: a temporary folder). */
  folder?: string | undefined;
  /** The registries of addresses from the command line. */
  registries?: RegistryDeps | undefined;
  jobs?: number | undefined;
  /** Returns a function that replaces the plain fetch of a package. */
  getter?: (deps: FetchDeps) => GetPackage;
}

/** Opens the sources of modules, and closes them after `act`. */
export type OpenSources = <Result>(
  context: Context,
  title: string,
  act: (sources: Sources) => Promise<Result>,
  options?: SourceOptions,
) => Promise<Result>;

/** Runs the actions of all folders with shared sources. */
export type Sharing = <Result>(all: (open: OpenSources) => Promise<Result>) => Promise<Result>;

export const withSources: OpenSources = (context, title, act, options) =>
  sharingSources(context, title, (open) => open(context, title, act), options);

/**
 * Opens the sources of several configurations while `all` runs, with a progress line. Each package is fetched once. `own` overrides the
 * options of a folder.
 */
export function sharingSources<Result>(
  context: Context,
  title: string,
  all: (open: OpenSources) => Promise<Result>,
  own: SourceOptions = {},
): Promise<Result> {
  const line = context.progress(title);
  const { update } = line;
  const made = remember<Promise<Sources>>();
  const within = (place: string) =>
    all(({ output: { warn } }, _title, act, { tool = own.tool ?? 'terraform', ...options } = {}) =>
      made(tool, () => sourcesIn(join(place, tool), context, { ...options, ...own, tool, update })).then((shared) =>
        act({ ...shared, warn }),
      ),
    );
  const places = [tmpdir(), own.cache?.staging];
  const done = own.folder ? within(own.folder) : temporariesOf(context.host).inPrivateFolder(places, within);
  return done.finally(line.stop);
}

async function sourcesIn(
  place: string,
  context: Context,
  { getter, jobs, registries, tool = 'terraform', folder: _, ...fetching }: SourceOptions & Pick<Progress, 'update'>,
): Promise<Sources> {
  const { warn } = context.output;
  const { createPublishedAt } = await import('../../modules/lock/min-age.ts');
  const { createPackages } = await import('../../modules/lock/call-package.ts');
  const { Registries, mappedOnly } = await import('../../modules/lock/registries.ts');
  const { packFolder } = await import('../../modules/mirror/pack.ts');
  const registryDeps = registries ?? mappedOnly(await hostedRegistries(context, tool), tool);
  const deps = { ...fetching, ...fetchDepsOf(context), pack: packFolder, acceptClash: true };
  const get = getter?.(deps) ?? ((spec, dir) => readPackage(spec, dir, deps));
  const knownRegistries = new Registries(registryDeps, warn);
  const asking = { ...deps.git, signal: deps.signal, temporaries: deps.temporaries };
  const listed = remember<ReturnType<Sources['tags']>>();
  const tags: Sources['tags'] = (at) =>
    listed(at.kind === 'git' ? at.url : at.repository, async () =>
      at.kind === 'git'
        ? (await import('../../modules/fetch/git.ts')).listTags(at, asking)
        : new Map((await (await import('../../modules/fetch/oci.ts')).listOciTags(at, deps)).map((tag) => [tag, ''])),
    );
  const publishedAt = createPublishedAt(knownRegistries, async (location) =>
    (await import('../../modules/fetch/git.ts')).commitDate(location, asking),
  );
  return { packages: createPackages(place, get, jobs), publishedAt, registries: knownRegistries, tags, tool, warn };
}
