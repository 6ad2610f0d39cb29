import { type RunEvent, type Trigger, triggers } from '../contract/notification.ts';
import type { Service } from './call.ts';
import { type Delivery, notify } from './delivery.ts';
import type { RunRow, WorkspaceRow } from './rows/organizations.ts';

/** assumed: what a run is called after each transition, and the words about it (docs/protocol/notifications.md#requests). */
const transitions: Readonly<Record<Trigger, { status: string; message: string; finished?: boolean }>> = {
  'run:created': { status: 'pending', message: 'Run Created' },
  'run:planning': { status: 'planning', message: 'Run Planning' },
  'run:needs_attention': { status: 'planned', message: 'Run Planned - Needs Confirmation' },
  'run:applying': { status: 'applying', message: 'Run Applying' },
  'run:completed': { status: 'applied', message: 'Run Applied', finished: true },
  'run:errored': { status: 'errored', message: 'Run Errored', finished: true },
};

/** A run that goes well, with a person in the middle. */
export const lifecycle: readonly Trigger[] = triggers.filter((trigger) => trigger !== 'run:errored');

/** One transition and what became of its notifications. */
export interface Transition {
  trigger: Trigger;
  run: RunRow;
  deliveries: Delivery[];
}

/**
 * Lets a workspace's run make a transition, and sends one notification for each enabled configuration whose triggers have it
 * (docs/protocol/notifications.md#events). assumed: `run:created` and a transition of a workspace without an unfinished run begin a
 * new one (docs/protocol/notifications.md#requests).
 */
export async function makeTransition(
  service: Pick<Service, 'state' | 'post' | 'url'>,
  workspace: WorkspaceRow,
  trigger: Trigger,
  message = 'Queued from the sandbox',
): Promise<Transition> {
  const { state, url } = service;
  const now = state.now().toISOString();
  const by = state.owners(workspace.organization)[0]?.username ?? '';
  const { status, finished = false, message: reason } = transitions[trigger];
  const going = trigger === 'run:created' || workspace.run?.finished ? null : workspace.run;
  const run = going ?? { id: state.newId('run-'), message, status, finished, createdAt: now, createdBy: by };
  workspace.run = { ...run, status, finished };
  const event: RunEvent = {
    trigger,
    message: reason,
    status,
    updatedAt: now,
    updatedBy: by,
    run: { ...run, url: `${url}/app/${workspace.organization}/workspaces/${workspace.name}/runs/${run.id}` },
    workspace,
    organization: workspace.organization,
  };
  const interested = state.world.notifications.filter(
    (row) => row.workspace === workspace.id && row.enabled && row.triggers.includes(trigger),
  );
  const deliveries = await Promise.all(interested.map((row) => notify(service, row, event)));
  return { trigger, run: { ...workspace.run }, deliveries };
}
