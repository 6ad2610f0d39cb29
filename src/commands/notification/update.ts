import type { Command } from 'commander';
import { z } from 'zod';
import { type NotificationPatch, notifications } from '../../contract/platform/notifications.ts';
import { UsageError } from '../../errors.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';
import { forgetToken, keepToken, newToken } from '../kept-tokens.ts';
import { verificationWords, verified } from '../verification.ts';
import { bodyOf, declareNotificationFlags, namesToken, notificationFlags, unknownValues } from './flags.ts';
import { notificationDrawing, notificationView } from './view.ts';

const flags = notificationFlags
  .extend({ clearTriggers: z.boolean().optional(), clearToken: z.boolean().optional() })
  .refine((given) => Object.keys(given).length > 0, { message: 'There is nothing to change.' });

export function registerUpdate(notification: Command, context: Context): void {
  const { ask, output, platform, secrets } = context;
  explain(declareNotificationFlags(notification.command('update')), {
    notes: `What is not named stays; the destination type always does. --trigger and --user replace what was there. If it is enabled
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
    .action(
      action(flags, async ({ clearToken, clearTriggers, ...given }, id: string) => {
        const made = given.generateToken ? newToken(secrets) : undefined;
        const named = namesToken(given);
        if (clearToken && (named || made)) throw new UsageError('--clear-token does not go with a token.');
        if (clearTriggers && given.trigger) throw new UsageError('--clear-triggers and --trigger do not go together.');
        for (const words of unknownValues(given)) output.warn(words);
        const { attributes, ...rest } = await bodyOf({ ...given, token: made }, ask);
        const cleared = { ...(clearToken ? { token: null } : {}), ...(clearTriggers ? { triggers: [] } : {}) };
        const changes = { ...cleared, ...attributes } as NotificationPatch;
        const data = { type: 'notification-configurations' as const, attributes: changes, ...rest };
        const reply = platform(notifications.update, { id, body: { data: data as never } });
        const hint = 'Give --no-enabled to change it without a verification.';
        const { data: changed } = await verified(reply, 'nothing was changed', hint);
        output.note(`Changed notification configuration ${changed.id}.`);
        if (made) await keepToken(id, made, context);
        else if (named || clearToken) await forgetToken(id, context);
        if (changed.attributes.enabled) output.note(verificationWords(changed));
        await output.show(notificationView, changed, notificationDrawing(changed));
      }),
    );
}
