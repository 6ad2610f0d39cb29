import type { Command, CommandUnknownOpts } from 'commander';
import type { Endpoint } from '../api/contract/endpoint.ts';
import type { View } from '../base/view.ts';
import { type Listed, placeIn } from '../platform/resources/resource.ts';
import type { Context } from './context.ts';
import { explain } from './help.ts';
import { organizationName } from './lookup.ts';
import { noneOf, pickOne } from './pick.ts';
import { run } from './run.ts';
import type { Drawing } from './terminal/canvas.ts';
import { positive } from './values.ts';
import { openWeb, webHelp } from './web-page.ts';

/** The texts of a verb. */
interface Texts {
  description: string;
  notes?: string;
  examples: string[];
}

/** The URL of the page of a thing in a browser, for --web. */
type PageOf<Live> = (row: Live, context: Context) => string | Promise<string>;

/** Declares `list` for the things of an organization, or of the site. @param search the query parameter of --query, without which there is no such flag */
export function registerList<Live extends object>(
  noun: Command,
  listed: Listed<Live>,
  { description, search, ...explanation }: Texts & { search?: string },
): void {
  const { list, one, view } = listed;
  const verb = explain(noun.command('list'), { calls: [list], ...explanation }).description(description);
  if (search !== undefined) verb.option('--query <text>', `only ${one}s with this text in their name`);
  verb.option('--limit <n>', 'maximum number of items', positive).action(
    run(async (context: Context, { limit, query: text }: { limit?: number; query?: string }) => {
      const { output, platformList } = context;
      const organization = placeIn(listed) === undefined ? '' : await organizationName(context);
      const query = search === undefined ? {} : { query: { [search]: text } };
      const input = { organization_name: organization, ...query, body: undefined };
      const rows = platformList(list, input, { limit }) as AsyncIterable<Live>;
      await output.list(view, rows, noneOf(listed, organization, text === undefined ? '' : 'matching '));
    }),
  );
}

/** Declares `show` for a thing with an id; prompts for one of a list without it. */
export function registerShow<Live extends { id: string; attributes: object }>(
  noun: Command,
  listed: Listed<Live> & { show: Endpoint; drawing?(row: Live): Drawing },
  { argument, ...texts }: Texts & { argument: string; page?: PageOf<Live> },
): void {
  const { drawing, show, view } = listed;
  registerShowing(noun, view, { ...texts, argument: ['[id]', argument], calls: [show] }, async (context, typed) => {
    const id = typed ?? (await pickOne(listed, context));
    const { data } = (await context.platform(show, { id } as never)) as { data: Live };
    return drawing ? [data, drawing(data)] : [data];
  });
}

/** Declares `show` for a thing that `read` finds by its argument, or without one. */
export function registerShowing<Live extends object>(
  noun: Command,
  view: View<Live>,
  {
    argument,
    description,
    page,
    ...explanation
  }: Texts & { argument?: [usage: string, text: string]; calls: Endpoint[]; page?: PageOf<Live> | undefined },
  read: (context: Context, typed: string | undefined) => Promise<[Live, Drawing?]>,
): void {
  const verb: CommandUnknownOpts = explain(noun.command('show'), explanation).description(description);
  if (argument) verb.argument(...argument);
  if (page) verb.option('--web', webHelp);
  (verb as Command<[string | undefined], { web?: true }>).action(
    run(async (context: Context, { web }: { web?: true }, typed: string | undefined) => {
      const found = await read(context, typed);
      if (web && page) await openWeb(await page(found[0], context), context);
      else await context.output.show(view, ...found);
    }),
  );
}
