/** Trigger values (docs/protocol/notifications.md#triggers), in the order a run goes through them. */
export const triggers = [
  'run:created',
  'run:planning',
  'run:needs_attention',
  'run:applying',
  'run:completed',
  'run:errored',
] as const;
export type Trigger = (typeof triggers)[number];

/** Kinds of destination (docs/protocol/notifications.md#destinations). */
export const destinationTypes = ['generic', 'email', 'slack'] as const;

/** assumed: the trigger that a verification request names (docs/protocol/notifications.md#requests). */
export const verificationTrigger = 'verification';

/** What a generic destination receives. assumed: null for all of a run in a verification (docs/protocol/notifications.md#requests). */
export interface NotificationPayload {
  payload_version: number;
  notification_configuration_id: string;
  run_url: string | null;
  run_id: string | null;
  run_message: string | null;
  run_created_at: string | null;
  run_created_by: string | null;
  workspace_id: string | null;
  workspace_name: string | null;
  organization_name: string | null;
  notifications: {
    message: string;
    trigger: string;
    run_status: string | null;
    run_updated_at: string | null;
    run_updated_by: string | null;
  }[];
}

/** One state transition of a run, as its notifications tell it. */
export interface RunEvent extends Place {
  trigger: Trigger;
  /** Human-readable reason of the notification. */
  message: string;
  status: string;
  updatedAt: string;
  updatedBy: string;
  run: { id: string; url: string; message: string; createdAt: string; createdBy: string };
}

/** The generic payload of a transition, its keys in the order of the specification's table. */
export function runPayload(configuration: string, event: RunEvent): NotificationPayload {
  const { run, workspace } = event;
  return {
    payload_version: 1,
    notification_configuration_id: configuration,
    run_url: run.url,
    run_id: run.id,
    run_message: run.message,
    run_created_at: run.createdAt,
    run_created_by: run.createdBy,
    workspace_id: workspace.id,
    workspace_name: workspace.name,
    organization_name: event.organization,
    notifications: [
      {
        message: event.message,
        trigger: event.trigger,
        run_status: event.status,
        run_updated_at: event.updatedAt,
        run_updated_by: event.updatedBy,
      },
    ],
  };
}

/** The workspace whose notifications a destination gets. */
export interface Place {
  workspace: { id: string; name: string };
  organization: string;
}

/** The generic payload of a verification request. */
export function verificationPayload(
  { id: configuration, name }: { id: string; name: string },
  { workspace, organization }: Place,
): NotificationPayload {
  return {
    payload_version: 1,
    notification_configuration_id: configuration,
    run_url: null,
    run_id: null,
    run_message: null,
    run_created_at: null,
    run_created_by: null,
    workspace_id: workspace.id,
    workspace_name: workspace.name,
    organization_name: organization,
    notifications: [
      {
        message: verificationMessage(name),
        trigger: verificationTrigger,
        run_status: null,
        run_updated_at: null,
        run_updated_by: null,
      },
    ],
  };
}

/** assumed: the words of a verification (docs/protocol/notifications.md#requests). */
export function verificationMessage(name: string): string {
  return `Verification of ${name}`;
}

/** A message of the chat service's incoming webhooks (docs/protocol/notifications.md#destinations). */
export interface SlackPayload {
  text: string;
  attachments: {
    fallback: string;
    color: string;
    title?: string;
    title_link?: string;
    text: string;
    fields?: { title: string; value: string; short: boolean }[];
  }[];
}

const colors: Record<Trigger, string> = {
  'run:created': '#8f8f8f',
  'run:planning': '#1563ff',
  'run:needs_attention': 'warning',
  'run:applying': '#1563ff',
  'run:completed': 'good',
  'run:errored': 'danger',
};

/** A transition as a chat message. assumed: everything but that it is a text with attachments (docs/protocol/notifications.md#requests). */
export function slackRunPayload({ trigger, message, status, run, workspace, organization }: RunEvent): SlackPayload {
  const text = `${message}: ${organization}/${workspace.name}`;
  return {
    text,
    attachments: [
      {
        fallback: `${text} ${run.url}`,
        color: colors[trigger],
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

/** A verification request as a chat message. */
export function slackVerificationPayload(name: string): SlackPayload {
  const text = verificationMessage(name);
  return { text, attachments: [{ fallback: text, color: colors['run:created'], text }] };
}
