import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { body, documentOf, flag, listOf, number, pageQuery, references, resource, text } from '../jsonapi.ts';

/** A group of agents that run an organization's work. assumed: its fields (docs/protocol/agent-pools.md#fields). */
export const agentPool = resource(undefined, {
  name: text,
  'organization-scoped': flag,
  'agent-count': number,
  'created-at': text,
});
export type AgentPool = z.infer<typeof agentPool>;

/** assumed: the payload, and the characters of a name (docs/protocol/agent-pools.md#fields). */
export const newAgentPool = z.looseObject({
  name: z.string().check(
    z.minLength(1),
    z.refine((name) => /^[A-Za-z0-9_-]*$/.test(name), 'may have letters, digits, hyphens and underscores only'),
  ),
  'organization-scoped': z.optional(z.boolean()),
});

const type = z.literal('agent-pools');

/** assumed: the workspaces that may use a pool, stored as given (docs/protocol/agent-pools.md#fields). */
const relationships = z.optional(
  z.looseObject({
    'allowed-workspaces': z.optional(references('workspaces')),
    'allowed-projects': z.optional(references('projects')),
    'excluded-workspaces': z.optional(references('workspaces')),
  }),
);
export type AgentPoolRelationships = z.infer<typeof relationships>;

/** The attributes to sort by; a hyphen before the name reverses the order (docs/protocol/agent-pools.md#query). */
export const agentPoolSorts = ['name', 'created-at'] as const;

/** The workspace filter in the specification's spelling, then in the public service's (docs/protocol/agent-pools.md#other-services). */
export const allowedWorkspaceFilters = [
  'filter[allowed-workspaces][name]',
  'filter[allowed_workspaces][name]',
] as const;

/** assumed: the filter of public services by project (docs/protocol/agent-pools.md#other-services). */
export const allowedProjectFilter = 'filter[allowed_projects][name]';

/** See docs/protocol/agent-pools.md#endpoints. assumed: members may read, owners write (docs/protocol/conventions.md#callers). */
export const agentPools = {
  list: endpoint('GET /organizations/:organization_name/agent-pools', 'see agent pools', 'organization-member', {
    query: [...allowedWorkspaceFilters, allowedProjectFilter, 'q', 'sort', ...pageQuery],
    reply: listOf(agentPool),
  }),
  create: endpoint('POST /organizations/:organization_name/agent-pools', 'create agent pools', 'organization-owner', {
    body: body({ type, attributes: newAgentPool, relationships }),
    reply: documentOf(agentPool),
  }),
};

/** assumed: the requests of stock clients for one pool (docs/protocol/agent-pools.md#one-pool). */
export const agentPoolRecords = {
  show: endpoint('GET /agent-pools/:id', 'see this agent pool', 'organization-member', {
    assumed: true,
    query: ['include'],
    reply: documentOf(agentPool),
  }),
  update: endpoint('PATCH /agent-pools/:id', 'update this agent pool', 'organization-owner', {
    assumed: true,
    body: body({ type, attributes: z.optional(z.partial(newAgentPool)), relationships }),
    reply: documentOf(agentPool),
  }),
  remove: endpoint('DELETE /agent-pools/:id', 'delete this agent pool', 'organization-owner', { assumed: true }),
};
