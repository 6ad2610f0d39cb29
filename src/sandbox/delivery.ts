import { signatureHeaders } from '../api/contract/dialect.ts';
import {
  type RunEvent,
  runPayload,
  slackRunPayload,
  slackVerificationPayload,
  verificationMessage,
  verificationPayload,
} from '../api/contract/notification.ts';
import { sign } from '../api/contract/signature.ts';
import type { Service } from './call.ts';
import { orNotFound, Rejection } from './reply.ts';
import type { DeliveryResponseRow, NotificationRow } from './rows/notifications.ts';

type Sender = Pick<Service, 'state' | 'post'>;

/**
 * Verifies a destination (docs/protocol/notifications.md#verification). Returns its response; undefined for e-mail, where the sandbox
 * stores a message instead. @throws {Rejection} 400 with the response of the destination, unless the response is a 2xx
 */
export async function verifyDestination(
  sender: Sender,
  row: NotificationRow,
): Promise<DeliveryResponseRow | undefined> {
  if (row.destinationType === 'email' || row.url === null) {
    const text = verificationMessage(row.name);
    sender.state.sendMail({ to: sender.state.addressesOf(row.users), subject: text, body: `${text}\n` });
    return undefined;
  }
  const workspace = orNotFound(sender.state.workspace(row.workspace));
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
    const text = answer.body.trim().slice(0, 200);
    const body = text === '' ? '' : `: ${text}`;
    throw verificationFailed(`The verification request to ${host} was answered with ${answer.status}${body}`);
  }
  return {
    url: row.url,
    body: answer.body,
    code: String(answer.status),
    headers: answer.headers,
    // assumed: the "date" is ISO 8601, as every other time (docs/protocol/notifications.md#requests).
    'sent-at': sentAt.toISOString(),
    successful: true,
  };
}

/** assumed: a failed verification stores no response, and its error document is as here, except the status (docs/protocol/notifications.md#requests). */
const verificationFailed = (detail: string) => new Rejection(400, { title: 'verification failed', detail });

/**
 * Sends the notification of a transition. Returns its body and the status of the response; the status is null for e-mail and if no
 * response arrives. Never throws: a failure is part of the result.
 */
export async function notify(sender: Sender, row: NotificationRow, event: RunEvent) {
  const { id: configuration, name, url, destinationType } = row;
  const delivery = { configuration, name, 'destination-type': destinationType, url, status: null, error: null };
  if (destinationType === 'email' || url === null) {
    const { subject, body } = runMail(event);
    const mail = sender.state.sendMail({ to: sender.state.addressesOf(row.users), subject, body });
    const error = mail === undefined ? 'the configuration has no users' : null;
    return { ...delivery, successful: mail !== undefined, body, error };
  }
  const body = JSON.stringify(destinationType === 'slack' ? slackRunPayload(event) : runPayload(configuration, event));
  try {
    const { status } = await postSigned(sender, row, url, body);
    return { ...delivery, status, successful: isSuccess(status), body };
  } catch (error) {
    return { ...delivery, successful: false, body, error: (error as Error).message };
  }
}

/** Signs only for generic destinations that have a token, under both header names (docs/protocol/notifications.md#signature). */
function postSigned({ post }: Sender, { destinationType, token }: NotificationRow, url: string, body: string) {
  // assumed: a request is not signed if the token is empty (docs/protocol/notifications.md#empty-values).
  const signature = destinationType === 'generic' && token ? sign(body, token) : undefined;
  return post(url, body, {
    // assumed: the headers besides the signature (docs/protocol/notifications.md#requests).
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': 'svc-sandbox/1.0',
    ...(signature === undefined ? {} : Object.fromEntries(signatureHeaders.map((name) => [name, signature]))),
  });
}

/** assumed: the text of an e-mail (docs/protocol/notifications.md#requests). */
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
