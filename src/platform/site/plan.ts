import { type Mistake, throwMistakes } from '../../base/document/document.ts';
import { NotFoundError, SomeFailedError, SvcError, UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest.ts';
import { counted } from '../../base/text.ts';
import { isOfSite, type ListName, parts } from '../resources/index.ts';
import { readError, readOnlyError } from './access.ts';
import { editionOf, isHere, Plan, type Planning, type Reading } from './kind.ts';
import { kinds, kindsOf } from './kinds/index.ts';
import { isOwn, keyOf, type RecordEntry } from './record.ts';
import type { KnownEdition } from './service.ts';
import { keys, type Site } from './site.ts';

interface Options extends Pick<Planning, 'now' | 'prune' | 'sendSecrets' | 'saveDisabled'>, Reading {
  /** Documents that are not given, and whose things --prune deletes. */
  forget: readonly string[];
}

/**
 * Compares the documents with the service. Only reads.
 * @throws {UsageError} for mistakes of the documents that only the service shows, and for parts that the edition does not have
 * @throws {SvcError} for parts that the token cannot read
 */
export async function planOf(site: Site, options: Options): Promise<Plan> {
  const { organization, prune, record, service } = options;
  const edition = await service.edition();
  const mistakes = misplaced(site, edition, options);
  throwMistakes(mistakes, keys);
  const plan = new Plan();
  const isGiven = givenBy(site, options);
  const prunable = () => ownEntries(options).filter((each) => each.document !== undefined && isGiven(each));
  const planning: Planning = { ...options, plan, mistakes, isGiven, prunable };
  const planned = await Promise.all(
    kindsOf(edition, organization).map(async (kind) => {
      const { name } = kind;
      return kind.plan(site, planning).then(
        (steps) => ({ name, steps: steps.filter((step) => step !== undefined) }),
        (error: unknown) => ({ name, steps: [], error }),
      );
    }),
  );
  await throwFirst(planned, options);
  throwMistakes(mistakes, keys);
  const changed = planned.filter(({ steps }) => steps.some(({ conflict }) => conflict === undefined));
  const written = changed.map(({ name }) => ({ ...parts[name], name }));
  plan.readOnly = await readOnlyError(written, organization, service);
  plan.steps = planned.flatMap(({ steps }) => steps);
  noteRecorded(planning);
  if (plan.spared > 0) plan.notes.push(`${counted(plan.spared, 'thing')} would be deleted with --prune.`);
  const secrets = counted(plan.unsent.flatMap(({ changes }) => changes).length, 'stored secret');
  const limits = [
    ...(!record.existed && prune ? ['deletes only what "absent" lists'] : []),
    ...(plan.unsent.length > 0 ? [`does not resend ${secrets} (--send-secrets)`] : []),
  ].join('; ');
  if (limits !== '') plan.notes.push(`${record.existed ? 'This apply' : 'First apply with this record:'} ${limits}.`);
  return plan;
}

/** Documents without a name that --prune needs, and parts that the service or the organization does not have. */
function misplaced(site: Site, edition: KnownEdition, { organization, prune }: Options): Mistake[] {
  const nameless = site.documents.filter(({ name }) => prune && name === undefined);
  const text = '--prune requires a name in the document, such as name: acme-site.';
  const elsewhere = kinds.flatMap(({ name }) => {
    const at = (site.parts[name][0] ?? site.absent[name as ListName]?.[0])?.at;
    if (at === undefined) return [];
    if (!isHere(name, edition))
      return { at, text: `${name} exists only on the ${editionOf(name)} edition; this is the ${edition} edition.` };
    return !isOfSite(name) && organization === '' ? { at, text: `${name} requires an organization.` } : [];
  });
  return [...nameless.map(({ at }) => ({ at, text })), ...elsewhere];
}

/** What belongs to the given documents. @throws {UsageError} for an unknown document to forget */
function givenBy({ documents }: Site, { forget, organization, record }: Options): Planning['isGiven'] {
  const known = [...new Set(record.entries(organization).flatMap(({ document }) => document ?? []))];
  const unknown = forget.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, known);
    throw new UsageError(`--forget: the record has nothing of a document "${unknown}".`, { hint });
  }
  const given = new Set<string | undefined>([...documents.map(({ name }) => name), ...forget]);
  return ({ document }) => given.has(document);
}

const ownEntries = ({ organization, record }: Reading) => record.entries(organization).filter(isOwn);

/** Notes whether the plan deletes all that the record holds, and the documents that declared things and are not given. */
function noteRecorded(planning: Planning): void {
  const { isGiven, plan, prunable } = planning;
  const own = ownEntries(planning);
  const things = [...plan.existing, ...plan.steps.filter(({ action }) => action !== 'delete')];
  const declared = new Set(things.map(({ thing }) => keyOf(thing)));
  const undeclared = own.filter((entry) => !declared.has(keyOf(entry)));
  const pruned = new Set(plan.steps.flatMap(({ id, isPruning }) => (isPruning && id !== undefined ? id : [])));
  const gone = prunable().filter(({ id, made }) => made || pruned.has(id ?? ''));
  plan.deletesAll = pruned.size > 0 && own.every((entry) => undeclared.includes(entry) && gone.includes(entry));
  if (plan.deletesAll)
    plan.notes.push('This plan deletes everything in the record, which requires svc apply --prune-all.');
  for (const note of notGiven(undeclared.filter((entry) => !isGiven(entry)))) plan.notes.push(note);
}

/** A line for each document that declared things and is not given. */
function notGiven(entries: readonly RecordEntry[]): string[] {
  const names = [...new Set(entries.map(({ document }) => document))];
  return names.map((name) => {
    const count = counted(entries.filter(({ document }) => document === name).length, 'thing');
    if (name === undefined) return `A document without a name declared ${count}, which --prune does not delete.`;
    return `The document ${name} is not given: --prune does not delete what it declared (${count}). To delete that, too: --forget ${name}`;
  });
}

/** @throws {SvcError} for the parts that could not be read */
async function throwFirst(
  planned: readonly { name: string; error?: unknown }[],
  { organization, service }: Reading,
): Promise<void> {
  const failures = planned.filter((each) => 'error' in each);
  const unexpected = failures.find(({ error }) => !(error instanceof SvcError));
  if (unexpected) throw unexpected.error;
  const error = failures[0]?.error as SvcError | undefined;
  if (error === undefined) return;
  // Without a token or a connection, the parts are not at fault.
  if (error instanceof UsageError || error.status === undefined || error.status === 401) throw error;
  const told = await readError(error, organization, service);
  if (told instanceof NotFoundError) throw told;
  const parts = failures.map(({ name }) => name).join(', ');
  throw new SomeFailedError(`Cannot read ${parts}. ${error.message}`, told);
}
