import { isUtf8 } from 'node:buffer';
import { triggers, verificationTrigger } from '../contract/notification.ts';
import type { Mark, Reading } from './delivery.ts';

/** What a notification says, every field of it unproved and possibly absent. */
export interface Facts {
  trigger: string | null;
  /** Of all its notifications. */
  triggers: string[];
  message: string | null;
  run: string | null;
  runUrl: string | null;
  runStatus: string | null;
  runMessage: string | null;
  runUpdatedAt: string | null;
  workspace: string | null;
  workspaceName: string | null;
  organization: string | null;
  configuration: string | null;
}

/** The reading of a body that nobody reads. */
export const unread = (): Reading => ({ notification: null, trigger: null, marks: [] });

/** Deeper JSON is shown as text only: what prints and draws it recurses. */
const maxDepth = 64;
const known: ReadonlySet<string> = new Set([...triggers, verificationTrigger]);

/** Reads a body leniently: whatever is unusual about it is a mark, never an error (trust, "payloads beyond the document"). */
export function readNotification(body: Buffer): Reading {
  const marks: Mark[] = [];
  if (!isUtf8(body)) marks.push('not-utf8');
  let text = body.toString();
  if (text.startsWith('\uFEFF')) {
    marks.push('byte-order-mark');
    text = text.slice(1);
  }
  let notification: unknown;
  try {
    notification = JSON.parse(text);
  } catch {
    return { notification: null, trigger: null, marks: [...marks, 'not-json'] };
  }
  if (isTooDeep(notification)) return { notification: null, trigger: null, marks: [...marks, 'too-deep'] };
  const { trigger, triggers: all } = factsOf(notification);
  if (trigger === null) return { notification, trigger, marks: [...marks, 'not-a-notification'] };
  if (trigger === verificationTrigger) marks.push('verification');
  if (!all.every((one) => known.has(one))) marks.push('unknown-trigger');
  if (field(notification, 'payload_version') !== 1) marks.push('payload-version');
  if (all.length > 1) marks.push('several-notifications');
  return { notification, trigger, marks };
}

/** The fields of a notification. assumed: those of `payload_version` "2" lie at its top (facts, section j). */
export function factsOf(notification: unknown): Facts {
  const list = field(notification, 'notifications');
  const entries: unknown[] = Array.isArray(list) && list.length > 0 ? list : [notification];
  const first = entries[0];
  return {
    trigger: text(first, 'trigger'),
    triggers: entries.map((entry) => text(entry, 'trigger')).filter((trigger) => trigger !== null),
    message: text(first, 'message'),
    run: text(notification, 'run_id'),
    runUrl: text(notification, 'run_url'),
    runStatus: text(first, 'run_status'),
    runMessage: text(notification, 'run_message'),
    runUpdatedAt: text(first, 'run_updated_at'),
    workspace: text(notification, 'workspace_id'),
    workspaceName: text(notification, 'workspace_name'),
    organization: text(notification, 'organization_name'),
    configuration: text(notification, 'notification_configuration_id'),
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function text(value: unknown, name: string): string | null {
  const found = field(value, name);
  return typeof found === 'string' ? found : null;
}

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      for (const inner of Array.isArray(item) ? item : Object.values(item)) {
        if (typeof inner === 'object' && inner !== null) below.push(inner);
      }
    }
    level = below;
  }
  return false;
}
