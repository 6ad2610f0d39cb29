import { featureSets } from '../../api/contract/platform/feature-sets.ts';
import type { Call } from '../call.ts';
import { platformPage } from '../pagination.ts';
import { orNotFound } from '../reply.ts';
import { served } from '../router.ts';
import type { FeatureSetRow } from '../rows/organizations.ts';

/** assumed: a request without page parameters gets the whole list (docs/protocol/feature-sets.md#assumed). */
export const servedFeatureSets = served(featureSets, {
  list: (call) => {
    const shown = call.state.world.featureSets.filter(
      (row) => row.active && row.public && row.attributes['is-current'],
    );
    return documentOf(call, shown);
  },

  ofOrganization: (call) => {
    const { eligibleFeatureSets } = orNotFound(call.state.organization(call.params.organization_name));
    const eligible = call.state.world.featureSets.filter(({ id }) => eligibleFeatureSets.includes(id));
    return documentOf(call, eligible);
  },
});

function documentOf(call: Pick<Call, 'query' | 'url' | 'path'>, all: readonly FeatureSetRow[]) {
  const resourceOf = ({ id, attributes }: FeatureSetRow) => ({ id, type: 'feature-sets' as const, attributes });
  return platformPage(call, all, resourceOf, { whole: true });
}
