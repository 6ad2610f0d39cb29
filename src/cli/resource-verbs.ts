import type { Endpoint } from '../api/contract/endpoint.ts';
import type { View } from '../base/view.ts';
import { type Listed, labelOf, placeIn, type Resource, type Row } from '../platform/resources/resource.ts';
import { all } from '../platform/site/service.ts';
import type { Context } from './context.ts';
import { organizationName } from './lookup.ts';
import { noneOf } from './pick.ts';
import type { DeleteFlags, Deleting } from './resource-writes.ts';
import type { Drawing } from './terminal/canvas.ts';
import { nonEmpty, positive } from './values.ts';
import { type AnyAction, type AnyVerb, type Command, type CommandUnknownOpts, verb } from './verb.ts';

/** Returns the help of an argument. */
export const nameWords = ({ one, prefix }: { one: string; prefix?: string }) =>
  `${prefix ? `name or id (${prefix}…)` : 'id'} of the ${one}`;

const webHelp = 'open its page in the browser, or print the URL (svc open --help)';

type Texts = { about: string } & Pick<AnyAction, 'text' | 'examples'>;

/** The URL of the page of a thing in a browser, for --web. */
type PageOf<Live> = (row: Live, context: Context) => string | Promise<string>;

type ListFlags = { limit?: number; query?: string };

/** Returns `list` for the things of an organization, or of the site, with --query if the service can search them. */
export function listVerb<Live extends Row>(listed: Listed<Live>, texts: Texts): AnyVerb {
  const { list, one, search } = listed;
  const flags = (command: Command) => {
    if (search !== undefined) command.option('--query <text>', `only ${one}s with this text in their name`);
    return command.option('--limit <n>', 'maximum number of items', positive) as Command<[], ListFlags>;
  };
  return verb({
    words: 'list',
    ...texts,
    flags,
    lists: listed.view,
    calls: [list],
    run: (context, { limit, query }) => listThings(listed, { limit, query }, context),
  });
}

/**
 * Lists things, all or with a text in their name. Reads the whole list if the service cannot search, or if `isWanted`
 * selects.
 */
export async function listThings<Live extends Row>(
  listed: Listed<Live>,
  { limit, query: text }: { limit: number | undefined; query: string | undefined },
  { ask, output, platformList, settings }: Context,
  isWanted?: (row: Live) => boolean,
): Promise<void> {
  const { list, search, view } = listed;
  const organization = placeIn(listed) === undefined ? '' : await organizationName({ ask, settings });
  const query = search === undefined ? {} : { query: { [search]: text } };
  const input = { organization_name: organization, ...query, body: undefined };
  const rows = (most?: number) => platformList(list, input, { limit: most }) as AsyncIterable<Live>;
  const none = noneOf(listed, organization, text === undefined && !isWanted ? '' : 'matching ');
  if (!isWanted && (text === undefined || search)) return output.list(view, rows(limit), none);
  const hasText = (row: Live) =>
    String(labelOf(listed, row))
      .toLowerCase()
      .includes(text?.toLowerCase() ?? '');
  const found = (await all(rows())).filter((row) => hasText(row) && (isWanted?.(row) ?? true));
  await output.list(view, firstRows(found, limit, output), none);
}

/** Returns the first rows of a list that was filtered here, and notes the number of the others. */
export function firstRows<Row>(rows: readonly Row[], limit = rows.length, output: Context['output']): readonly Row[] {
  if (rows.length > limit) output.note(`Showing ${limit} of ${rows.length}; show more with --limit N.`);
  return rows.slice(0, limit);
}

/**
 * Returns `show` for a thing with an id, or a name if its kind has names; without either, it prompts for one of a list.
 */
export function showById<Live extends Row>(
  listed: Listed<Live> & Pick<Resource, 'kind'> & { show: Endpoint; drawing?(row: Live): Drawing },
  { argument: [argument, help], ...texts }: Texts & { argument: [name: string, help: string]; page?: PageOf<Live> },
): AnyVerb {
  const { drawing, list, prefix, show, view } = listed;
  return showVerb<Live>({
    ...texts,
    view,
    argument: [`[${argument}]`, help],
    calls: prefix === undefined ? [show] : [list, show],
    async read(context, typed) {
      const { idNamed } = await import('./by-name.ts');
      const id = await idNamed(listed, typed, argument, context);
      const { data } = (await context.platform(show, { id } as never)) as { data: Live };
      return drawing ? [data, drawing(data)] : [data];
    },
  });
}

/** Returns `show` for a thing that `read` finds by its argument, or without one. */
export function showVerb<Live extends object>({
  argument,
  page,
  read,
  view,
  ...texts
}: Texts & {
  view: View<Live>;
  argument?: [usage: string, text: string];
  calls: Endpoint[];
  page?: PageOf<Live> | undefined;
  read(context: Context, typed: string | undefined): Promise<[Live, Drawing?]>;
}): AnyVerb {
  return verb({
    words: 'show',
    reads: true,
    ...texts,
    flags(command: Command) {
      if (argument) command.argument(...argument);
      if (page) command.option('--web', webHelp);
      return command as CommandUnknownOpts as Command<[string | undefined], { web?: true }>;
    },
    async run(context, { web }, typed) {
      const thing = await read(context, typed);
      if (web && page) await (await import('./web-page.ts')).openWeb(await page(thing[0], context), context);
      else await context.output.show(view, ...thing);
    },
  });
}

/** Declares the arguments and flags of `delete`. */
export function deleteFlags(command: Command, argument: string, named: { one: string; prefix?: string }) {
  return command
    .argument(`[${argument}...]`, `${nameWords(named)}; - reads them from stdin`)
    .option('--from-file <path>', 'read them from a file, one per line')
    .option('--failed-to <file>', 'write those that failed to a file, one per line', nonEmpty) as Command<
    [string[]],
    DeleteFlags
  >;
}

export const deleteNotes = `Prompts for confirmation unless --yes is given, once for several. The failure of one does not stop
the others. With -o json: {"id": ID, "deleted": true}, or an array of these for several.`;

/** Returns `delete` for one or several things, by name or id; it prompts for one without either. */
export function deleteVerb<Live extends Row>(
  resource: Resource & Listed<Live>,
  { argument, consider, details, text, ...texts }: Texts & Deleting,
): AnyVerb {
  return verb({
    words: 'delete',
    ...texts,
    text: `${text} ${deleteNotes}`,
    flags: (command: Command) => deleteFlags(command, argument, resource),
    calls: [resource.list, resource.remove],
    async run(context, { failedTo, fromFile }, args) {
      const { deleteNamed } = await import('./resource-writes.ts');
      const asked = { argument: `<${argument}>`, consider, details };
      await deleteNamed(resource, asked, { failedTo, fromFile }, args, context);
    },
  });
}
