import {
  type NotificationPayload,
  type RunEvent,
  runPayload,
  slackRunPayload,
  slackVerificationPayload,
  successfulRun,
  type Trigger,
  transitions,
  triggers,
  verificationPayload,
  verificationTrigger,
} from '../api/contract/notification.ts';
import { UsageError } from '../base/errors.ts';
import { jsonOrText } from '../base/json.ts';

export const sampleTriggers = [...triggers, verificationTrigger] as const;
export type SampleTrigger = (typeof sampleTriggers)[number];

export const scenarios = {
  /** A successful run that a person approves. */
  lifecycle: successfulRun,
  errored: ['run:created', 'run:planning', 'run:needs_attention', 'run:applying', 'run:errored'],
  all: [verificationTrigger, ...triggers],
} satisfies Record<string, readonly SampleTrigger[]>;

/** A value to set in a field of a payload: `notifications.0.message=Hello`. */
export interface Setting {
  path: string[];
  value: unknown;
}

export const sampleForms = ['generic', 'slack'] as const;
export type SampleForm = (typeof sampleForms)[number];

export interface SampleOptions {
  as?: SampleForm | undefined;
  at?: Date | undefined;
  runId?: string | undefined;
  settings?: readonly Setting[] | undefined;
}

/** Returns the payload of a trigger, its keys in the order of the specification (docs/protocol/notifications.md#payload). */
export function samplePayload(trigger: SampleTrigger, options: SampleOptions = {}): NotificationPayload {
  const payload =
    trigger === verificationTrigger
      ? verificationPayload({ id: configuration, name: remark }, place)
      : runPayload(configuration, eventOf(trigger, options));
  return withSettings(payload, options);
}

/** Returns the bytes of a sample payload, compact as the service sends them. */
export function sampleBody(trigger: SampleTrigger, options: SampleOptions = {}): Buffer {
  const message = () =>
    trigger === verificationTrigger ? slackVerificationPayload(remark) : slackRunPayload(eventOf(trigger, options));
  const payload = options.as === 'slack' ? withSettings(message(), options) : samplePayload(trigger, options);
  return Buffer.from(JSON.stringify(payload));
}

/** Returns the bytes of a scenario's notifications, in order, a second apart. */
export function scenarioBodies(
  scenario: keyof typeof scenarios,
  options: SampleOptions = {},
): { trigger: SampleTrigger; body: Buffer }[] {
  const { at = new Date() } = options;
  return scenarios[scenario].map((trigger, index) => ({
    trigger,
    body: sampleBody(trigger, { ...options, at: new Date(at.getTime() + index * 1000) }),
  }));
}

/** Parses `a.b=c`; the value is JSON if it can be parsed, otherwise text. @throws {UsageError} for an invalid setting */
export function parseSetting(text: string): Setting {
  const cut = text.indexOf('=');
  const path = text.slice(0, Math.max(cut, 0)).split('.');
  if (cut < 1 || path.some((key) => key === '' || key === '__proto__')) {
    throw new UsageError(
      `--set: invalid "${text}". Write it like run_message=Hello or notifications.0.run_status=planned.`,
    );
  }
  return { path, value: jsonOrText(text.slice(cut + 1)) };
}

/** A text that a receiver changes if it reads ASCII or Latin-1, escapes HTML or decodes a form. */
const remark = 'Größe – 🚀 <svc> & 1+1';
const configuration = 'nc-W6VGEi8A7Cfoaf4K';
const place = { workspace: { id: 'ws-XdeUVMWShTesDMME', name: 'network' }, organization: 'acme' };

function eventOf(trigger: Trigger, { at = new Date(), runId: id = 'run-Mjx7CzE5zUWyGwHR' }: SampleOptions): RunEvent {
  const updatedAt = at.toISOString();
  const { message, status } = transitions[trigger];
  const url = `https://svc.example.com/app/acme/workspaces/network/runs/${id}`;
  return {
    trigger,
    message,
    status,
    updatedAt,
    updatedBy: 'alice',
    run: { id, url, message: `A sample: ${remark}`, createdAt: updatedAt, createdBy: 'alice' },
    ...place,
  };
}

function withSettings<Payload extends object>(payload: Payload, { settings = [] }: SampleOptions): Payload {
  for (const { path, value } of settings) {
    let place: unknown = payload;
    for (const key of path.slice(0, -1)) place = Object.hasOwn(Object(place), key) ? Object(place)[key] : undefined;
    const last = path.at(-1)!;
    const isValidKey = Array.isArray(place) ? /^\d{1,4}$/.test(last) : typeof place === 'object' && place !== null;
    if (!isValidKey) throw new UsageError(`--set: a notification has no field ${path.join('.')}.`);
    (place as Record<string, unknown>)[last] = value;
  }
  return payload;
}
