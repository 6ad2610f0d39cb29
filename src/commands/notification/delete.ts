import type { Command } from 'commander';
import { notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { firstOf } from '../../base/text.ts';
import { columnsOf, type View } from '../../base/view.ts';
import type { Context } from '../../cli/context.ts';
import { alsoKnown, confirmDeletion, type Deleted, deletedView } from '../../cli/deletion.ts';
import { deleteStoredToken } from '../../cli/stored-tokens.ts';
import { verb } from '../../cli/verb.ts';
import { notification } from '../../platform/resources/notification.ts';
import { remove } from '../../platform/resources/put.ts';
import { byNameNotes, idsNotes, namedConfigurations, nameHelp, selectedId } from './by-name.ts';
import { severalNotes, type WorkspacesFlags, workspaceRules, workspacesFlags } from './workspace-flags.ts';
import { inWorkspaces } from './workspaces.ts';

type DeletedIn = Deleted & { workspace: string };

const deletedInView: View<DeletedIn> = {
  columns: [...columnsOf<DeletedIn>('workspace:whole'), ...deletedView.columns],
};

export const removeVerb = verb({
  words: 'delete',
  about: 'Delete a notification configuration',
  text: `A token that svc generated for the configuration is deleted too. Prompts for confirmation unless --yes is given, once for several.
With -o json: {"id": ID, "deleted": true}, or for several [{"id": ID, "deleted": true}], with "workspace": NAME for workspaces.

${idsNotes}

${byNameNotes}

${severalNotes}`,
  flags: (command: Command) =>
    workspacesFlags(command)
      .argument('[id...]', 'ids of configurations, nc-…; - reads them from stdin')
      .option('--name <name>', nameHelp),
  rules: workspaceRules,
  calls: [notifications.remove, notifications.show, notifications.list, workspaces.show, workspaces.list],
  examples: [
    'svc notification delete nc-0123456789abcdef --yes',
    "svc notification delete --name CI -w 'network-*' --yes",
  ],
  async run(context, { name, ...flags }, ids) {
    const { output, platform } = context;
    const id = await selectedId(ids, name, flags, context);
    if (id === undefined) return deleteEach(ids, name, flags, context);
    await confirmDeletion(`notification configuration ${id}`, context, async () =>
      alsoKnown((await platform(notifications.show, { id })).data.attributes.name),
    );
    await remove(notification, id, platform);
    await deleteStoredToken([id], context);
    await output.done(deletedView, { id, deleted: true }, `Deleted notification configuration ${id}.`);
  },
});

async function deleteEach(
  ids: readonly string[],
  name: string | undefined,
  flags: WorkspacesFlags,
  context: Context,
): Promise<void> {
  const { output, platform } = context;
  const { each, names, step } = await namedConfigurations(ids, name, flags, ['delete', 'Deleting'], context);
  if (names.length > 0) {
    const what = name === undefined ? `s ${firstOf(names)}` : ` ${name} in ${inWorkspaces(names)}`;
    await confirmDeletion(`notification configuration${what}`, context);
  }
  const deleted = await step(async ({ id }, place): Promise<Deleted | DeletedIn> => {
    await remove(notification, id, platform);
    output.note(name === undefined ? `Deleted ${id}.` : `${place.name}: deleted ${id}.`);
    return { ...(name === undefined ? {} : { workspace: place.name }), id, deleted: true };
  });
  const rows = deleted.map(([, row]) => row);
  await deleteStoredToken(
    rows.map(({ id }) => id),
    context,
  );
  await each.list<Deleted>(name === undefined ? deletedView : (deletedInView as View<Deleted>), rows);
  each.finish();
}
