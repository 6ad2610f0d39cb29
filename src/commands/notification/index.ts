import type { Command } from 'commander';
import { notifications } from '../../api/contract/platform/notifications.ts';
import { registerShow } from '../../cli/resource-verbs.ts';
import { notificationPage } from '../../cli/web-page.ts';
import { notification as resource } from '../../platform/resources/notification.ts';
import { registerAudit } from './audit.ts';
import { registerCreate } from './create.ts';
import { registerDelete } from './delete.ts';
import { registerList } from './list.ts';
import { registerUpdate } from './update.ts';
import { registerVerify } from './verify.ts';
import { notificationDrawing } from './view.ts';

export function register(notification: Command): void {
  registerList(notification);
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
  registerCreate(notification);
  registerUpdate(notification);
  registerVerify(notification);
  registerDelete(notification);
  registerAudit(notification);
}
