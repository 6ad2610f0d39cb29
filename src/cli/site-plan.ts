import { join, resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import { createQueue } from '../queue.ts';
import { stateFolder } from '../settings/paths.ts';
import { createLookups } from '../site/lookups.ts';
import { type Plan, planOf } from '../site/plan.ts';
import { openRecord, recordName, type SiteRecord } from '../site/record.ts';
import { type Site, siteOf } from '../site/site.ts';
import type { Context } from './context.ts';
import type { FlagsOf } from './run.ts';
import type { planFlags } from './site-flags.ts';
import { siteService } from './site-service.ts';
import { siteSources } from './site-sources.ts';

/** A plan, and what an apply needs to carry it out. */
export interface SitePlan {
  plan: Plan;
  record: SiteRecord;
  turn: ReturnType<typeof createQueue>;
}

/** Reads the documents and compares them with the service. */
export async function sitePlan(
  {
    file,
    jobs,
    prune,
    record: path,
    saveDisabled = false,
    sendSecrets,
  }: FlagsOf<typeof planFlags> & { saveDisabled?: boolean },
  context: Context,
): Promise<SitePlan> {
  const { host, progress, settings } = context;
  const site = siteOf(await siteSources(file, context));
  const organization = organizationOf(site, settings);
  const address = settings.address().value.href;
  const name = site.name ?? (organization || 'site');
  const stored = join(stateFolder(host.env, host.home), 'site', recordName(name, address));
  const record = openRecord(path === undefined ? stored : resolve(host.cwd, path), { name, address });
  const service = siteService(context);
  const turn = createQueue(jobs);
  const spinner = progress('Comparing the site with its documents');
  const lookups = createLookups(service, organization);
  const wishes = { prune: prune === true, saveDisabled, sendSecrets: sendSecrets === true };
  const options = { ...wishes, lookups, now: host.now, organization, record, service, turn };
  return { plan: await planOf(site, options).finally(() => spinner.stop()), record, turn };
}

/** The organization of the documents, else that of the settings. @throws {UsageError} if the flag names another one */
function organizationOf({ organization }: Site, settings: Context['settings']): string {
  const typed = settings.typed('organization')?.value;
  if (organization !== undefined && typed !== undefined && typed !== organization) {
    throw new UsageError(`--organization ${typed} contradicts the documents, which are about ${organization}.`);
  }
  return organization ?? settings.organization()?.value ?? '';
}
