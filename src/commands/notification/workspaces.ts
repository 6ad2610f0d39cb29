import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { NotFoundError } from '../../base/errors.ts';
import { filterByGlob } from '../../base/glob.ts';
import { counted, firstOf } from '../../base/text.ts';
import { writeFailed } from '../../cli/batch.ts';
import type { Context } from '../../cli/context.ts';
import type { Item, MissingItem } from '../../cli/each-item.ts';
import { organizationName, placeOf, workspaceNamed } from '../../cli/lookup.ts';
import { namesFrom } from '../../cli/names.ts';
import { all } from '../../platform/site/service.ts';
import { isPattern, type WorkspaceFlags } from './workspace-flags.ts';

/** The most names that are looked up one by one; for more names, the whole list is read. */
const mostLookups = 5;

type Finding = Pick<Context, 'ask' | 'dryRun' | 'host' | 'platform' | 'platformList' | 'read' | 'settings'>;

/**
 * Finds the workspaces that the flags name, without duplicates. A name that does not exist becomes a `MissingItem`. Until the workspaces
 * are found, the file of --failed-to has the typed names and patterns.
 * @throws {NotFoundError} for a pattern without a match; {UsageError} for a name without an organization
 */
export async function workspacesOf(
  { allWorkspaces, failedTo, workspace = [], workspacesFrom }: WorkspaceFlags & { failedTo?: string | undefined },
  context: Finding,
): Promise<(Item | MissingItem)[]> {
  const { dryRun, host, read, settings } = context;
  const lines = await namesFrom([], workspacesFrom, read, '--workspaces-from');
  const entries = [...workspace, ...(lines ?? []).map(({ name }) => name)];
  if (failedTo !== undefined && !dryRun) writeFailed(failedTo, allWorkspaces ? ['*'] : entries, host);
  if (allWorkspaces) return listOf(await organizationName(context), context);
  const isId = (word: string) => word.startsWith('ws-') && !isPattern(word);
  const places = entries.map((word) => ({ word, ...(isId(word) ? {} : placeOf('workspace', word, settings)) }));
  const lists = new Map<string, ReturnType<typeof listOf>>();
  const items = await Promise.all(
    places.map(async ({ name, organization, word }) => {
      if (name === undefined || organization === undefined) return [{ name: word, id: word }];
      const near = places.filter((each) => each.organization === organization);
      if (near.length <= mostLookups && !near.some((each) => isPattern(each.word)))
        return [await lookedUp(word, context)];
      const list = lists.get(organization) ?? listOf(organization, context);
      lists.set(organization, list);
      return selectByWord(word, { name, organization }, await list);
    }),
  );
  const once = new Map(items.flat().map((each) => ['id' in each ? each.id : each.name, each]));
  return [...once.values()];
}

/** Reads the workspaces of an organization: each with its plain name, and a word that selects it on a command line. */
async function listOf(
  organization: string,
  { platformList, settings }: Finding,
): Promise<(Item & { label: string })[]> {
  const prefix = organization === settings.lookup('organization')?.value ? '' : `${organization}/`;
  const rows = await all(platformList(workspaces.list, { organization_name: organization }));
  return rows.map(({ attributes, id }) => {
    const label = attributes.name ?? id;
    // Use the id if the plain name could be read as a pattern or an id.
    return { id, label, name: /^[\w.-]+$/.test(label) && !label.startsWith('ws-') ? `${prefix}${label}` : id };
  });
}

/** Returns the workspaces of a list that a typed word selects. @throws {NotFoundError} for a pattern without a match */
function selectByWord(
  word: string,
  { name, organization }: { name: string; organization: string },
  list: readonly (Item & { label: string })[],
): (Item | MissingItem)[] {
  const names = list.map(({ label }) => label);
  const matching = new Set(isPattern(name) ? filterByGlob(names, [name]) : [name]);
  const selected = list.filter(({ label }) => matching.has(label));
  if (selected.length > 0) return selected;
  if (isPattern(name)) throw new NotFoundError(`No workspace of ${organization} matches "${name}".`);
  const missing = `No workspace ${name} in ${organization}, or you can't see it with this token.`;
  return [{ name: word, error: new NotFoundError(missing) }];
}

async function lookedUp(word: string, context: Finding): Promise<Item | MissingItem> {
  return workspaceNamed(word, context).then(
    ({ id }) => ({ name: word, id }),
    (error: unknown) => {
      if (error instanceof NotFoundError) return { name: word, error };
      throw error;
    },
  );
}

/** Describes workspaces in a question: a single workspace by its name, several by their number and the first names. */
export function inWorkspaces(names: readonly string[]): string {
  return names.length === 1 ? names.join() : `${counted(names.length, 'workspace')} (${firstOf(names)})`;
}
