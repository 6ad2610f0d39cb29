import { notifications } from '../../api/contract/platform/notifications.ts';
import { pickOne } from '../../cli/pick.ts';
import { showVerb } from '../../cli/resource-verbs.ts';
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

const show = showVerb({
  view: resource.view,
  about: 'Show a notification configuration',
  text: `${opening} Includes the last response of the destination to a verification request. The token is never shown.`,
  argument: ['[id]', 'id of the configuration, nc-…'],
  calls: [notifications.show],
  page: notificationPage,
  examples: [
    'svc notification show nc-0123456789abcdef',
    'svc notification show nc-0123456789abcdef --jq ".attributes[\\"delivery-responses\\"]"',
  ],
  async read(context, typed) {
    const id = typed ?? (await pickOne(resource, context));
    const { data } = await context.platform(notifications.show, { id });
    return [data, notificationDrawing(data)];
  },
});

export const noun = { verbs: [list, show, create, update, verifyVerb, removeVerb, audit] };
