import { type RunEvent, type Trigger, transitions } from '../api/contract/notification.ts';
import type { Service } from './call.ts';
import { notify } from './delivery.ts';
import type { WorkspaceRow } from './rows/organizations.ts';

/**
 * Changes the state of a workspace's run, and sends one notification for each enabled configuration with this trigger
 * (docs/protocol/notifications.md#events). assumed: `run:created`, and a transition in a workspace without an unfinished run, start a
 * new run, whose page is at `run_url` (docs/protocol/notifications.md#requests).
 */
export async function makeTransition(
  service: Pick<Service, 'state' | 'post' | 'url'>,
  workspace: WorkspaceRow,
  trigger: Trigger,
  message = 'Queued from the sandbox',
) {
  const { state, url } = service;
  const now = state.now().toISOString();
  const by = state.owners(workspace.organization)[0]?.username ?? '';
  const { status, message: reason } = transitions[trigger];
  const finished = trigger === 'run:completed' || trigger === 'run:errored';
  const unfinished = trigger === 'run:created' || workspace.run?.finished ? null : workspace.run;
  const run = unfinished ?? { id: state.newId('run-'), message, status, finished, createdAt: now, createdBy: by };
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
