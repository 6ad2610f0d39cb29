import { notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import type { Context } from '../../cli/context.ts';
import { organizationName, workspaceNamed } from '../../cli/lookup.ts';
import { journalFolder } from '../../cli/settings/paths.ts';
import { action, type Command } from '../../cli/verb.ts';
import { notificationPage, openWeb, pageUrl, workspacePage } from '../../cli/web-page.ts';
import { runPageOf } from '../../webhooks/event.ts';
import { createJournal } from '../../webhooks/journal.ts';

export const noun = action({
  text: `Without an argument, opens the default organization. Only a page of the platform in force is opened, and of a delivery only a verified one;
any other URL is printed. So is each one off a terminal, without a browser, and with -o json, as {"url"}. A workspace with the name of another page, such as settings or last, is ORG/NAME.
webhook show, workspace show, organization show, notification show and customization show have --web.`,
  flags: (command: Command) =>
    command.argument(
      '[what]',
      'organization, settings, a workspace, a notification (nc-…), or last, the run of a delivery',
    ),
  calls: [workspaces.show, workspaces.byId, notifications.show],
  examples: ['svc open', 'svc open network-production', 'svc open settings -o json'],
  run: (context, _, what) => openPage(what, context),
});

async function openPage(what: string | undefined, context: Context): Promise<void> {
  const { host, platform, settings } = context;
  if (what === 'last' || what === 'last-rejected') {
    const delivery = await createJournal({ folder: journalFolder(host.env, host.home) }).find(what);
    return openWeb(runPageOf(delivery), context, delivery.verified);
  }
  if (what === 'settings' || (what === undefined && !settings.lookup('organization')))
    return openWeb(pageUrl(what ?? 'start', context), context);
  if (what === undefined || what === 'organization')
    return openWeb(pageUrl('organization', context, { organization: await organizationName(context) }), context);
  if (!what.startsWith('nc-')) return openWeb(workspacePage(await workspaceNamed(what, context), context), context);
  const { data } = await platform(notifications.show, { id: what });
  return openWeb(await notificationPage(data, context), context);
}
