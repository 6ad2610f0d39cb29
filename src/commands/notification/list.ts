import type { Command } from 'commander';
import { notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import type { Context } from '../../cli/context.ts';
import { EachItem } from '../../cli/each-item.ts';
import { workspaceId } from '../../cli/lookup.ts';
import { pickWorkspace } from '../../cli/pick.ts';
import { positive } from '../../cli/values.ts';
import { type FlagsOf, verb } from '../../cli/verb.ts';
import { all } from '../../platform/site/service.ts';
import { listView, placedView } from './view.ts';
import { eachWorkspaceRules, isForSeveral, namesWorkspaces, severalNotes, workspacesFlags } from './workspace-flags.ts';
import { workspacesOf } from './workspaces.ts';

function listFlags(list: Command) {
  return workspacesFlags(list).option('--limit <n>', 'maximum number of items', positive);
}

export const list = verb({
  words: 'list',
  about: 'List the notification configurations of workspaces',
  text: `CSV and TSV have the same columns for one workspace and for several, the name of the workspace first.

${severalNotes}`,
  flags: listFlags,
  rules: eachWorkspaceRules,
  calls: [notifications.list, workspaces.show, workspaces.list],
  examples: [
    'svc notification list -w network-production',
    'svc notification list -w acme/network-production --columns id,name,enabled,triggers',
    "svc notification list -w 'network-*' --columns workspace,name,url",
  ],
  async run(context, flags) {
    const { output, platformList } = context;
    if (namesWorkspaces(flags) && isForSeveral(flags)) return listEach(flags, context);
    const workspace = flags.workspace?.[0] ?? (await pickWorkspace({ flag: '--workspace' }, context));
    const workspace_id = await workspaceId(workspace, context);
    const rows = platformList(notifications.list, { workspace_id }, { limit: flags.limit });
    await output.list(listView(workspace), rows, `No notification configurations in ${workspace}.`);
  },
});

async function listEach(
  { failedTo, jobs = 8, limit = Number.POSITIVE_INFINITY, ...flags }: FlagsOf<typeof listFlags>,
  context: Context,
): Promise<void> {
  const { output, platformList } = context;
  const places = await workspacesOf({ ...flags, failedTo }, context);
  const deed = { words: 'list the configurations', doing: 'Listing the configurations', failedTo, isMany: true, jobs };
  const each = new EachItem(places, deed, context);
  const found = await each.step(({ id }) => all(platformList(notifications.list, { workspace_id: id })));
  const rows = found.flatMap(([{ name }, some]) => some.map((row) => [row, name] as const));
  const shown = new Map(rows.slice(0, limit));
  if (rows.length > limit) output.note(`Showing ${limit} of ${rows.length}; show more with --limit N.`);
  await each.list(placedView(shown), [...shown.keys()], 'No notification configurations in these workspaces.');
  each.finish();
}
