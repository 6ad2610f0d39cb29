import { organizationSubscriptions, subscriptions } from '../../api/contract/platform/subscriptions.ts';
import { invalid, orNotFound, rowWithId } from '../reply.ts';
import { served } from '../router.ts';
import type { SubscriptionRow } from '../rows/organizations.ts';
import { alertOwners, paysForResources } from '../rum.ts';
import type { State } from '../state.ts';

const threshold = 'rum-alert-threshold';

/** See docs/protocol/subscriptions.md#endpoints. */
export const servedSubscriptions = served(subscriptions, {
  show: ({ state, params }) => ({ data: resourceOf(rowWithId(state.world.subscriptions, params.id), state) }),

  update: ({ state, params, body }) => {
    const organization = orNotFound(state.organization(params.organization_name));
    const row = orNotFound(state.subscription(organization.name));
    // assumed: the status for an organization on another plan (docs/protocol/subscriptions.md#assumed).
    if (!paysForResources(state, organization)) {
      throw invalid(threshold, `${organization.name} has no paid plan that counts resources`);
    }
    const requested = body.data.attributes[threshold] || null;
    if (requested !== row.rumAlertThreshold) row.rumAlertSentAt = null;
    row.rumAlertThreshold = requested;
    alertOwners(state, organization);
    return { data: resourceOf(row, state) };
  },
});

export const servedOrganizationSubscriptions = served(organizationSubscriptions, {
  show: ({ state, params }) => ({ data: resourceOf(orNotFound(state.subscription(params.organization_name)), state) }),
});

/** assumed: all fields except the threshold (docs/protocol/subscriptions.md#assumed). */
function resourceOf({ id, organization, startAt, ...row }: SubscriptionRow, state: State) {
  const featureSet = state.organization(organization)?.featureSet;
  return {
    id,
    type: 'subscriptions' as const,
    attributes: {
      'is-active': true,
      'start-at': startAt,
      'end-at': null,
      'runs-ceiling': null,
      'agents-ceiling': null,
      'is-public-free-tier': false,
      'is-self-serve-trial': false,
      [threshold]: row.rumAlertThreshold,
      'rum-threshold-alert-sent-at': row.rumAlertSentAt,
    },
    relationships: {
      organization: { data: { id: organization, type: 'organizations' } },
      'feature-set': { data: { id: featureSet, type: 'feature-sets' } },
    },
    links: { self: `/api/v2/subscriptions/${id}` },
  };
}
