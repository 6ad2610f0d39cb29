import type { Endpoint } from '../api/contract/endpoint.ts';
import type { View } from '../base/view.ts';
import { type Listed, placeIn, type Resource, type Row } from '../platform/resources/resource.ts';
import type { Context } from './context.ts';
import { organizationName } from './lookup.ts';
import { noneOf } from './pick.ts';
import type { Deleting } from './resource-writes.ts';
import type { Drawing } from './terminal/canvas.ts';
import { nonEmpty, positive } from './values.ts';
import { type AnyAction, type AnyVerb, type Command, type CommandUnknownOpts, verb } from './verb.ts';

/** Returns the help of an argument. */
export const nameWords = ({ one, prefix }: { one: string; prefix?: string }) =>
  `${prefix ? `name or id (${prefix}…)` : 'id'} of the ${one}`;

type Texts = { about: string } & Pick<AnyAction, 'text' | 'examples'>;

/** Returns `list` for the things of an organization, or of the site, with --query. */
export function listVerb<Live extends Row>(listed: Listed<Live> & { search: string }, texts: Texts): AnyVerb {
  const { list, one, search, view } = listed;
  return verb({
    words: 'list',
    ...texts,
    flags: (command: Command) =>
      command
        .option('--query <text>', `only ${one}s with this text in their name`)
        .option('--limit <n>', 'maximum number of items (default: all)', positive),
    lists: view,
    calls: [list],
    async run(context, { limit, query }) {
      const organization = placeIn(listed) === undefined ? '' : await organizationName(context);
      const input = { organization_name: organization, query: { [search]: query }, body: undefined };
      const rows = context.platformList(list, input, { limit }) as AsyncIterable<Live>;
      await context.output.list(view, rows, noneOf(listed, organization, query === undefined ? '' : 'matching '));
    },
  });
}

/** Returns the first rows of a list that was filtered here, and notes the number of the others. */
export function firstRows<Row>(rows: readonly Row[], limit = rows.length, output: Context['output']): readonly Row[] {
  if (rows.length > limit) output.note(`Showing ${limit} of ${rows.length}; show more with --limit N.`);
  return rows.slice(0, limit);
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
  /** Returns the URL of the page of the thing in a browser, for --web. */
  page?(row: Live, context: Context): string | Promise<string>;
  read(context: Context, typed: string | undefined): Promise<[Live, Drawing?]>;
}): AnyVerb {
  return verb({
    words: 'show',
    reads: true,
    ...texts,
    flags(command: Command) {
      if (argument) command.argument(...argument);
      if (page) command.option('--web', 'open its page in the browser, or print the URL (svc open --help)');
      return command as CommandUnknownOpts as Command<[string | undefined], { web?: true }>;
    },
    async run(context, { web }, typed) {
      const thing = await read(context, typed);
      if (web && page) await (await import('./web-page.ts')).openWeb(await page(thing[0], context), context);
      else await context.output.show(view, ...thing);
    },
  });
}

/** Returns `delete` for one or several things, by name or id; it prompts for one without either. */
export function deleteVerb<Live extends Row>(
  resource: Resource & Listed<Live>,
  { argument, consider, details, missing = `<${argument}>`, text, ...texts }: Texts & Deleting & { argument: string },
) {
  return verb({
    words: 'delete',
    ...texts,
    text: `${text} Prompts for confirmation unless --yes is given, once for several. The failure of one does not stop
the others. With -o json: {"id": ID, "deleted": true}, or an array of these for several.`,
    flags: (command: Command) =>
      command
        .argument(`[${argument}...]`, `${nameWords(resource)}; - reads them from stdin`)
        .option('--from-file <path>', `read ${argument}s from a file, one per line, - for stdin`)
        .option('--failed-to <file>', `file for the failed ${argument}s, one per line`, nonEmpty),
    calls: [resource.list, resource.remove],
    async run(context, flags, args) {
      const { deleteNamed } = await import('./resource-writes.ts');
      await deleteNamed(resource, { consider, details, missing }, flags, args, context);
    },
  });
}
