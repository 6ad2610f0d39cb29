import { type Mistake, throwMistakes } from '../../base/document/document.ts';
import { NotFoundError, SomeFailedError, SvcError, UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest.ts';
import { counted, joined } from '../../base/text.ts';
import { isOfSite, type ListName, partNames, parts } from '../resources/index.ts';
import { readError, readOnlyError } from './access.ts';
import { editionOf, isInEdition, Plan, type Planning, type Reading } from './kind.ts';
import { kinds, kindsOf } from './kinds/index.ts';
import { isOwn, type RecordEntry } from './record.ts';
import type { KnownEdition } from './service.ts';
import { keys, type Site } from './site.ts';

interface Options extends Pick<Planning, 'now' | 'prune' | 'sendSecrets' | 'saveDisabled' | 'valueFrom'>, Reading {
  forget: readonly string[];
}

/** Compares the documents with the service. @throws {SvcError} for mistakes that only the service shows, and for parts that cannot be read */
export async function planOf(site: Site, options: Options): Promise<Plan> {
  const { organization, prune, record, service } = options;
  const edition = await service.edition();
  const mistakes = documentMistakes(site, edition, options);
  throwMistakes(mistakes, keys);
  const plan = new Plan();
  const isGiven = givenTest(site, options);
  const isPrunable = (entry: RecordEntry) => isOwn(entry) && entry.document !== undefined && isGiven(entry);
  const planning: Planning = { ...options, plan, mistakes, isGiven, isPrunable };
  const planned = await Promise.all(
    kindsOf(edition, organization).map(async ({ name, plan }) =>
      plan(site, planning).then(
        (steps) => ({ name, steps: steps.filter((step) => step !== undefined) }),
        (error: unknown) => ({ name, steps: [], error }),
      ),
    ),
  );
  await throwFirst(planned, options);
  throwMistakes(mistakes, keys);
  const changed = planned.filter(({ steps }) => steps.some(({ conflict }) => conflict === undefined));
  const written = changed.map(({ name }) => ({ ...parts[name], name }));
  plan.readOnly = await readOnlyError(written, organization, service);
  plan.steps = planned.flatMap(({ steps }) => steps);
  noteLosses(site, options.forget, planning);
  for (const note of missingDocuments(planning)) plan.notes.push(note);
  if (plan.spared > 0) plan.notes.push(`${counted(plan.spared, 'resource')} would be deleted with --prune.`);
  const secrets = counted(plan.unsent.flatMap(({ changes }) => changes).length, 'stored secret');
  const limits = [
    ...(!record.existed && prune ? ['deletes only what "absent" lists'] : []),
    ...(plan.unsent.length > 0 ? [`does not resend ${secrets} (--send-secrets)`] : []),
  ].join('; ');
  if (limits !== '') plan.notes.push(`${record.existed ? 'This apply' : 'First apply with this record:'} ${limits}.`);
  return plan;
}

/** Returns the mistakes about whole documents: a missing name, which --prune requires, and parts that the edition or the site does not have. */
function documentMistakes(site: Site, edition: KnownEdition, { organization, prune }: Options): Mistake[] {
  const nameless = site.documents.filter(({ name }) => prune && name === undefined);
  const text = '--prune requires a name in the document, such as name: acme-site.';
  const elsewhere = kinds.flatMap(({ name }) => {
    const at = (site.parts[name][0] ?? site.absent[name as ListName]?.[0])?.at;
    if (at === undefined) return [];
    if (!isInEdition(name, edition))
      return { at, text: `${name} exists only on the ${editionOf(name)} edition; this is the ${edition} edition.` };
    return !isOfSite(name) && organization === '' ? { at, text: `${name} requires an organization.` } : [];
  });
  return [...nameless.map(({ at }) => ({ at, text })), ...elsewhere];
}

/** Returns a function that tests whether an entry belongs to one of the given documents. @throws {UsageError} for an unknown document to forget */
function givenTest({ documents }: Site, { forget, organization, record }: Options): Planning['isGiven'] {
  const recordedDocuments = [...new Set(record.entries(organization).flatMap(({ document }) => document ?? []))];
  const unknown = forget.find((name) => !recordedDocuments.includes(name));
  const hint = unknown === undefined ? undefined : didYouMean(unknown, recordedDocuments);
  if (unknown !== undefined)
    throw new UsageError(`--forget: the record has nothing of a document "${unknown}".`, { hint });
  const givenNames = new Set<string | undefined>([...documents.map(({ name }) => name), ...forget]);
  return ({ document }) => givenNames.has(document);
}

/** Notes the deletions that --prune-all must allow: everything of a given document, or a whole part that a document no longer has. */
function noteLosses({ documents }: Site, forget: readonly string[], { plan, record }: Planning): void {
  const pruned = plan.steps.flatMap(({ id, isPruning, thing }) => (isPruning && record.find(thing, id ?? null)) || []);
  const existing = plan.existing.filter(({ id, thing }) => [record.find(thing, id) ?? []].flat().some(isOwn));
  const staying = [...existing, ...plan.steps.filter(({ replaces }) => replaces !== undefined)];
  for (const { name, parts: present } of documents) {
    if (name === undefined || forget.includes(name)) continue;
    const lost = new Set(pruned.flatMap(({ document, kind }) => (document === name ? kind : [])));
    const gone = partNames.filter((part) => !present.includes(part) && lost.has(parts[part].kind));
    if (lost.size > 0 && staying.every(({ thing }) => thing.document !== name))
      plan.losses.push(`everything that the document ${name} declared`);
    else
      for (const part of gone) plan.losses.push(`the ${part} of the document ${name}, which no longer has that part`);
  }
  if (plan.losses.length > 0)
    plan.notes.push(`This plan deletes ${joined(plan.losses)}, which requires svc apply --prune-all.`);
}

/** Returns a line for each document that the record names but the command line does not. */
function missingDocuments({ isGiven, organization, plan, record }: Planning): string[] {
  const declared = new Set([...plan.existing, ...plan.steps].flatMap(({ id }) => id ?? []));
  const isLeft = (entry: RecordEntry) => !declared.has(entry.id ?? '') && !plan.vanished.includes(entry);
  const remaining = record.entries(organization).filter((entry) => isOwn(entry) && !isGiven(entry) && isLeft(entry));
  return [...new Set(remaining.map(({ document }) => document))].map((name) => {
    const count = counted(remaining.filter(({ document }) => document === name).length, 'resource');
    if (name === undefined) return `A document without a name declared ${count}, which --prune does not delete.`;
    return `The document ${name} is not given: --prune does not delete what it declared (${count}). To delete that, too: --forget ${name}`;
  });
}

/** @throws {SvcError} for the parts that could not be read */
async function throwFirst(planned: { name: string; error?: unknown }[], { organization, service }: Reading) {
  const failures = planned.filter((each) => 'error' in each);
  const unexpected = failures.find(({ error }) => !(error instanceof SvcError));
  if (unexpected) throw unexpected.error;
  const error = failures[0]?.error as SvcError | undefined;
  if (error === undefined) return;
  // An error without a status, a usage error or a 401 concerns the whole run, not a part.
  if (error instanceof UsageError || error.status === undefined || error.status === 401) throw error;
  const explained = await readError(error, organization, service);
  if (explained instanceof NotFoundError) throw explained;
  const parts = failures.map(({ name }) => name).join(', ');
  throw new SomeFailedError(`Cannot read ${parts}. ${error.message}`, explained);
}
