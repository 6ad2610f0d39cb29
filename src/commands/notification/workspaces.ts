import { NotFoundError, type SvcError } from '../../base/errors.ts';
import { selected } from '../../base/glob.ts';
import { counted, firstOf } from '../../base/text.ts';
import { writeFailed } from '../../cli/batch.ts';
import type { Context } from '../../cli/context.ts';
import { organizationName, placeOf, workspaceNamed } from '../../cli/lookup.ts';
import { namesFrom } from '../../cli/names.ts';
import { workspaces } from '../../contract/platform/workspaces.ts';
import { all } from '../../site/service.ts';
import { isPattern, type WorkspaceFlags } from './workspace-flags.ts';

/** A workspace: its name as -w accepts it, and its id. */
export interface Place {
  name: string;
  id: string;
}

/** A workspace that was named and not found. */
export interface MissingPlace {
  name: string;
  error: SvcError;
}

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
  const { dryRun, host, platformList, read, settings } = context;
  const lines = await namesFrom([], workspacesFrom, read, '--workspaces-from');
  const words = [...workspace, ...(lines ?? []).map(({ name }) => name)];
  if (failedTo !== undefined && !dryRun) writeFailed(failedTo, allWorkspaces ? ['*'] : words, host);
  const parsed = words.map((word) => ({ word, ...parsedWord(word, settings) }));
  if (allWorkspaces) parsed.push({ word: '*', organization: await organizationName(context), name: '*' });

  const namesOf = new Map<string, string[]>();
  for (const { name, organization } of parsed) {
    if (organization !== undefined) namesOf.set(organization, [...(namesOf.get(organization) ?? []), name]);
  }
  const isListed = (names: readonly string[]) => names.length > mostLookups || names.some(isPattern);
  const listed = [...namesOf].filter(([, names]) => isListed(names)).map(([organization]) => organization);
  const lists = new Map<string, Place[]>();
  for (const organization of listed) lists.set(organization, await workspacesIn(organization, { platformList }));

  const found = await Promise.all(
    parsed.map(async ({ name, organization, word }): Promise<(Place | MissingPlace)[]> => {
      if (organization === undefined) return [{ name: word, id: word }];
      const list = lists.get(organization);
      if (list === undefined) return [await lookedUp(word, context)];
      const prefix = organization === settings.lookup('organization')?.value ? '' : `${organization}/`;
      const names = new Set(
        isPattern(name)
          ? selected(
              list.map((each) => each.name),
              [name],
            )
          : [name],
      );
      const matching = list.filter((each) => names.has(each.name));
      if (matching.length > 0) return matching.map((each) => ({ ...each, name: wordFor(each, prefix) }));
      if (!isPattern(name)) return [{ name: word, error: notFound(name, organization) }];
      if (allWorkspaces) return [];
      throw new NotFoundError(`No workspace of ${organization} matches "${name}".`);
    }),
  );
  const once = new Map(found.flat().map((each) => ['id' in each ? each.id : each.name, each]));
  return [...once.values()];
}

/** Workspaces in a question: one by its name, several by their number and the first names. */
export function inWorkspaces(names: readonly string[]): string {
  return names.length === 1 ? names.join() : `${counted(names.length, 'workspace')} (${firstOf(names)})`;
}

/** An id has no organization. */
function parsedWord(word: string, settings: Context['settings']): { organization: string | undefined; name: string } {
  if (word.startsWith('ws-') && !isPattern(word)) return { organization: undefined, name: word };
  return placeOf('workspace', word, settings);
}

async function workspacesIn(organization: string, { platformList }: Pick<Context, 'platformList'>): Promise<Place[]> {
  const rows = await all(platformList(workspaces.list, { organization_name: organization }));
  return rows.map(({ attributes, id }) => ({ name: attributes.name ?? id, id }));
}

async function lookedUp(word: string, context: Pick<Context, 'platform' | 'settings'>): Promise<Place | MissingPlace> {
  try {
    return { name: word, id: (await workspaceNamed(word, context)).id };
  } catch (error) {
    if (error instanceof NotFoundError) return { name: word, error };
    throw error;
  }
}

function notFound(name: string, organization: string): NotFoundError {
  return new NotFoundError(`No workspace "${name}" in ${organization}, or you have no access to it.`);
}

/** The word that finds a workspace again: its id if its name is not a plain one. */
function wordFor({ id, name }: Place, prefix: string): string {
  return /^[\w.-]+$/.test(name) && !name.startsWith('ws-') ? `${prefix}${name}` : id;
}
