import { type FeatureSet, featureSets } from '../../api/contract/platform/feature-sets.ts';
import { columnsOf, viewOf } from '../../base/view.ts';
import { positive } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';

const featureSetView = viewOf<FeatureSet>(
  'name cost (cents)=cost free=is-free-tier identifier description id',
  columnsOf('id identifier name cost description:prose is-free-tier is-managed-resource-plan is-current'),
);

const list = verb({
  words: 'list',
  about: 'List feature sets',
  text: `A feature set is the features and the price of a plan. With --organization NAME, lists the feature sets available to this organization. Without the flag, lists the public ones, even if
SVC_ORGANIZATION or the profile sets an organization. The cost is in cents.`,
  flags: (command: Command) => command.option('--limit <n>', 'maximum number of items (default: all)', positive),
  lists: featureSetView,
  calls: [featureSets.list, featureSets.ofOrganization],
  examples: [
    'svc feature-set list',
    'svc feature-set list --organization acme',
    'svc feature-set list --columns identifier,cost,teams -o csv',
  ],
  async run({ output, platformList, settings }, wanted) {
    const organization = settings.typed('organization')?.value;
    if (organization !== undefined) {
      const eligible = platformList(featureSets.ofOrganization, { organization_name: organization }, wanted);
      return output.list(featureSetView, eligible, `No feature sets are available to ${organization}.`);
    }
    await output.list(featureSetView, platformList(featureSets.list, {}, wanted), 'No public feature sets.');
    const usual = settings.lookup('organization')?.value;
    if (usual) output.note(`Feature sets available to ${usual}: svc feature-set list --organization ${usual}`);
  },
});

export const noun = { verbs: [list] };
