import { organizations } from '../../contract/platform/organizations.ts';
import { subscriptions } from '../../contract/platform/subscriptions.ts';
import { relatedId } from '../../contract/relationships.ts';
import { settingKind } from '../setting-kind.ts';

const attribute = 'rum-alert-threshold';

/** The alert threshold of an organization. */
export const subscriptionKind = settingKind({
  name: 'subscription',
  edition: 'hosted',
  writer: 'organization-owner',

  /** From the subscription that the organization refers to; 0 is null (docs/protocol/subscriptions.md#threshold). Undefined if the service does not show it. */
  async read({ organization, service }): Promise<number | null | undefined> {
    const { data } = await service.call(organizations.show, { organization_name: organization });
    const id = relatedId(data, 'subscription');
    if (id === undefined) return undefined;
    return (await service.call(subscriptions.show, { id })).data.attributes[attribute] || null;
  },

  compare(value, live, thing, { organization, record, service }) {
    const to = value[attribute] || null;
    const attributes = { [attribute]: to };
    const digest = JSON.stringify(attributes);
    if (live === undefined ? record.find(thing)?.digest === digest : live === to) return undefined;
    const body = { data: { type: 'subscriptions', attributes } };
    return {
      action: live === undefined ? 'unknown' : 'update',
      changes: [{ attribute, from: live ?? null, to }],
      warnings: live === undefined ? ['The service does not show the current value; the declared one is sent.'] : [],
      digest,
      send: () => service.call(subscriptions.update, { organization_name: organization, body }).then(() => ({})),
    };
  },

  exported(live) {
    if (live === undefined)
      return { omitted: ['subscription: the service does not tell the subscription of the organization'] };
    return live === null ? { omitted: [] } : { content: { [attribute]: live }, omitted: [] };
  },
});
