import type { FeatureSetRow } from './rows/organizations.ts';

interface Plan {
  id: string;
  identifier: string;
  name: string;
  description: string;
  /** In cents. */
  cost?: number;
  /** Counts resources under management. */
  resources?: boolean;
  free?: boolean;
  /** Has the features of the larger plans. */
  full?: boolean;
  current?: boolean;
  active?: boolean;
  public?: boolean;
}

function featureSet({ id, identifier, name, description, cost = 0, ...flags }: Plan): FeatureSetRow {
  const { resources = true, free = false, full = false, current = true } = flags;
  return {
    id,
    active: flags.active ?? true,
    public: flags.public ?? true,
    attributes: {
      identifier,
      name,
      description,
      cost,
      plan: free ? null : identifier,
      'is-current': current,
      'is-free-tier': free,
      'is-managed-resource-plan': resources,
      'self-serve-billing': !full,
      'can-self-service-downgrade': !free,
      'user-limit': free ? 500 : null,
      'default-agents-ceiling': full ? 10 : 1,
      'default-runs-ceiling': full ? 10 : 1,
      teams: !free,
      sso: true,
      sentinel: full,
      'cost-estimation': true,
      'policy-enforcement': true,
      'run-tasks': true,
      'audit-logging': full,
      'private-vcs': full,
      'private-networking': full,
    },
  };
}

export const freePlan = 'fs-B2nXw7KdQf5TjR9m';
export const standardPlan = 'fs-V6cHp3ZsLy8GqE1t';
const plusPlan = 'fs-M4rUa9JbNx2WkD7g';

/** assumed: every plan; one is not current, one is not active, one is not public (docs/protocol/feature-sets.md#assumed). */
export const builtInFeatureSets: readonly FeatureSetRow[] = [
  { id: freePlan, identifier: 'free', name: 'Free', description: 'Five hundred resources', free: true },
  { id: standardPlan, identifier: 'standard', name: 'Standard', description: 'Pay for what you manage', cost: 10 },
  { id: plusPlan, identifier: 'plus', name: 'Plus', description: 'Audit, policies and agents', cost: 47, full: true },
  {
    id: 'fs-E8tYk5VmCz3PhS6w',
    identifier: 'team',
    name: 'Team (before 2023)',
    description: 'By user',
    cost: 2000,
    resources: false,
    current: false,
  },
  {
    id: 'fs-G1qLf4RxJu7BnA9s',
    identifier: 'trial',
    name: 'Trial',
    description: 'No longer offered',
    active: false,
  },
  {
    id: 'fs-W5dTz2HyKo8MvC3e',
    identifier: 'enterprise',
    name: 'Enterprise',
    description: 'By contract',
    full: true,
    public: false,
  },
].map(featureSet);

/** The plans available to the built-in organizations: the public ones, and for the paid organization the contract too. */
export const publicPlans: readonly string[] = [freePlan, standardPlan, plusPlan];
export const contractPlan = 'fs-W5dTz2HyKo8MvC3e';
