import type { Command } from 'commander';
import { notifications } from '../../api/contract/platform/notifications.ts';
import { bridge } from '../../cli/old.ts';
import { registerShow } from '../../cli/resource-verbs.ts';
import { notificationPage } from '../../cli/web-page.ts';
import { notification as resource } from '../../platform/resources/notification.ts';
import { audit } from './audit.ts';
import { create } from './create.ts';
import { removeVerb } from './delete.ts';
import { list } from './list.ts';
import { update } from './update.ts';
import { verifyVerb } from './verify.ts';
import { notificationDrawing } from './view.ts';

export function register(notification: Command): void {
  bridge(notification, list);
  registerShow(
    notification,
    { ...resource, show: notifications.show, drawing: notificationDrawing },
    {
      description: 'Show a notification configuration',
      argument: 'id of the configuration, nc-…',
      page: notificationPage,
      notes: `Includes the last response of the destination to a verification request. The token is never shown.`,
      examples: [
        'svc notification show nc-0123456789abcdef',
        'svc notification show nc-0123456789abcdef --jq ".attributes[\\"delivery-responses\\"]"',
      ],
    },
  );
  bridge(notification, create);
  bridge(notification, update);
  bridge(notification, verifyVerb);
  bridge(notification, removeVerb);
  bridge(notification, audit);
}
