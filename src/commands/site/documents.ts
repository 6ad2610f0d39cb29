import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Source } from '../../base/document/document.ts';
import { UsageError } from '../../base/errors.ts';
import { cannot, isFolder } from '../../base/system/files.ts';
import type { Context } from '../../cli/context.ts';
import { stateFolder } from '../../cli/settings/paths.ts';
import { recordName } from '../../platform/site/record.ts';
import { documentsHash, requireSame, type SavedPlan } from '../../platform/site/saved-plan.ts';
import { type Site, siteOf } from '../../platform/site/site.ts';
import type { PlanFlags } from './flags.ts';

export interface DeclaredSite {
  site: Site;
  sources: Source[];
  paths: string[];
  /** The name of the organization; empty if no document has parts of an organization. */
  organization: string;
  /** The path of the record, and the site that the record must belong to. */
  record: { path: string; name: string; address: string };
}

/**
 * Reads the documents. @throws {UsageError} for mistakes in the documents; {CheckFailedError} if they differ from those of a saved plan
 */
export async function declaredSite(
  { file = [], record: typed }: Pick<PlanFlags, 'file' | 'record'>,
  documents: readonly string[],
  context: Context,
  saved?: SavedPlan,
): Promise<DeclaredSite> {
  const paths = [...file, ...documents];
  const sources = await siteSources(paths, context);
  // Check before parsing: a plan may name any file, and an error could quote it.
  if (saved) requireSame(saved, { ...saved, documents: documentsHash(sources) });
  const site = siteOf(sources);
  const organization = organizationOf(site, context.settings);
  return { site, sources, paths, organization, record: recordOf(organization, typed, context) };
}

/** Returns the path of an organization's record, and the site that it must belong to. @param typed the file of --record */
export function recordOf(organization: string, typed: string | undefined, context: Context): DeclaredSite['record'] {
  const { host, settings } = context;
  const address = settings.address().value.href;
  const name = organization || 'site';
  const stored = join(stateFolder(host.env, host.home), 'site', recordName(name, address));
  return { path: typed === undefined ? stored : resolve(host.cwd, typed), name, address };
}

/** Returns the organization of the documents, else that of the settings. @throws {UsageError} if the flag names another one */
function organizationOf({ organization }: Site, settings: Context['settings']): string {
  const typed = settings.typed('organization')?.value;
  if (organization !== undefined && typed !== undefined && typed !== organization) {
    throw new UsageError(`--organization ${typed} contradicts the documents, which are about ${organization}.`);
  }
  return organization ?? settings.lookup('organization')?.value ?? '';
}

/** Reads files, the *.yaml, *.yml and *.json files of a folder, and stdin for `-`. @throws {UsageError} if no document is found */
async function siteSources(paths: readonly string[], { host, read }: Context): Promise<Source[]> {
  if (paths.length === 0 || paths.includes(''))
    throw new UsageError('No document given. Specify a file, a folder, or - for stdin.');
  if (paths.filter((path) => path === '-').length > 1) throw new UsageError('Stdin can be read only once.');
  const sources: Source[] = [];
  for (const path of paths) {
    for (const file of filesOf(path, host)) {
      const folder = file === '-' ? host.cwd : dirname(resolve(host.cwd, file));
      sources.push({ file: file === '-' ? 'stdin' : file, folder, text: await read('document', file) });
    }
  }
  return sources;
}

function filesOf(path: string, { cwd }: Pick<Context['host'], 'cwd'>): string[] {
  const folder = resolve(cwd, path);
  if (path === '-' || !isFolder(folder)) return [path];
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => /^[^.].*\.(ya?ml|json)$/.test(name));
  } catch (cause) {
    throw cannot(`read ${path}`, cause);
  }
  if (names.length === 0) throw new UsageError(`${path} has no *.yaml, *.yml or *.json files.`);
  return names.sort().map((name) => join(path, name));
}
