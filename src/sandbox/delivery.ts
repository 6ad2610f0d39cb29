import { signatureHeaders } from '../contract/dialect.ts';
import {
  type RunEvent,
  runPayload,
  slackRunPayload,
  slackVerificationPayload,
  verificationMessage,
  verificationPayload,
} from '../contract/notification.ts';
import { sign } from '../contract/signature.ts';
import type { Service } from './call.ts';
import { addressesOf, sendMail } from './outbox.ts';
import { found, Refusal } from './refusal.ts';
import type { DeliveryResponseRow, NotificationRow } from './rows/notifications.ts';

type Sender = Pick<Service, 'state' | 'post'>;

/** How one notification of a transition went. */
export interface Delivery {
  configuration: string;
  name: string;
  'destination-type': string;
  url: string | null;
  /** The destination's status; null for e-mail and where no answer came. */
  status: number | null;
  successful: boolean;
  /** What was sent: the body of the request or of the mail. */
  body: string;
  error: string | null;
}

/**
 * Asks a destination whether it is one (docs/protocol/notifications.md#verification). Answers what it said, or undefined for
 * e-mail, which a person verifies: it gets a mail. @throws {Refusal} 400 saying what the destination answered, where that is not a
 * 2xx
 */
export async function verifyDestination(
  sender: Sender,
  row: NotificationRow,
): Promise<DeliveryResponseRow | undefined> {
  if (row.destinationType === 'email' || row.url === null) {
    const text = verificationMessage(row.name);
    sendMail(sender.state, { to: addressesOf(sender.state, row.users), subject: text, body: `${text}\n` });
    return undefined;
  }
  const workspace = found(sender.state.workspace(row.workspace));
  const payload =
    row.destinationType === 'slack'
      ? slackVerificationPayload(row.name)
      : verificationPayload(row, { workspace, organization: workspace.organization });
  const sentAt = sender.state.now();
  const { host } = new URL(row.url);
  const answer = await postSigned(sender, row, row.url, JSON.stringify(payload)).catch((error: Error) => {
    throw verificationFailed(`The verification request to ${host} failed: ${error.message}`);
  });
  if (!isSuccess(answer.status)) {
    const said = answer.body.trim().slice(0, 200);
    const body = said === '' ? '' : `: ${said}`;
    throw verificationFailed(`The verification request to ${host} was answered with ${answer.status}${body}`);
  }
  return {
    url: row.url,
    body: answer.body,
    code: String(answer.status),
    headers: answer.headers,
    // assumed: "date" means ISO 8601, as for every other time (docs/protocol/notifications.md#requests; public services differ).
    'sent-at': sentAt.toISOString(),
    successful: true,
  };
}

/** assumed: all of the document of a failed verification but its status (docs/protocol/notifications.md#requests). */
const verificationFailed = (detail: string) => new Refusal(400, { title: 'verification failed', detail });

/** Tells a destination about a transition; that it fails is its own business and part of the answer. */
export async function notify(sender: Sender, row: NotificationRow, event: RunEvent): Promise<Delivery> {
  const { id: configuration, name, url, destinationType } = row;
  const delivery = { configuration, name, 'destination-type': destinationType, url, status: null, error: null };
  if (destinationType === 'email' || url === null) {
    const { subject, body } = runMail(event);
    const mail = sendMail(sender.state, { to: addressesOf(sender.state, row.users), subject, body });
    return { ...delivery, successful: mail !== undefined, body, error: mail === undefined ? 'it has no users' : null };
  }
  const body = JSON.stringify(destinationType === 'slack' ? slackRunPayload(event) : runPayload(configuration, event));
  try {
    const { status } = await postSigned(sender, row, url, body);
    return { ...delivery, status, successful: isSuccess(status), body };
  } catch (error) {
    return { ...delivery, successful: false, body, error: (error as Error).message };
  }
}

/** Signs for generic destinations with a token alone, under both names (docs/protocol/notifications.md#signature). */
function postSigned({ post }: Sender, { destinationType, token }: NotificationRow, url: string, body: string) {
  const signature = destinationType === 'generic' && token ? sign(body, token) : undefined;
  return post(url, body, {
    // assumed: these three (docs/protocol/notifications.md#requests).
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': 'svc-sandbox/1.0',
    ...(signature === undefined ? {} : Object.fromEntries(signatureHeaders.map((name) => [name, signature]))),
  });
}

/** assumed: the words of a mail (docs/protocol/notifications.md#requests). */
function runMail({ message, run, status, workspace, organization, updatedAt, updatedBy }: RunEvent) {
  const lines = [
    `${message} in ${organization}/${workspace.name}`,
    '',
    `Run      ${run.id} (${run.message})`,
    `Status   ${status}`,
    `Changed  ${updatedAt} by ${updatedBy}`,
    run.url,
    '',
  ];
  return { subject: `[${organization}/${workspace.name}] ${message}`, body: lines.join('\n') };
}

const isSuccess = (status: number) => status >= 200 && status < 300;
