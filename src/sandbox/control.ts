import type { IncomingMessage } from 'node:http';
import { z } from 'zod/mini';
import { type RunEvent, successfulRun, type Trigger, transitions, triggers } from '../api/contract/notification.ts';
import { firstOf } from '../base/text.ts';
import type { Service } from './call.ts';
import { notify } from './delivery.ts';
import { type Faults, failRule } from './faults.ts';
import type { SandboxInfo } from './info.ts';
import { controlChallenge } from './note.ts';
import { documentReply, notFound, Rejection, type Reply, unauthorized } from './reply.ts';
import type { WorkspaceRow } from './rows/organizations.ts';
import { alertOwners } from './rum.ts';
import { bodyBytes, parseJson } from './validation.ts';

/** The parts of the sandbox that the control endpoints use. */
export interface Controlled {
  readonly control: string;
  readonly info: SandboxInfo;
  readonly faults: Faults;
  /** The service with the current state; each access returns the newest. */
  readonly service: Service;
}

interface ControlEndpoint {
  method: 'GET' | 'POST';
  answer(controlled: Controlled, body: unknown): unknown;
}

/** A workspace by id, by name in the first organization, or as `ORGANIZATION/NAME`. */
const runRequest = z.strictObject({
  workspace: z.string(),
  trigger: z.enum([...triggers, 'lifecycle']),
  message: z.optional(z.string()),
});

const rumRequest = z.strictObject({ count: z.int().check(z.minimum(0)), organization: z.optional(z.string()) });

const endpoints: Readonly<Record<string, ControlEndpoint>> = {
  '/sandbox/info': { method: 'GET', answer: ({ info }) => info },

  '/sandbox/fail': { method: 'POST', answer: ({ faults }, body) => faults.add(parsed(failRule, body)) },

  '/sandbox/run': {
    method: 'POST',
    answer: async ({ service, info }, body) => {
      const { workspace: name, trigger, message } = parsed(runRequest, body);
      const workspace = workspaceNamed(service, info.organization, name);
      const steps: readonly Trigger[] = trigger === 'lifecycle' ? successfulRun : [trigger];
      const made = [];
      for (const step of steps) made.push(await makeTransition(service, workspace, step, message));
      await service.save();
      const disabled = service.state.world.notifications.filter(
        (row) => row.workspace === workspace.id && !row.enabled && row.triggers.some((each) => steps.includes(each)),
      );
      return {
        workspace: { id: workspace.id, name: workspace.name },
        transitions: made,
        disabled: disabled.map(({ id }) => id),
      };
    },
  },

  '/sandbox/rum': {
    method: 'POST',
    answer: async ({ service: { save, state }, info }, body) => {
      const { count, organization = info.organization } = parsed(rumRequest, body);
      const row = state.organization(organization);
      if (row === undefined) throw unknownName('organization', organization, state.world.organizations);
      row.billableResources = count;
      const alerted = alertOwners(state, row);
      await save();
      const threshold = state.subscription(organization)?.rumAlertThreshold ?? null;
      return { organization, count, threshold, alerted };
    },
  },

  '/sandbox/workspaces': {
    method: 'GET',
    answer: ({ service }) => ({
      workspaces: service.state.world.workspaces.map(({ id, name, organization }) => ({ id, name, organization })),
    }),
  },

  '/sandbox/outbox': { method: 'GET', answer: ({ service }) => ({ mails: service.state.world.outbox }) },
};

export const controlPaths: readonly { method: 'GET' | 'POST'; path: string }[] = Object.entries(endpoints).map(
  ([path, { method }]) => ({ method, path }),
);

/** Replies to `/sandbox/...`. These paths control the sandbox and require the control token; the service itself does not have them. */
export async function answerControl(controlled: Controlled, request: IncomingMessage, path: string): Promise<Reply> {
  if (request.headers.authorization !== `Bearer ${controlled.control}`)
    throw unauthorized({ 'www-authenticate': controlChallenge });
  const endpoint = Object.hasOwn(endpoints, path) ? endpoints[path] : undefined;
  if (endpoint === undefined) throw notFound();
  if (request.method !== endpoint.method) {
    throw new Rejection(405, { title: 'method not allowed' }, { allow: endpoint.method });
  }
  if (endpoint.method === 'GET') return documentReply('registry', 200, endpoint.answer(controlled, undefined));
  return documentReply('registry', 200, await endpoint.answer(controlled, parseJson(await bodyBytes(request))));
}

/**
 * Changes the state of a workspace's run, and sends one notification for each enabled configuration with this trigger
 * (docs/protocol/notifications.md#events). assumed: `run:created`, and a transition in a workspace without an unfinished run, start a
 * new run, whose page is at `run_url` (docs/protocol/notifications.md#requests).
 */
async function makeTransition(
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
  const configurations = state.world.notifications.filter(
    (row) => row.workspace === workspace.id && row.enabled && row.triggers.includes(trigger),
  );
  const deliveries = await Promise.all(configurations.map((row) => notify(service, row, event)));
  return { trigger, run: { ...workspace.run }, deliveries };
}

function workspaceNamed({ state }: Service, organization: string, text: string): WorkspaceRow {
  const [name = '', owner = organization] = text.split('/').toReversed();
  const { workspaces } = state.world;
  const row =
    workspaces.find(({ id }) => id === text) ??
    workspaces.find((each) => each.name === name && each.organization === owner);
  if (row === undefined) throw unknownName('workspace', text, workspaces);
  return row;
}

function unknownName(what: string, name: string, known: readonly { name: string }[]): Rejection {
  const names = firstOf(known.map((each) => each.name));
  return new Rejection(404, { title: 'not found', detail: `The sandbox has no ${what} "${name}". It has ${names}` });
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ message, path }) => ({
    title: 'invalid request',
    detail: message,
    pointer: `/${path.join('/')}`,
  }));
  throw new Rejection(422, problems);
}
