import type { Command } from 'commander';
import { z } from 'zod';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { reportIgnored, strictHelp } from '../../cli/ignored-attributes.ts';
import { action } from '../../cli/run.ts';
import { type NotificationPatch, notifications } from '../../contract/platform/notifications.ts';
import { UsageError } from '../../errors.ts';
import { forgetToken, keepToken, newToken } from '../listening/stored-tokens.ts';
import { verificationWords, verified } from '../listening/verification.ts';
import { bodyOf, declareNotificationFlags, namesToken, notificationFlags, oddities } from './flags.ts';
import { notificationDrawing, notificationView } from './view.ts';

const flags = notificationFlags
  .extend({
    clearTriggers: z.boolean().optional(),
    clearToken: z.boolean().optional(),
    clearUsers: z.boolean().optional(),
    strict: z.boolean().optional(),
  })
  .refine((given) => Object.keys(given).some((flag) => flag !== 'strict'), { message: 'There is nothing to change.' });

export function registerUpdate(notification: Command, context: Context): void {
  const { ask, output, platform, secrets } = context;
  explain(declareNotificationFlags(notification.command('update')), {
    notes: `What is not named stays; the destination type always does, and the service ignores one by --set. --trigger and --user replace what was there. If it is enabled
afterwards the destination is verified first, and nothing changes unless it answers with 2xx (exit 8).`,
    calls: [notifications.update],
    examples: [
      'svc notification update nc-0123456789abcdef --enabled --trigger all',
      'svc notification update nc-0123456789abcdef --url https://hooks.example.com/svc --token-env HOOK_TOKEN',
      'svc notification update nc-0123456789abcdef --no-enabled --clear-triggers --clear-token',
    ],
  })
    .description('Change a notification configuration; what is not named stays')
    .argument('<id>', 'id of the configuration, nc-…')
    .option('--enabled', 'verify the destination and begin to send')
    .option('--no-enabled', 'send nothing more')
    .option('--clear-triggers', 'no triggers at all')
    .option('--clear-token', 'sign no more')
    .option('--clear-users', 'no users at all')
    .option('--strict', strictHelp)
    .action(
      action(flags, async ({ clearToken, clearTriggers, clearUsers, strict, ...given }, id: string) => {
        const made = given.generateToken ? newToken(secrets) : undefined;
        const named = namesToken(given);
        if (clearToken && made) throw new UsageError('--clear-token and --generate-token contradict each other.');
        for (const odd of oddities(given)) output.warn(odd);
        const { attributes, relationships } = await bodyOf({ ...given, token: made }, ask);
        const cleared = { ...(clearToken ? { token: null } : {}), ...(clearTriggers ? { triggers: [] } : {}) };
        const changes = { ...cleared, ...attributes } as NotificationPatch;
        const references = { ...(clearUsers ? { users: { data: [] } } : {}), ...relationships };
        const data = {
          type: 'notification-configurations' as const,
          attributes: changes,
          ...(Object.keys(references).length > 0 ? { relationships: references } : {}),
        };
        const reply = platform(notifications.update, { id, body: { data: data as never } });
        const hint = 'Give --no-enabled to change it without a verification.';
        const { data: changed } = await verified(reply, 'nothing was changed', hint);
        output.note(`Changed notification configuration ${changed.id}.`);
        if (made) await keepToken(id, made, context);
        else if (named || clearToken) await forgetToken(id, context);
        if (changed.attributes.enabled) output.note(verificationWords(changed));
        await output.show(notificationView, changed, notificationDrawing(changed));
        reportIgnored(changes, changed.attributes, { output, strict });
      }),
    );
}
