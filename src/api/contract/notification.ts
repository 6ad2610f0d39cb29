/** Trigger values (docs/protocol/notifications.md#triggers), in the order of a run. */
export const triggers = [
  'run:created',
  'run:planning',
  'run:needs_attention',
  'run:applying',
  'run:completed',
  'run:errored',
] as const;
export type Trigger = (typeof triggers)[number];

/** Replaces the word `all` by every trigger. */
export const expandAll = (words: readonly string[]): string[] => [
  ...new Set(words.flatMap((each) => (each === 'all' ? triggers : each))),
];

/** assumed: the status of a run after each transition, the message about it, and its colour (docs/protocol/notifications.md#requests). */
export const transitions: Readonly<Record<Trigger, { status: string; message: string; color: string }>> = {
  'run:created': { status: 'pending', message: 'Run Created', color: '#8f8f8f' },
  'run:planning': { status: 'planning', message: 'Run Planning', color: '#1563ff' },
  'run:needs_attention': { status: 'planned', message: 'Run Planned - Needs Confirmation', color: 'warning' },
  'run:applying': { status: 'applying', message: 'Run Applying', color: '#1563ff' },
  'run:completed': { status: 'applied', message: 'Run Applied', color: 'good' },
  'run:errored': { status: 'errored', message: 'Run Errored', color: 'danger' },
};

/** The triggers of a successful run with a manual confirmation, in order. */
export const successfulRun: readonly Trigger[] = triggers.filter((trigger) => trigger !== 'run:errored');

/** Kinds of destination (docs/protocol/notifications.md#destinations). */
export const destinationTypes = ['generic', 'email', 'slack'] as const;

/** assumed: the trigger that a verification request names (docs/protocol/notifications.md#requests). */
export const verificationTrigger = 'verification';

/** A state transition of a run, as described in its notifications. */
export interface RunEvent extends Place {
  trigger: Trigger;
  /** Human-readable reason of the notification. */
  message: string;
  status: string;
  updatedAt: string;
  updatedBy: string;
  run: { id: string; url: string; message: string; createdAt: string; createdBy: string };
}

/** The workspace that a notification is about. */
export interface Place {
  workspace: { id: string; name: string };
  organization: string;
}

/** The payload for a generic destination. */
export type NotificationPayload = ReturnType<typeof payload>;

/** Returns the generic payload of a transition. */
export function runPayload(configuration: string, event: RunEvent): NotificationPayload {
  return payload(configuration, event, event.message, event);
}

/** Returns the generic payload of a verification request. */
export function verificationPayload({ id, name }: { id: string; name: string }, place: Place): NotificationPayload {
  return payload(id, place, verificationMessage(name));
}

/**
 * Returns a payload with its keys in the order of the specification's table. assumed: all run fields are null in a verification, which has no event
 * (docs/protocol/notifications.md#requests).
 */
function payload(configuration: string, { workspace, organization }: Place, message: string, event?: RunEvent) {
  const { run, status = null, trigger = verificationTrigger, updatedAt = null, updatedBy = null } = event ?? {};
  return {
    payload_version: 1,
    notification_configuration_id: configuration,
    run_url: run?.url ?? null,
    run_id: run?.id ?? null,
    run_message: run?.message ?? null,
    run_created_at: run?.createdAt ?? null,
    run_created_by: run?.createdBy ?? null,
    workspace_id: workspace.id,
    workspace_name: workspace.name,
    organization_name: organization,
    notifications: [{ message, trigger, run_status: status, run_updated_at: updatedAt, run_updated_by: updatedBy }],
  };
}

/** assumed: the message of a verification (docs/protocol/notifications.md#requests). */
export function verificationMessage(name: string): string {
  return `Verification of ${name}`;
}

/** Returns a transition as a message of the chat service's incoming webhooks (docs/protocol/notifications.md#destinations). assumed: all of it, except that it is a text with attachments (docs/protocol/notifications.md#requests). */
export function slackRunPayload({ trigger, message, status, run, workspace, organization }: RunEvent) {
  const text = `${message}: ${organization}/${workspace.name}`;
  return {
    text,
    attachments: [
      {
        fallback: `${text} ${run.url}`,
        color: transitions[trigger].color,
        title: run.message,
        title_link: run.url,
        text: `${run.id} by ${run.createdBy}`,
        fields: [
          { title: 'Workspace', value: workspace.name, short: true },
          { title: 'Status', value: status, short: true },
        ],
      },
    ],
  };
}

/** Returns a verification request as a chat message. */
export function slackVerificationPayload(name: string) {
  const text = verificationMessage(name);
  return { text, attachments: [{ fallback: text, color: transitions['run:created'].color, text }] };
}
