import { type NotificationConfiguration, notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import type { Context } from '../../cli/context.ts';
import { EachItem } from '../../cli/each-item.ts';
import { workspaceId } from '../../cli/lookup.ts';
import { noneOf, pickWorkspace } from '../../cli/pick.ts';
import { firstRows } from '../../cli/resource-verbs.ts';
import { positive } from '../../cli/values.ts';
import { type Command, type FlagsOf, verb } from '../../cli/verb.ts';
import { notification as resource } from '../../platform/resources/notification.ts';
import { all } from '../../platform/site/service.ts';
import { listView, placedView } from './view.ts';
import { eachWorkspaceRules, isForSeveral, namesWorkspaces, severalNotes, workspacesFlags } from './workspace-flags.ts';
import { workspacesOf } from './workspaces.ts';

function listFlags(list: Command) {
  return workspacesFlags(list)
    .option('--query <text>', 'only configurations with this text in their name or URL')
    .option('--limit <n>', 'maximum number of items', positive);
}

export const list = verb({
  words: 'list',
  about: 'List the notification configurations of workspaces',
  text: `CSV and TSV have the same columns for one workspace and for several, the name of the workspace first.

${severalNotes}`,
  flags: listFlags,
  rules: eachWorkspaceRules,
  lists: resource.view,
  calls: [notifications.list, workspaces.show, workspaces.list],
  examples: [
    'svc notification list -w network-production',
    'svc notification list -w acme/network-production --columns id,name,enabled,triggers',
    "svc notification list -w 'network-*' --columns workspace,name,url",
    'svc notification list --all-workspaces --query hooks.example.com',
  ],
  async run(context, flags) {
    const { output, platformList } = context;
    const { limit, query } = flags;
    if (namesWorkspaces(flags) && isForSeveral(flags)) return listEach(flags, context);
    const workspace = flags.workspace?.[0] ?? (await pickWorkspace({ flag: '--workspace' }, context));
    const workspace_id = await workspaceId(workspace, context);
    const list = (limit?: number) => platformList(notifications.list, { workspace_id }, { limit });
    const rows =
      query === undefined ? list(limit) : firstRows((await all(list())).filter(hasText(query)), limit, output);
    await output.list(listView(workspace), rows, noneOf(resource, workspace, query === undefined ? '' : 'matching '));
  },
});

async function listEach(
  { failedTo, jobs = 8, limit, query = '', ...flags }: FlagsOf<typeof listFlags>,
  context: Context,
): Promise<void> {
  const { output, platformList } = context;
  const places = await workspacesOf({ ...flags, failedTo }, context);
  const deed = { words: 'list the configurations', doing: 'Listing the configurations', failedTo, isMany: true, jobs };
  const each = new EachItem(places, deed, context);
  const found = await each.step(({ id }) => all(platformList(notifications.list, { workspace_id: id })));
  const rows = found.flatMap(([{ name }, some]) => some.filter(hasText(query)).map((row) => [row, name] as const));
  const shown = new Map(firstRows(rows, limit, output));
  await each.list(placedView(shown), [...shown.keys()], noneOf(resource, 'these workspaces', query && 'matching '));
  each.finish();
}

/** Returns whether the name or the URL of a configuration contains a text, ignoring case. */
const hasText =
  (query: string) =>
  ({ attributes: { name, url } }: NotificationConfiguration): boolean =>
    [name, url].some((text) => `${text ?? ''}`.toLowerCase().includes(query.toLowerCase()));
