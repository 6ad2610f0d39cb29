import { organizations } from '../../contract/platform/organizations.ts';
import { subscriptions } from '../../contract/platform/subscriptions.ts';
import { relatedId } from '../../contract/relationships.ts';
import { type AttributeChange, phases, type Step, stepOf } from '../change.ts';
import type { ExportedPart, Kind, Planning, Reading } from '../kind.ts';
import type { Site } from '../site.ts';

const attribute = 'rum-alert-threshold';

/** The alert threshold of an organization. */
export const subscriptionKind: Kind = {
  name: 'subscription',
  edition: 'hosted',
  writer: 'organization-owner',
  ofOrganization: true,

  async plan({ parts }: Site, planning: Planning): Promise<Step[]> {
    const [declared] = parts.subscription;
    if (declared === undefined) return [];
    const { organization, record, service } = planning;
    const thing = {
      kind: 'subscription',
      organization,
      workspace: null,
      name: organization,
      document: declared.document,
    };
    const to = declared.value[attribute] || null;
    const digest = JSON.stringify({ [attribute]: to });

    const compare = (live: Live): Step | undefined => {
      if (live !== undefined && live === to) return undefined;
      if (live === undefined && record.find(thing)?.digest === digest) return undefined;
      const changes: AttributeChange[] = [{ attribute, from: live ?? null, to }];
      return stepOf(thing, {
        action: live === undefined ? 'unknown' : 'update',
        changes,
        warnings: live === undefined ? ['The service does not show the current value; the declared one is sent.'] : [],
        phase: phases.site,
        digest,
        again: async () => compare(await thresholdOf(planning)),
        async send() {
          const body = { data: { type: 'subscriptions', attributes: { [attribute]: to } } };
          await service.call(subscriptions.update, { organization_name: organization, body });
          return {};
        },
      });
    };
    const step = compare(await thresholdOf(planning));
    return step === undefined ? [] : [step];
  },

  async export(reading: Reading): Promise<ExportedPart> {
    const live = await thresholdOf(reading);
    if (live === undefined)
      return { omitted: ['subscription: the service does not tell the subscription of the organization'] };
    return live === null ? { omitted: [] } : { value: { [attribute]: live }, omitted: [] };
  },
};

/** Undefined if the service does not show it. */
type Live = number | null | undefined;

/** The threshold, from the subscription that the organization refers to; 0 is null (docs/protocol/subscriptions.md#threshold). */
async function thresholdOf({ organization, service }: Reading): Promise<Live> {
  const { data } = await service.call(organizations.show, { organization_name: organization });
  const id = relatedId(data, 'subscription');
  if (id === undefined) return undefined;
  return (await service.call(subscriptions.show, { id })).data.attributes[attribute] || null;
}
