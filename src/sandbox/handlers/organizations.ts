import { organizations } from '../../api/contract/platform/organizations.ts';
import type { Call } from '../call.ts';
import { actsAsOwner, seesOrganization } from '../callers.ts';
import { platformPage } from '../pagination.ts';
import { orNotFound } from '../reply.ts';
import { served } from '../router.ts';
import type { OrganizationRow } from '../rows/organizations.ts';

/** assumed: the lookups of public services (docs/protocol/lookups.md#organizations). */
export const servedOrganizations = served(organizations, {
  list: (call) => {
    const { caller, query, state } = call;
    const q = (query.get('q') ?? '').toLowerCase();
    const all = state.world.organizations.filter(
      ({ name }) => caller !== undefined && seesOrganization(caller, name, state) && name.toLowerCase().includes(q),
    );
    return platformPage(call, all, (row) => resourceOf(row, call));
  },

  show: (call) => ({ data: resourceOf(orNotFound(call.state.organization(call.params.organization_name)), call) }),
});

function resourceOf({ name, featureSet }: OrganizationRow, { caller, state }: Pick<Call, 'caller' | 'state'>) {
  const plan = state.world.featureSets.find(({ id }) => id === featureSet);
  const subscription = state.subscription(name);
  const isOwner = caller !== undefined && actsAsOwner(caller, name, state);
  return {
    id: name,
    type: 'organizations' as const,
    attributes: {
      name,
      email: state.owners(name)[0]?.email ?? null,
      'plan-identifier': plan?.attributes.identifier ?? null,
      permissions: { 'can-update': isOwner, 'can-destroy': isOwner },
    },
    relationships: {
      'default-agent-pool': { data: null },
      ...(subscription && { subscription: { data: { id: subscription.id, type: 'subscriptions' } } }),
    },
    links: { self: `/api/v2/organizations/${name}` },
  };
}
