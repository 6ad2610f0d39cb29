import type { Command } from 'commander';
import { type NotificationConfiguration, notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { whenAccepted } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { withUserIds } from '../../cli/lookup.ts';
import { deleteStoredToken, newToken, storeToken } from '../../cli/stored-tokens.ts';
import { both, excludes, type FlagsOf, requireChange, verb } from '../../cli/verb.ts';
import { verificationReport } from '../../platform/notifications/verification.ts';
import { notification as resource } from '../../platform/resources/notification.ts';
import { put } from '../../platform/resources/put.ts';
import { byNameNotes, namedConfigurations, selectedId } from './by-name.ts';
import { bodyOf, namesToken, notificationFlags, notificationRules, warnings } from './flags.ts';
import { listPlaced, notificationDrawing } from './view.ts';
import { eachWorkspaceRules, namesWorkspaces, severalNotes, workspacesFlags } from './workspace-flags.ts';

/** The flags that change nothing by themselves. */
const notChanging = ['workspace', 'workspacesFrom', 'allWorkspaces', 'failedTo', 'jobs'];

function updateFlags(update: Command) {
  return both(notificationFlags(update), workspacesFlags(update))
    .option('--enabled', 'verify the destination and enable the configuration')
    .option('--no-enabled', 'disable the configuration')
    .option('--clear-triggers', 'remove all triggers')
    .option('--clear-token', 'remove the token; deliveries are no longer signed')
    .option('--clear-users', 'remove all users');
}
type UpdateFlags = FlagsOf<typeof updateFlags>;

export const update = verb({
  words: 'update',
  about: 'Update a notification configuration',
  text: `Only the given attributes change. --trigger and --user replace all previous ones. The destination type cannot change. If the
configuration is enabled, the destination is verified first and must respond with 2xx, or nothing changes (exit 8).

With an id, --name is the new name. ${byNameNotes} There, --set name=NAME renames.

${severalNotes}`,
  flags: (command: Command) => updateFlags(command).argument('[id]', 'id of the configuration, nc-…'),
  rules: [...notificationRules, ...eachWorkspaceRules, excludes('clearToken', 'generateToken')],
  calls: [notifications.update, notifications.list, workspaces.show, workspaces.list],
  examples: [
    'svc notification update nc-0123456789abcdef --enabled --trigger all',
    'svc notification update nc-0123456789abcdef --url https://hooks.example.com/svc --token-env HOOK_TOKEN',
    'svc notification update nc-0123456789abcdef --no-enabled --clear-triggers --clear-token',
    "svc notification update --name CI -w 'network-*' --enabled --failed-to failed.txt",
  ],
  async run(context, flags, typed) {
    const { name, ...others } = flags;
    // Beside workspaces, the name selects the configuration.
    const isByName = namesWorkspaces(flags);
    const changes = isByName ? others : flags;
    requireChange(changes, notChanging);
    const id = await selectedId(typed === undefined ? [] : [typed], isByName ? name : undefined, others, context);
    if (id === undefined) return updateEach(name!, others, context);
    await updateOne(id, changes, context);
  },
});

async function updateOne(id: string, flags: UpdateFlags, context: Context): Promise<void> {
  const { output } = context;
  const { keepToken, update } = await updating(flags, context);
  const changed = await whenAccepted(update(id), () => keepToken([id]));
  output.note(`Updated notification configuration ${changed.id}.`);
  await keepToken([id]);
  if (changed.attributes.enabled) output.note(verificationReport(changed));
  await output.show(resource.view, changed, notificationDrawing(changed));
}

async function updateEach(name: string, flags: UpdateFlags, context: Context): Promise<void> {
  const { output } = context;
  const { keepToken, update } = await updating(flags, context);
  const { each, step } = await namedConfigurations([], name, flags, ['update', 'Updating'], context);
  const updated: string[] = [];
  const done = await step(async ({ id }, place) => {
    const changed = await whenAccepted(update(id), () => updated.push(id));
    updated.push(id);
    output.note(`${place.name}: updated ${id}.${changed.attributes.enabled ? ` ${verificationReport(changed)}` : ''}`);
    return changed;
  });
  await keepToken(updated);
  await listPlaced(each, done);
}

/** What the flags change, after warnings about unusual ones. @throws {UsageError} for a file or variable of a token that cannot be read */
async function updating(flags: UpdateFlags, context: Context) {
  const { ask, output, platform, secrets } = context;
  for (const warning of warnings(flags)) output.warn(warning);
  const { clearToken, clearTriggers, clearUsers, generateToken } = flags;
  const generated = generateToken ? newToken(secrets) : undefined;
  const { user = clearUsers ? [] : undefined } = await withUserIds(flags, context);
  const body = await bodyOf({ ...flags, user, token: generated }, ask);
  const attributes = { ...(clearToken && { token: null }), ...(clearTriggers && { triggers: [] }), ...body.attributes };
  return {
    async update(id: string) {
      const hint = 'To change it without a verification, add --no-enabled.';
      const writing = { call: platform, hint, onExisting: 'update', existing: { id } } as const;
      return (await put<NotificationConfiguration>(resource, { ...body, attributes }, writing)).row;
    },
    /** Stores the generated token, or deletes the stored one that is no longer in force. */
    async keepToken(ids: readonly string[]) {
      if (generated) await storeToken(ids, generated, context);
      else if (namesToken(flags) || clearToken) await deleteStoredToken(ids, context);
    },
  };
}
