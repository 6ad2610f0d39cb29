import { notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { alsoKnown } from '../../cli/pick.ts';
import { deleteEach } from '../../cli/resource-writes.ts';
import { deleteStoredToken } from '../../cli/stored-tokens.ts';
import { verb } from '../../cli/verb.ts';
import { notification } from '../../platform/resources/notification.ts';
import { findSelected, selectionFlags, selectionNotes } from './by-name.ts';
import { opening, workspaceRules } from './workspace-flags.ts';

export const removeVerb = verb({
  words: 'delete',
  about: 'Delete a notification configuration',
  text: `${opening} A token that svc generated for the configuration is deleted too. Prompts for confirmation unless --yes is given, once for several.
With -o json: {"id": ID, "deleted": true}, or for several [{"id": ID, "deleted": true}], with "workspace": NAME for workspaces.

${selectionNotes}`,
  flags: selectionFlags,
  rules: workspaceRules,
  calls: [notifications.remove, notifications.show, notifications.list, workspaces.show, workspaces.list],
  examples: [
    'svc notification delete nc-0123456789abcdef --yes',
    "svc notification delete --name CI -w 'network-*' --yes",
  ],
  async run(context, { name, ...flags }, ids) {
    const chosen = await findSelected(ids, name, flags, ['delete', 'Deleting'], context);
    await deleteEach(notification, chosen, context, {
      deleted: (gone) => deleteStoredToken(gone, context),
      async details() {
        const { data } = await context.platform(notifications.show, { id: chosen.known.join() });
        return alsoKnown(data.attributes.name);
      },
    });
  },
});
