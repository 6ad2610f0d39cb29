import { expandAll } from '../../api/contract/notification.ts';
import {
  configurationsPerWorkspace,
  type NotificationConfiguration,
  newNotification,
  notifications,
  triggerWords,
  urlComplaint,
} from '../../api/contract/platform/notifications.ts';
import { relatedIds } from '../../api/contract/relationships.ts';
import { webUrl } from '../../api/contract/url.ts';
import { CheckFailedError, RejectedError, type ServerProblem } from '../../base/errors.ts';
import { maskUrls } from '../../base/secrets.ts';
import { columnsOf, viewOf } from '../../base/view.ts';
import type { Listed, Resource, Row } from './resource.ts';

/** The columns of a table of one workspace (`viewOf`). */
export const notificationTable = 'name type=destination-type enabled events=triggers url id';

/** A notification configuration of a workspace, by name (docs/protocol/notifications.md). */
export const notification: Resource & Listed<NotificationConfiguration> = {
  kind: 'notification',
  one: 'notification configuration',
  type: 'notification-configurations',
  ...notifications,
  shape: { ...newNotification.shape, triggers: triggerWords },
  identity: ({ name }) => String(name),
  fields: {
    name: {},
    // An update does not accept it (docs/protocol/notifications.md#update).
    'destination-type': { only: 'create' },
    url: { credential: true },
    triggers: { empty: [] },
    // Some services require `enabled` in a creation (docs/protocol/notifications.md#sending-enabled).
    enabled: { initial: false },
    token: { secret: true, empty: null, isPart: ({ 'destination-type': type }) => type === 'generic' },
    users: { to: 'users', isPart: ({ 'destination-type': type }) => type !== 'generic' && type !== 'slack' },
  },
  // A missing URL is valid here: an existing configuration then keeps its own.
  rules({ 'destination-type': type, url, users }) {
    const complaint =
      type === 'email' || url === null ? urlComplaint(String(type), url ? 'a URL' : undefined) : undefined;
    return {
      url: [typeof url === 'string' && !webUrl.safeParse(url).success && 'must be an http or https URL', complaint],
      users: [
        type === 'email' && users === undefined && 'is required for email',
        type !== 'email' && users !== undefined && 'is for email only',
      ],
    };
  },
  entryWarnings: ({ 'destination-type': type, token }) =>
    token !== undefined && (type === 'slack' || type === 'email')
      ? [`Only generic notifications are signed; the token is sent for ${type} too.`]
      : [],
  complete: ({ triggers, ...entry }) => (Array.isArray(triggers) ? { ...entry, triggers: expandAll(triggers) } : entry),
  maxCount: configurationsPerWorkspace,
  verified,
  missingPart({ 'destination-type': type, url }) {
    const complaint = url === undefined ? urlComplaint(String(type), undefined) : undefined;
    return complaint && `: its url ${complaint}`;
  },
  whyUndeclarable: (row) => (hasOtherReceivers(row) ? 'e-mail addresses are' : undefined),
  comments({ attributes }, secrets) {
    const url = `The URL is a secret. To change it, add url with version ${(secrets.url?.version ?? 0) + 1}.`;
    const token = 'A token is not readable. If deliveries are signed, add token.';
    return [
      ...(secrets.url === undefined ? [] : [url]),
      ...(attributes['destination-type'] === 'generic' ? [token] : []),
    ];
  },
  view: viewOf(
    `workspace ${notificationTable}`,
    columnsOf(
      'id name enabled:state destination-type',
      { name: 'triggers', of: ({ attributes }) => attributes.triggers?.join(', '), fit: 'prose' },
      { name: 'url', of: ({ attributes }) => shownUrl(attributes.url), fit: 'prose' },
      { name: 'users', of: (row) => relatedIds(row, 'users')?.join(', ') },
      { name: 'workspace', of: (row) => relatedIds(row, 'subscribable')?.join(', ') },
      'updated-at',
    ),
  ),
};

/** Masks passwords and signatures in a URL, for display; JSON output has the whole URL. */
export const shownUrl = (url: unknown) => (typeof url === 'string' ? maskUrls(url) : url);

/**
 * Returns whether the configuration sends e-mail to addresses that belong to no user (docs/protocol/notifications.md#other-services).
 */
function hasOtherReceivers(row: Row): boolean {
  const hasSome = (name: string) => [row.attributes[name] ?? []].flat().length > 0;
  const hasUsers = (relatedIds(row, 'users') ?? []).length > 0;
  const isMail = row.attributes['destination-type'] === 'email';
  return isMail && (hasSome('external-email-addresses') || (hasSome('email-addresses') && !hasUsers));
}

/**
 * Waits for the reply to a write. `result` says what a failed verification prevents, such as `was not created`.
 * @throws {CheckFailedError} for a 400, which here means that the destination failed the verification
 * (docs/protocol/notifications.md#verification)
 */
export async function verified<Reply>(reply: Promise<Reply>, result: string, hint: string): Promise<Reply> {
  try {
    return await reply;
  } catch (error) {
    if (!(error instanceof RejectedError)) throw error;
    const { errors, message, request, status } = error;
    if (status === 400) {
      const failure = `The destination did not pass the verification: the notification configuration ${result}.`;
      throw new CheckFailedError(failure, { errors, status, request, hint, cause: error });
    }
    if (status !== 422 || !errors.some(isAboutTheLimit)) throw error;
    const limit = `A workspace holds at most ${configurationsPerWorkspace}. Delete one with: svc notification delete ID --yes`;
    throw new RejectedError(message, { errors, status, request, hint: limit, cause: error });
  }
}

function isAboutTheLimit({ detail = '', pointer = '', title = '' }: ServerProblem): boolean {
  return !pointer.startsWith('/data/attributes/') && /\bat most\b|\blimit\b|\bmaximum\b/i.test(`${title} ${detail}`);
}
