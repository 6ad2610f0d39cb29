import { isUtf8 } from 'node:buffer';
import { triggers, verificationTrigger } from '../api/contract/notification.ts';
import { NotFoundError } from '../base/errors.ts';
import { isDeeperThan, isObject, jsonIn } from '../base/json.ts';
import type { Delivery, Mark } from './delivery.ts';

export type Reading = Pick<Delivery, 'notification' | 'trigger' | 'marks'>;

/** The fields of a notification. Each is unverified and may be missing. */
export type Facts = ReturnType<typeof factsOf>;

export const unread: Reading = { notification: null, trigger: null, marks: [] };

/** Deeper JSON is shown as text only, because the functions that print it recurse. */
const maxDepth = 64;
const knownTriggers: ReadonlySet<string> = new Set([...triggers, verificationTrigger]);

/** Reads a body leniently: an unusual property is a mark, never an error (trust, "payloads beyond the document"). */
export function readNotification(body: Buffer): Reading {
  const marks: Mark[] = [];
  if (!isUtf8(body)) marks.push('not-utf8');
  let text = body.toString();
  if (text.startsWith('\uFEFF')) {
    marks.push('byte-order-mark');
    text = text.slice(1);
  }
  const notification = jsonIn(text);
  if (notification === undefined) return { notification: null, trigger: null, marks: [...marks, 'not-json'] };
  if (isDeeperThan(maxDepth, notification)) return { notification: null, trigger: null, marks: [...marks, 'too-deep'] };
  const entries = entriesOf(notification);
  const trigger = textOf(entries[0], 'trigger');
  if (trigger === null) return { notification, trigger, marks: [...marks, 'not-a-notification'] };
  if (trigger === verificationTrigger) marks.push('verification');
  if (!entries.every((entry) => knownTriggers.has(textOf(entry, 'trigger') ?? ''))) marks.push('unknown-trigger');
  if (field(notification, 'payload_version') !== 1) marks.push('payload-version');
  if (entries.length > 1) marks.push('several-notifications');
  return { notification, trigger, marks };
}

/** Returns the fields. assumed: with `payload_version` "2" the top has them (docs/protocol/notifications.md#requests). */
export function factsOf(notification: unknown) {
  const entries = entriesOf(notification);
  const first = entries[0];
  return {
    trigger: textOf(first, 'trigger'),
    triggers: entries.map((entry) => textOf(entry, 'trigger')).filter((trigger) => trigger !== null),
    message: textOf(first, 'message'),
    run: textOf(notification, 'run_id'),
    runUrl: textOf(notification, 'run_url'),
    runStatus: textOf(first, 'run_status'),
    runMessage: textOf(notification, 'run_message'),
    runUpdatedAt: textOf(first, 'run_updated_at'),
    workspace: textOf(notification, 'workspace_id'),
    workspaceName: textOf(notification, 'workspace_name'),
    organization: textOf(notification, 'organization_name'),
    configuration: textOf(notification, 'notification_configuration_id'),
  };
}

/** Returns the URL of the run that a delivery reports. @throws {NotFoundError} if the delivery has no such URL */
export function runPageOf({ id, notification }: Delivery): string {
  const { runUrl } = factsOf(notification);
  if (runUrl !== null) return runUrl;
  throw new NotFoundError(`Delivery ${id} names no page of a run.`);
}

/** Returns the entries of `notifications`, or the payload itself if the list is empty or missing. */
function entriesOf(notification: unknown): readonly unknown[] {
  const list = field(notification, 'notifications');
  return Array.isArray(list) && list.length > 0 ? list : [notification];
}

function field(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function textOf(value: unknown, name: string): string | null {
  const text = field(value, name);
  return typeof text === 'string' ? text : null;
}
