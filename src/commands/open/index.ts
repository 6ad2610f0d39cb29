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
  text: `Opens a page of the platform for people: by default, that of the default organization. Off a terminal and without a browser the URL is
printed, with -o json as {"url"}, and so is a URL of another server, or of a delivery without a valid signature. A workspace with the name of
another page, such as settings or last, is ORG/NAME. To open the page of a resource: svc workspace show --web, and so for organization,
notification, customization and webhook.`,
  flags: (command: Command) =>
    command.argument(
      '[what]',
      'organization, settings, a workspace, a notification configuration (nc-…), or last: the run of the last delivery',
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
