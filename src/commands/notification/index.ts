import { notifications } from '../../api/contract/platform/notifications.ts';
import { showById } from '../../cli/resource-verbs.ts';
import { notificationPage } from '../../cli/web-page.ts';
import { notification as resource } from '../../platform/resources/notification.ts';
import { audit } from './audit.ts';
import { create } from './create.ts';
import { removeVerb } from './delete.ts';
import { list } from './list.ts';
import { update } from './update.ts';
import { verifyVerb } from './verify.ts';
import { notificationDrawing } from './view.ts';
import { opening } from './workspace-flags.ts';

const show = showById(
  { ...resource, show: notifications.show, drawing: notificationDrawing },
  {
    about: 'Show a notification configuration',
    argument: ['id', 'id of the configuration, nc-…'],
    page: notificationPage,
    text: `${opening} Includes the last response of the destination to a verification request. The token is never shown.`,
    examples: [
      'svc notification show nc-0123456789abcdef',
      'svc notification show nc-0123456789abcdef --jq ".attributes[\\"delivery-responses\\"]"',
    ],
  },
);

export const noun = { verbs: [list, show, create, update, verifyVerb, removeVerb, audit] };
