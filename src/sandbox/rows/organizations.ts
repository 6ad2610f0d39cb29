import { z } from 'zod/mini';
import { list, rowId, rowName } from './people.ts';

const featureSet = z.object({
  id: rowId,
  /** The attributes in the form that clients get. */
  attributes: z.looseObject({ identifier: z.string(), 'is-current': z.boolean() }),
  active: z.boolean(),
  public: z.boolean(),
});
export type FeatureSetRow = z.infer<typeof featureSet>;

const organization = z.object({
  name: rowName,
  /** The id of the feature set in use; below, those available. */
  featureSet: z.string(),
  eligibleFeatureSets: z.array(z.string()),
  billableResources: z.number(),
});
export type OrganizationRow = z.infer<typeof organization>;

const subscription = z.object({
  id: rowId,
  organization: z.string(),
  startAt: z.string(),
  rumAlertThreshold: z.nullable(z.number()),
  /** The time of the alert for this threshold; null after the count fell below the threshold. */
  rumAlertSentAt: z.nullable(z.string()),
});
export type SubscriptionRow = z.infer<typeof subscription>;

/** The newest run of a workspace. Refers to people by username. */
const run = z.object({
  id: rowId,
  message: z.string(),
  status: z.string(),
  finished: z.boolean(),
  createdAt: z.string(),
  createdBy: z.string(),
});

const workspace = z.object({
  id: rowId,
  name: rowName,
  organization: z.string(),
  adminTeams: z.array(z.string()),
  /** The repository that the workspace is linked to. */
  vcs: z.nullable(z.object({ oauthClient: z.string(), identifier: z.string() })),
  run: z.nullable(run),
});
export type WorkspaceRow = z.infer<typeof workspace>;

/** The filter of agent pools finds a project by its name. Pools may refer to projects that are unknown here. */
const project = z.object({ id: rowId, name: z.string(), organization: z.string() });

const agentPool = z.object({
  id: rowId,
  organization: z.string(),
  name: rowName,
  organizationScoped: z.boolean(),
  allowedWorkspaces: z.array(z.string()),
  allowedProjects: z._default(z.array(z.string()), []),
  excludedWorkspaces: z._default(z.array(z.string()), []),
  createdAt: z.string(),
});
export type AgentPoolRow = z.infer<typeof agentPool>;

/** An OAuth client, without its secrets: the sandbox never uses them. */
const oauthClient = z.object({
  id: rowId,
  organization: z.string(),
  /** The random part of the callback URL. */
  uuid: z.string(),
  serviceProvider: z.string(),
  name: z.nullable(z.string()),
  httpUrl: z.string(),
  apiUrl: z.string(),
  key: z.nullable(z.string()),
  /** The ids of the client's OAuth tokens. */
  tokens: z.array(z.string()),
  organizationScoped: z._default(z.boolean(), true),
  agentPool: z._default(z.nullable(z.string()), null),
  projects: z._default(z.array(z.string()), []),
  createdAt: z.string(),
  updatedAt: z._default(z.nullable(z.string()), null),
});
export type OauthClientRow = z.infer<typeof oauthClient>;

export const organizations = {
  organizations: z.array(organization).check(z.minLength(1)),
  workspaces: z.array(workspace),
  featureSets: z.array(featureSet),
  subscriptions: z.array(subscription),
  projects: list(project),
  agentPools: list(agentPool),
  oauthClients: z.array(oauthClient),
};
