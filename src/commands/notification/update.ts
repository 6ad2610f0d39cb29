import { type NotificationConfiguration, notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { whenAccepted } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { withUserIds } from '../../cli/lookup.ts';
import { pickOne } from '../../cli/pick.ts';
import { deleteStoredToken, newToken, storeToken } from '../../cli/stored-tokens.ts';
import { both, type Command, excludes, type FlagsOf, requireChange, verb } from '../../cli/verb.ts';
import { verificationReport } from '../../platform/notifications/verification.ts';
import { notification as resource } from '../../platform/resources/notification.ts';
import { put } from '../../platform/resources/put.ts';
import { byNameNotes, findSelected, idsNotes } from './by-name.ts';
import { draftOf, notificationFlags, notificationRules, tokenIn, warnings } from './flags.ts';
import { showPlaced } from './view.ts';
import { namesWorkspaces, opening, severalNotes, workspaceRules, workspacesFlags } from './workspace-flags.ts';

/** The flags that by themselves change nothing in a configuration. */
const selectingFlags = ['workspace', 'workspacesFrom', 'allWorkspaces', 'failedTo', 'jobs'];

function updateFlags(update: Command) {
  return both(notificationFlags(update), workspacesFlags(update))
    .option('--enabled', 'verify the destination and enable it')
    .option('--no-enabled', 'disable the configuration')
    .option('--clear-triggers', 'remove all triggers')
    .option('--clear-users', 'remove all users')
    .optionsGroup('Token:')
    .option('--clear-token', 'remove the token; deliveries are no longer signed')
    .optionsGroup('Flags:');
}
type Changes = FlagsOf<typeof updateFlags>;

export const update = verb({
  words: 'update',
  about: 'Update notification configurations',
  text: `${opening} Only the given attributes change. --trigger and --user replace all previous ones. The destination type cannot change. If the
configuration is enabled, the destination is verified first and must respond with 2xx, or nothing changes (exit 8). On a terminal, without
flags, svc prompts for each value.

With an id, --name is the new name. ${idsNotes}

${byNameNotes} There, --set name=NAME renames.

${severalNotes}`,
  flags: (command: Command) =>
    updateFlags(command).argument('[id...]', 'ids of configurations, nc-…; - reads them from stdin'),
  rules: [...notificationRules, ...workspaceRules, excludes('clearToken', 'generateToken')],
  calls: [notifications.update, notifications.list, workspaces.show, workspaces.list],
  examples: [
    'svc notification update nc-0123456789abcdef --enabled --trigger all',
    'svc notification update nc-0123456789abcdef --url https://hooks.example.com/svc --token-env HOOK_TOKEN',
    'svc notification update nc-0123456789abcdef --no-enabled --clear-triggers --clear-token',
    "svc notification update --name CI -w 'network-*' --enabled --failed-to failed.txt",
  ],
  async run(context, flags, ids) {
    const isBare = Object.keys(flags).every((flag) => flag === 'jobs');
    if (!isBare || ids.length > 1 || ids[0] === '-' || !context.ask.canAsk()) {
      const { name: _, ...others } = flags;
      requireChange(namesWorkspaces(flags) ? others : flags, selectingFlags);
      return updateEach(ids, flags, context);
    }
    const id = ids[0] ?? (await pickOne(resource, context));
    const changes = await (await import('./questions.ts')).changesOf(id, context);
    if (Object.keys(changes).length === 0) return context.output.note('No changes.');
    await updateEach([id], { ...flags, ...changes }, context);
  },
});

async function updateEach(ids: readonly string[], { name, ...flags }: Changes, context: Context) {
  const { ask, output, platform, secrets } = context;
  // With workspaces, --name selects the configuration, and is not its new name.
  const [oldName, newName] = namesWorkspaces(flags) ? [name] : [undefined, name];
  const { each, step } = await findSelected(ids, oldName, flags, ['update', 'Updating'], context);
  const { isMany, items } = each.deed;
  for (const warning of warnings({ ...flags, name: newName })) output.warn(warning);
  const generated = flags.generateToken ? newToken(secrets) : undefined;
  const token = generated ?? (await tokenIn(flags, ask));
  const { user } = await withUserIds(flags, context);
  const draft = draftOf({ ...flags, name: newName, token, user });
  const hint = 'To change it without a verification, add --no-enabled.';
  const updated: string[] = [];
  const done = await step(async ({ id, name }) => {
    const writing = { call: platform, hint, onExisting: 'update', existing: { id } } as const;
    const sent = put<NotificationConfiguration>(resource, draft, writing);
    const { row } = await whenAccepted(sent, () => updated.push(id));
    updated.push(id);
    const change = items ? `Updated ${id}.` : `${name}: updated ${id}.`;
    const report = row.attributes.enabled ? [verificationReport(row)] : [];
    output.note([isMany ? change : `Updated ${resource.one} ${row.id}.`, ...report].join(isMany ? ' ' : '\n'));
    return row;
  });
  // A new token makes the token that svc stored earlier invalid.
  if (generated) await storeToken(updated, generated, context);
  else if (token || flags.clearToken) await deleteStoredToken(updated, context);
  await showPlaced(each, done, output);
  each.finish();
}
