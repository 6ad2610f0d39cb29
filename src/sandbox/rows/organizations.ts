import { z } from 'zod/mini';
import { list, rowId, rowName } from './people.ts';

const featureSet = z.object({
  id: rowId,
  /** As sent to clients. */
  attributes: z.looseObject({ identifier: z.string(), 'is-current': z.boolean() }),
  active: z.boolean(),
  public: z.boolean(),
});
export type FeatureSetRow = z.infer<typeof featureSet>;

const organization = z.object({
  name: rowName,
  /** The feature set in use, and those available. */
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
  /** The time of the alert for this threshold; null again when the count falls below it. */
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
  /** The repository it is linked to. */
  vcs: z.nullable(z.object({ oauthClient: z.string(), identifier: z.string() })),
  run: z.nullable(run),
});
export type WorkspaceRow = z.infer<typeof workspace>;

/** A project has a name for the filter of agent pools; references to unknown projects are stored, too. */
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

/** Secrets are not stored, since the sandbox never uses them. */
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
  /** Ids of its OAuth tokens. */
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
