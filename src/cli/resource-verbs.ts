import type { Command, CommandUnknownOpts } from 'commander';
import type { Endpoint } from '../api/contract/endpoint.ts';
import type { View } from '../base/view.ts';
import { type Listed, placeIn } from '../platform/resources/resource.ts';
import type { Context } from './context.ts';
import { organizationName } from './lookup.ts';
import { noneOf, pickOne } from './pick.ts';
import type { Drawing } from './terminal/canvas.ts';
import { positive } from './values.ts';
import { type AnyAction, type AnyVerb, verb } from './verb.ts';
import { openWeb, webHelp } from './web-page.ts';

/** The texts of a verb. */
type Texts = { about: string } & Pick<AnyAction, 'text' | 'examples'>;

/** The URL of the page of a thing in a browser, for --web. */
type PageOf<Live> = (row: Live, context: Context) => string | Promise<string>;

type ListFlags = { limit?: number; query?: string };

/** Returns `list` for the things of an organization, or of the site. @param search the query parameter of --query, without which there is no such flag */
export function listVerb<Live extends object>(
  listed: Listed<Live>,
  { search, ...texts }: Texts & { search?: string },
): AnyVerb {
  const { list, one, view } = listed;
  const flags = (command: Command) => {
    if (search !== undefined) command.option('--query <text>', `only ${one}s with this text in their name`);
    return command.option('--limit <n>', 'maximum number of items', positive) as Command<[], ListFlags>;
  };
  return verb({
    words: 'list',
    ...texts,
    flags,
    calls: [list],
    async run(context, { limit, query: text }) {
      const { output, platformList } = context;
      const organization = placeIn(listed) === undefined ? '' : await organizationName(context);
      const query = search === undefined ? {} : { query: { [search]: text } };
      const input = { organization_name: organization, ...query, body: undefined };
      const rows = platformList(list, input, { limit }) as AsyncIterable<Live>;
      await output.list(view, rows, noneOf(listed, organization, text === undefined ? '' : 'matching '));
    },
  });
}

/** Returns `show` for a thing with an id; it prompts for one of a list without it. */
export function showById<Live extends { id: string; attributes: object }>(
  listed: Listed<Live> & { show: Endpoint; drawing?(row: Live): Drawing },
  { argument, ...texts }: Texts & { argument: string; page?: PageOf<Live> },
): AnyVerb {
  const { drawing, show, view } = listed;
  return showVerb<Live>({
    ...texts,
    view,
    argument: ['[id]', argument],
    calls: [show],
    async read(context, typed) {
      const id = typed ?? (await pickOne(listed, context));
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
    ...texts,
    flags(command: Command) {
      if (argument) command.argument(...argument);
      if (page) command.option('--web', webHelp);
      return command as CommandUnknownOpts as Command<[string | undefined], { web?: true }>;
    },
    async run(context, { web }, typed) {
      const thing = await read(context, typed);
      if (web && page) await openWeb(await page(thing[0], context), context);
      else await context.output.show(view, ...thing);
    },
  });
}
