import { type AuthError, NotFoundError, SomeFailedError, SvcError, UsageError } from '../base/errors.ts';
import { didYouMean } from '../base/nearest.ts';
import { counted } from '../base/text.ts';
import { byLine, type Mistake, throwMistakes } from '../document/document.ts';
import { isOfSite, type ListName, parts } from '../resources/index.ts';
import { readError, readOnlyError } from './access.ts';
import { type Change, type Step, secretChanges, type Thing } from './change.ts';
import { editionOf, isHere, type Kind, type Planning, type Reading } from './kind.ts';
import { kinds } from './kinds/index.ts';
import { isOwn, keyOf, type RecordEntry } from './record.ts';
import { dueSecrets } from './secret-uses.ts';
import type { KnownEdition } from './service.ts';
import { keys, type Site } from './site.ts';

/** A declared thing that exists. */
export interface Existing {
  thing: Thing;
  id: string | null;
}

/** The differences between documents and service, and what to say about them. */
export interface Plan {
  steps: Step[];
  existing: Existing[];
  /** Secrets of existing things that no apply is known to have sent; only --send-secrets sends them. */
  unsent: Change[];
  /** What --prune spares, since its creation was never confirmed. */
  unconfirmed: { thing: Thing; id: string; begun: string }[];
  notes: string[];
  warnings: string[];
  /** The number of things that only --prune deletes. */
  spared: number;
  /** What the token may not change. */
  readOnly: AuthError | undefined;
  /** The workspaces that the token cannot see, which are not compared. */
  unseen: string[];
  /** Whether it deletes all that the record holds. */
  deletesAll: boolean;
}

interface Options extends Pick<Planning, 'record' | 'now' | 'prune' | 'sendSecrets' | 'saveDisabled'>, Reading {
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
  const [mistakes, warnings]: [Mistake[], Mistake[]] = [misplaced(site, edition, options), []];
  throwMistakes(mistakes, keys);
  const plan: Plan = {
    steps: [],
    existing: [],
    unsent: [],
    unconfirmed: [],
    notes: [],
    warnings: [],
    spared: 0,
    readOnly: undefined,
    unseen: [],
    deletesAll: false,
  };
  const documents = givenBy(site, options);
  const planning = planningInto(plan, mistakes, warnings, documents.prunable, options);
  const possible = kinds.filter(({ name }) => isHere(name, edition) && (isOfSite(name) || organization !== ''));
  const planned = await Promise.allSettled(possible.map((kind) => kind.plan(site, planning)));
  await throwFirst(possible, planned, options);
  throwMistakes(mistakes, keys);
  const steps = planned.map((each) => (each.status === 'fulfilled' ? each.value : []));
  const changed = possible.filter((_, index) => steps[index]?.some(({ conflict }) => conflict === undefined));
  const written = changed.map(({ name }) => ({ ...parts[name], name }));
  plan.readOnly = await readOnlyError(written, organization, service);
  plan.steps = steps.flat();
  plan.warnings = byLine(warnings).map(({ at, text }) => `${at}: ${text}`);
  noteRecorded(plan, documents);
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

/** What kinds call to add to a plan. */
function planningInto(
  plan: Plan,
  mistakes: Mistake[],
  warnings: Mistake[],
  prunable: () => RecordEntry[],
  options: Options,
): Planning {
  const planning: Planning = {
    ...options,
    prunable: (kind) => prunable().filter((entry) => entry.kind === kind),
    mistake: (at, text) => void mistakes.push({ at, text }),
    warn: (at, text) => void warnings.push({ at, text }),
    unseen: (workspace) => void plan.unseen.push(workspace),
    spared(count) {
      plan.spared += count;
    },
    unconfirmed: (thing, id, begun) => void plan.unconfirmed.push({ thing, id, begun }),
    exists(thing, id, uses) {
      plan.existing.push({ thing, id });
      const { unknown } = dueSecrets(uses, thing, id ?? '', planning);
      const { kind, name, workspace } = thing;
      const changes = secretChanges(unknown, {});
      if (unknown.length > 0) plan.unsent.push({ action: 'unknown', kind, workspace, name, changes, warnings: [] });
    },
  };
  return planning;
}

/** What the record has of the given documents, and of all. */
interface Recorded {
  own(): RecordEntry[];
  prunable(): RecordEntry[];
  isGiven(entry: RecordEntry): boolean;
}

/** @throws {UsageError} for an unknown document to forget */
function givenBy({ documents }: Site, { forget, organization, record }: Options): Recorded {
  const known = [...new Set(record.entries(organization).flatMap(({ document }) => document ?? []))];
  const unknown = forget.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, known);
    throw new UsageError(`--forget: the record has nothing of a document "${unknown}".`, { hint });
  }
  const given = new Set<string | undefined>([...documents.map(({ name }) => name), ...forget]);
  const isGiven = ({ document }: RecordEntry) => given.has(document);
  const own = () => record.entries(organization).filter(isOwn);
  return { own, isGiven, prunable: () => own().filter((each) => each.document !== undefined && isGiven(each)) };
}

/** Notes whether the plan deletes all that the record holds, and the documents that declared things and are not given. */
function noteRecorded(plan: Plan, { isGiven, own, prunable }: Recorded): void {
  const things = [...plan.existing, ...plan.steps.filter(({ action }) => action !== 'delete')];
  const declared = new Set(things.map(({ thing }) => keyOf(thing)));
  const undeclared = own().filter((entry) => !declared.has(keyOf(entry)));
  const pruned = new Set(plan.steps.flatMap(({ id, isPruning }) => (isPruning && id !== undefined ? id : [])));
  const gone = prunable().filter(({ id, made }) => made || pruned.has(id ?? ''));
  plan.deletesAll = pruned.size > 0 && own().every((entry) => undeclared.includes(entry) && gone.includes(entry));
  if (plan.deletesAll)
    plan.notes.push('This plan deletes everything in the record, which requires svc apply --prune-all.');
  plan.notes.push(...notGiven(undeclared.filter((entry) => !isGiven(entry))));
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
  possible: readonly Kind[],
  planned: readonly PromiseSettledResult<unknown>[],
  { organization, service }: Reading,
): Promise<void> {
  const failures = planned.flatMap((each, index) =>
    each.status === 'rejected' ? [[possible[index]!.name, each.reason] as const] : [],
  );
  const [first] = failures;
  if (first === undefined) return;
  const unexpected = failures.find(([, error]) => !(error instanceof SvcError));
  if (unexpected) throw unexpected[1];
  const [, error] = first as [string, SvcError];
  // Without a token or a connection, the parts are not at fault.
  if (error instanceof UsageError || error.status === undefined || error.status === 401) throw error;
  const told = await readError(error, organization, service);
  if (told instanceof NotFoundError) throw told;
  const parts = failures.map(([part]) => part).join(', ');
  throw new SomeFailedError(`Cannot read ${parts}. ${error.message}`, told);
}
