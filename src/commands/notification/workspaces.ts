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

/** A workspace: its name as -w accepts it, and its id. */
export type Place = Item;
export type MissingPlace = MissingItem;

/** More names in one organization are found by reading its list. */
const mostLookups = 5;

/**
 * The workspaces that flags name, each once. A name that is not found is a `MissingPlace`. Until they are found, the file of --failed-to
 * has the names and patterns as they were given.
 * @throws {NotFoundError} for a pattern without a match; {UsageError} for a name without an organization
 */
export async function workspacesOf(
  { allWorkspaces, failedTo, workspace = [], workspacesFrom }: WorkspaceFlags & { failedTo?: string | undefined },
  context: Pick<Context, 'ask' | 'dryRun' | 'host' | 'platform' | 'platformList' | 'read' | 'settings'>,
): Promise<(Place | MissingPlace)[]> {
  const { dryRun, host, read, settings } = context;
  const lines = await namesFrom([], workspacesFrom, read, '--workspaces-from');
  const words = [...workspace, ...(lines ?? []).map(({ name }) => name)];
  if (failedTo !== undefined && !dryRun) writeFailed(failedTo, allWorkspaces ? ['*'] : words, host);
  const parsed: Word[] = words.map((word) => ({ word, ...parsedWord(word, settings) }));
  if (allWorkspaces)
    parsed.push({ word: '*', organization: await organizationName(context), name: '*', isEvery: true });
  const lists = await listsOf(parsed, context);
  const own = settings.lookup('organization')?.value;
  const found = await Promise.all(
    parsed.map(async (each) => {
      const { organization, word } = each;
      if (organization === undefined) return [{ name: word, id: word }];
      const list = lists.get(organization);
      return list ? select(each, list, own) : [await lookedUp(word, context)];
    }),
  );
  const once = new Map(found.flat().map((each) => ['id' in each ? each.id : each.name, each]));
  return [...once.values()];
}

/** A word that names workspaces; an id has no organization. */
interface Word {
  word: string;
  organization: string | undefined;
  /** A name or a pattern. */
  name: string;
  /** There may be none. */
  isEvery?: true;
}

/** The workspaces of the organizations that are found faster in its list than by their names. */
async function listsOf(words: readonly Word[], { platformList }: Pick<Context, 'platformList'>) {
  const lists = new Map<string, Place[]>();
  for (const organization of new Set(words.flatMap((each) => each.organization ?? []))) {
    const names = words.filter((each) => each.organization === organization).map(({ name }) => name);
    if (names.length <= mostLookups && !names.some(isPattern)) continue;
    const rows = await all(platformList(workspaces.list, { organization_name: organization }));
    lists.set(
      organization,
      rows.map(({ attributes, id }) => ({ name: attributes.name ?? id, id })),
    );
  }
  return lists;
}

/** The workspaces of a list that a word names. @param own the organization that names need not have @throws {NotFoundError} for a pattern without a match */
function select(
  { isEvery, name, organization = '', word }: Word,
  list: readonly Place[],
  own: string | undefined,
): (Place | MissingPlace)[] {
  const named = list.map((each) => each.name);
  const names = new Set(isPattern(name) ? filterByGlob(named, [name]) : [name]);
  const matching = list.filter((each) => names.has(each.name));
  const prefix = organization === own ? '' : `${organization}/`;
  if (matching.length > 0 || isEvery) return matching.map((each) => ({ ...each, name: wordFor(each, prefix) }));
  const missing = `No workspace ${name} in ${organization}, or you can't see it with this token.`;
  if (!isPattern(name)) return [{ name: word, error: new NotFoundError(missing) }];
  throw new NotFoundError(`No workspace of ${organization} matches "${name}".`);
}

/** Workspaces in a question: one by its name, several by their number and the first names. */
export function inWorkspaces(names: readonly string[]): string {
  return names.length === 1 ? names.join() : `${counted(names.length, 'workspace')} (${firstOf(names)})`;
}

function parsedWord(word: string, settings: Context['settings']): Omit<Word, 'word'> {
  if (word.startsWith('ws-') && !isPattern(word)) return { organization: undefined, name: word };
  return placeOf('workspace', word, settings);
}

async function lookedUp(word: string, context: Pick<Context, 'platform' | 'settings'>): Promise<Place | MissingPlace> {
  try {
    return { name: word, id: (await workspaceNamed(word, context)).id };
  } catch (error) {
    if (error instanceof NotFoundError) return { name: word, error };
    throw error;
  }
}

/** The word that finds a workspace again: its id if its name is not a plain one. */
function wordFor({ id, name }: Place, prefix: string): string {
  return /^[\w.-]+$/.test(name) && !name.startsWith('ws-') ? `${prefix}${name}` : id;
}
