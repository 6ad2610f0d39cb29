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

/** Most look-ups by name in an organization; for more names, its list is read. */
const mostLookups = 5;

/**
 * Finds the workspaces that the flags name, without duplicates. A missing name becomes a `MissingItem`. Until the workspaces are
 * found, the file of --failed-to has the typed names and patterns.
 * @throws {NotFoundError} for a pattern without a match; {UsageError} for a name without an organization
 */
export async function workspacesOf(
  { allWorkspaces, failedTo, workspace = [], workspacesFrom }: WorkspaceFlags & { failedTo?: string | undefined },
  context: Pick<Context, 'ask' | 'dryRun' | 'host' | 'platform' | 'platformList' | 'read' | 'settings'>,
): Promise<(Item | MissingItem)[]> {
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
  /** True for --all-workspaces, which may match none. */
  isEvery?: true;
}

/** Reads the workspaces of each organization whose list is faster to read than its names are to look up. */
async function listsOf(words: readonly Word[], { platformList }: Pick<Context, 'platformList'>) {
  const lists = new Map<string, Item[]>();
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

/**
 * Returns the workspaces of a list that a word names.
 * @param own the default organization, which names may omit
 * @throws {NotFoundError} for a pattern without a match
 */
function select(
  { isEvery, name, organization = '', word }: Word,
  list: readonly Item[],
  own: string | undefined,
): (Item | MissingItem)[] {
  const named = list.map((each) => each.name);
  const names = new Set(isPattern(name) ? filterByGlob(named, [name]) : [name]);
  const matching = list.filter((each) => names.has(each.name));
  const prefix = organization === own ? '' : `${organization}/`;
  if (matching.length > 0 || isEvery) return matching.map((each) => ({ ...each, name: wordFor(each, prefix) }));
  const missing = `No workspace ${name} in ${organization}, or you can't see it with this token.`;
  if (!isPattern(name)) return [{ name: word, error: new NotFoundError(missing) }];
  throw new NotFoundError(`No workspace of ${organization} matches "${name}".`);
}

/** Describes workspaces in a question: a single workspace by its name, several by their number and the first names. */
export function inWorkspaces(names: readonly string[]): string {
  return names.length === 1 ? names.join() : `${counted(names.length, 'workspace')} (${firstOf(names)})`;
}

function parsedWord(word: string, settings: Context['settings']): Omit<Word, 'word'> {
  if (word.startsWith('ws-') && !isPattern(word)) return { organization: undefined, name: word };
  return placeOf('workspace', word, settings);
}

async function lookedUp(word: string, context: Pick<Context, 'platform' | 'settings'>): Promise<Item | MissingItem> {
  try {
    return { name: word, id: (await workspaceNamed(word, context)).id };
  } catch (error) {
    if (error instanceof NotFoundError) return { name: word, error };
    throw error;
  }
}

/** Returns a word that finds the workspace again: its name, or its id if a pattern or an id could look like the name. */
function wordFor({ id, name }: Item, prefix: string): string {
  return /^[\w.-]+$/.test(name) && !name.startsWith('ws-') ? `${prefix}${name}` : id;
}
