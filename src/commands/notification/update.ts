import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { reportIgnored, strictHelp } from '../../cli/ignored-attributes.ts';
import { pickNotification } from '../../cli/pick.ts';
import { requireChange, run } from '../../cli/run.ts';
import { type NotificationPatch, notifications } from '../../contract/platform/notifications.ts';
import { UsageError } from '../../errors.ts';
import { deleteStoredToken, newToken, storeToken } from '../listening/stored-tokens.ts';
import { verificationReport, verified } from '../listening/verification.ts';
import { bodyOf, namesToken, notificationFlags, warnings } from './flags.ts';
import { notificationDrawing, notificationView } from './view.ts';

export function registerUpdate(notification: Command): void {
  explain(notificationFlags(notification.command('update')), {
    notes: `Only the given attributes change. --trigger and --user replace all previous ones. The destination type cannot change. If the
configuration is enabled, the destination is verified first and must respond with 2xx, or nothing changes (exit 8).`,
    calls: [notifications.update],
    examples: [
      'svc notification update nc-0123456789abcdef --enabled --trigger all',
      'svc notification update nc-0123456789abcdef --url https://hooks.example.com/svc --token-env HOOK_TOKEN',
      'svc notification update nc-0123456789abcdef --no-enabled --clear-triggers --clear-token',
    ],
  })
    .description('Update a notification configuration')
    .argument('[id]', 'id of the configuration, nc-…')
    .option('--enabled', 'verify the destination and enable the configuration')
    .option('--no-enabled', 'disable the configuration')
    .option('--clear-triggers', 'remove all triggers')
    .option('--clear-token', 'remove the token; deliveries are no longer signed')
    .option('--clear-users', 'remove all users')
    .option('--strict', strictHelp)
    .action(
      run(async (context, flags, typed) => {
        requireChange(flags, ['strict']);
        const id = typed ?? (await pickNotification(context));
        const { ask, output, platform, secrets } = context;
        const { clearToken, clearTriggers, clearUsers, strict } = flags;
        const made = flags.generateToken ? newToken(secrets) : undefined;
        const named = namesToken(flags);
        if (clearToken && made) throw new UsageError('--clear-token and --generate-token contradict each other.');
        for (const warning of warnings(flags)) output.warn(warning);
        const { attributes, relationships } = await bodyOf({ ...flags, token: made }, ask);
        const cleared = { ...(clearToken ? { token: null } : {}), ...(clearTriggers ? { triggers: [] } : {}) };
        const changes = { ...cleared, ...attributes } as NotificationPatch;
        const references = { ...(clearUsers ? { users: { data: [] } } : {}), ...relationships };
        const data = {
          type: 'notification-configurations' as const,
          attributes: changes,
          ...(Object.keys(references).length > 0 ? { relationships: references } : {}),
        };
        const reply = platform(notifications.update, { id, body: { data: data as never } });
        const hint = 'To change it without a verification, add --no-enabled.';
        const { data: changed } = await verified(reply, 'was not changed', hint);
        output.note(`Updated notification configuration ${changed.id}.`);
        if (made) await storeToken(id, made, context);
        else if (named || clearToken) await deleteStoredToken(id, context);
        if (changed.attributes.enabled) output.note(verificationReport(changed));
        await output.show(notificationView, changed, notificationDrawing(changed));
        reportIgnored(changes, changed.attributes, { output, strict });
      }),
    );
}
