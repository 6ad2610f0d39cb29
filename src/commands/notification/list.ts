import { type NotificationConfiguration, notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { EachItem } from '../../cli/each-item.ts';
import { noneOf, pickWorkspace } from '../../cli/pick.ts';
import { firstRows } from '../../cli/resource-verbs.ts';
import { positive } from '../../cli/values.ts';
import { type Command, requires, verb } from '../../cli/verb.ts';
import { notification as resource } from '../../platform/resources/notification.ts';
import { configurationsOf } from './same-name.ts';
import { workspaceView } from './view.ts';
import {
  isForSeveral,
  namesWorkspaces,
  opening,
  severalNotes,
  workspaceRules,
  workspacesFlags,
} from './workspace-flags.ts';
import { workspacesOf } from './workspaces.ts';

export const list = verb({
  words: 'list',
  about: 'List the notification configurations of workspaces',
  text: `${opening} CSV and TSV have the same columns for one workspace and for several, the name of the workspace first.

${severalNotes}`,
  reads: true,
  flags: (command: Command) =>
    workspacesFlags(command)
      .option('--query <text>', 'only configurations with this text in their name or URL')
      .option('--limit <n>', 'maximum number of items (default: all)', positive),
  rules: [...workspaceRules, requires('failedTo', 'workspace', 'workspacesFrom', 'allWorkspaces')],
  lists: resource.view,
  calls: [notifications.list, workspaces.show, workspaces.list],
  examples: [
    'svc notification list -w network-production',
    'svc notification list -w acme/network-production --columns id,name,enabled,triggers',
    "svc notification list -w 'network-*' --columns workspace,name,url",
    'svc notification list --all-workspaces --query hooks.example.com',
  ],
  async run(context, flags) {
    const { failedTo, jobs, limit, query = '' } = flags;
    const isMany = isForSeveral(flags);
    if (!namesWorkspaces(flags)) flags.workspace = [await pickWorkspace({ flag: '--workspace' }, context)];
    const places = await workspacesOf(flags, context);
    const [place] = places;
    if (place && 'id' in place && !isMany && query === '') {
      const list = context.platformList(notifications.list, { workspace_id: place.id }, { limit });
      const view = workspaceView({ get: () => place.name }, false);
      return context.output.list(view, list, noneOf(resource, place.name));
    }
    const deed = { words: 'list the configurations', doing: 'Listing the configurations', failedTo, isMany, jobs };
    const each = new EachItem(places, deed, context);
    const read = await each.step((workspace) => configurationsOf(workspace, context));
    const rows = read.flatMap(([{ name }, all]) => all.filter(hasText(query)).map((row) => [row, name] as const));
    const shown = new Map(firstRows(rows, limit, context.output));
    const where = isMany ? 'these workspaces' : (places[0]?.name ?? '');
    await each.list(workspaceView(shown, isMany), [...shown.keys()], noneOf(resource, where, query && 'matching '));
    each.finish();
  },
});

/** Returns a test for a text in the name or the URL of a configuration, ignoring case. */
const hasText =
  (query: string) =>
  ({ attributes: { name, url } }: NotificationConfiguration): boolean =>
    [name, url].some((text) => `${text ?? ''}`.toLowerCase().includes(query.toLowerCase()));
