import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { byLine, type Source } from '../base/document/document.ts';
import { AuthError, UsageError } from '../base/errors.ts';
import { createQueue } from '../base/queue.ts';
import { cannot, isFolder } from '../base/system/files.ts';
import { joined } from '../base/text.ts';
import { columnsOf, type View } from '../base/view.ts';
import { type Change, changeOf } from '../platform/site/change.ts';
import type { Plan, Reading } from '../platform/site/kind.ts';
import { createLookups } from '../platform/site/lookups.ts';
import { planOf } from '../platform/site/plan.ts';
import { openRecord, recordName } from '../platform/site/record.ts';
import { requireSameDocuments, type SavedPlan, savedPlan } from '../platform/site/saved-plan.ts';
import type { SecretSource } from '../platform/site/schema.ts';
import { type Site, siteOf } from '../platform/site/site.ts';
import type { Context } from './context.ts';
import { planText } from './plan-text.ts';
import { stateFolder } from './settings/paths.ts';
import type { planFlags } from './site-flags.ts';
import { secretsAtHand } from './site-secrets.ts';
import { siteService } from './site-service.ts';
import { printable } from './terminal/printable.ts';
import type { FlagsOf } from './verb.ts';

type Flags = FlagsOf<typeof planFlags>;
type PlanFlags = { [Name in keyof Flags]: Flags[Name] extends true | undefined ? boolean | undefined : Flags[Name] };

export const changeView: View<Change> = {
  columns: columnsOf(
    'action kind workspace',
    { name: 'name', fit: 'whole' },
    { name: 'changes', of: ({ changes }) => changes.map(({ attribute }) => attribute).join(' ') },
    { name: 'warnings', of: ({ warnings }) => warnings.join(' '), fit: 'prose' },
  ),
};

/** A plan, and what an apply needs to carry it out. */
export interface SitePlan extends Pick<Reading, 'record' | 'turn'> {
  plan: Plan;
  /** What is shown: the steps, and the secrets that are not sent. */
  changes: Change[];
  text: string;
  /** The plan as a file has it, with the record as it is now. */
  saved(): SavedPlan;
}

/** The documents of a site, and the record that belongs to them. */
export interface DeclaredSite {
  site: Site;
  sources: Source[];
  paths: string[];
  /** Empty for documents without parts of an organization. */
  organization: string;
  /** The path of the record, and the site that it must belong to. */
  record: { path: string; name: string; address: string };
}

/** Reads the documents. @throws {UsageError} for their mistakes; {CheckFailedError} if they are not those of a saved plan */
export async function declaredSite(
  { file = [], record: typed }: Pick<PlanFlags, 'file' | 'record'>,
  documents: readonly string[],
  context: Context,
  saved?: SavedPlan,
): Promise<DeclaredSite> {
  const paths = [...file, ...documents];
  const sources = await siteSources(paths, context);
  if (saved) requireSameDocuments(saved, sources);
  const site = siteOf(sources);
  const organization = organizationOf(site, context.settings);
  return { site, sources, paths, organization, record: recordOf(organization, typed, context) };
}

/** Where the record of an organization is, and the site that it must belong to. @param typed the file of --record */
export function recordOf(organization: string, typed: string | undefined, context: Context): DeclaredSite['record'] {
  const { host, settings } = context;
  const address = settings.address().value.href;
  const name = organization || 'site';
  const stored = join(stateFolder(host.env, host.home), 'site', recordName(name, address));
  return { path: typed === undefined ? stored : resolve(host.cwd, typed), name, address };
}

/** What reads the service, the record, and a message until the reading stops. */
export function startReading(
  { organization, record: { path, ...owner } }: Pick<DeclaredSite, 'organization' | 'record'>,
  { jobs, message }: { jobs: number; message: string },
  context: Context,
) {
  const record = openRecord(path, owner);
  const service = siteService(context);
  const lookups = createLookups(service, organization);
  return { lookups, organization, record, service, turn: createQueue(jobs), spinner: context.progress(message) };
}

export async function sitePlan(
  declared: DeclaredSite,
  { jobs, saveDisabled = false, ...flags }: PlanFlags & { saveDisabled?: boolean },
  context: Context,
): Promise<SitePlan> {
  const { host, output } = context;
  const { organization, paths, record: recorded, site, sources } = declared;
  const values = await secretsAtHand(site, context);
  const how = { jobs, message: 'Comparing the site with its documents' };
  const { spinner, ...reading } = startReading(declared, how, context);
  const { forget = [], prune = false, sendSecrets = false } = flags;
  const valueFrom = (source: SecretSource) => values.get(source);
  const options = { ...reading, forget, now: host.now, prune, saveDisabled, sendSecrets, valueFrom };
  const plan = await planOf(site, options).finally(() => spinner.stop());
  for (const { at, text } of byLine(plan.warnings)) output.warn(printable(`${at}: ${text}`));
  // The text of the plan has it; rows do not.
  if (output.writesJson) for (const each of plan.unconfirmed) output.note(printable(each));
  const changes = [...plan.steps.map(changeOf), ...plan.unsent];
  const { address, path } = recorded;
  const made = { address, organization, flags: { file: paths, forget: flags.forget, prune, sendSecrets } };
  const saved = () => savedPlan(made, sources, path, plan.steps);
  return { ...reading, plan, changes, text: planText(changes, plan), saved };
}

/** Shows a plan that is not carried out. @throws {AuthError} as `requireAllSeen` does */
export async function showPlan({ changes, plan, text }: SitePlan, { output }: Pick<Context, 'output'>): Promise<void> {
  await output.list(changeView, changes, '', text);
  for (const note of plan.notes) output.note(printable(note));
  if (plan.readOnly) output.note(plan.readOnly.message);
  requireAllSeen(plan);
}

/** @throws {AuthError} naming the workspaces that the token cannot see */
export function requireAllSeen({ unseen }: Plan): void {
  const [error] = unseen.values();
  if (error === undefined) return;
  const names = joined([...unseen.keys()].sort());
  throw new AuthError(`You can't see the notifications of ${names} with this token.`, error);
}

/** The organization of the documents, else that of the settings. @throws {UsageError} if the flag names another one */
function organizationOf({ organization }: Site, settings: Context['settings']): string {
  const typed = settings.typed('organization')?.value;
  if (organization !== undefined && typed !== undefined && typed !== organization) {
    throw new UsageError(`--organization ${typed} contradicts the documents, which are about ${organization}.`);
  }
  return organization ?? settings.lookup('organization')?.value ?? '';
}

/** Reads files, the *.yaml, *.yml and *.json files of a folder, and stdin for `-`. @throws {UsageError} without any */
async function siteSources(paths: readonly string[], { host, read }: Context): Promise<Source[]> {
  if (paths.length === 0 || paths.includes(''))
    throw new UsageError('No document given. Give a file, a folder, or - for stdin.');
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
