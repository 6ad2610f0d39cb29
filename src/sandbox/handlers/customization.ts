import {
  avatarSources,
  customization,
  customizationPatch,
  selfHostedCustomization,
} from '../../api/contract/platform/customization.ts';
import type { Call } from '../call.ts';
import { served } from '../router.ts';

/** assumed: the initial settings of an installation; null is "the default link", and the default of a text (docs/protocol/customization.md#assumed). */
const installed: Readonly<Record<string, string | null>> = {
  ...Object.fromEntries(Object.keys(customizationPatch.shape).map((name) => [name, null])),
  'support-email-address': 'support@svc.example',
};

/** See docs/protocol/customization.md#endpoints. */
export const servedCustomization = served(customization, {
  show: (call) => document(call),

  update: (call) => {
    const row = call.state.world.customization;
    const { 'avatar-sources': sources, ...texts } = call.body.data.attributes;
    for (const name of Object.keys(installed)) {
      const text = texts[name];
      if (text === undefined) continue;
      if (typeof text === 'string' && text !== '') row.texts[name] = text;
      else delete row.texts[name];
    }
    // assumed: the list replaces the old one, so an absent source is disabled; for a duplicate source the last one counts
    // (docs/protocol/customization.md#assumed).
    if (sources !== undefined) {
      const flags = new Map(sources.map(({ source, enabled }) => [source, enabled]));
      row.enabledAvatarSources = avatarSources.filter((source) => flags.get(source));
    }
    return document(call);
  },
});

function document({ state, edition }: Pick<Call, 'state' | 'edition'>) {
  const { texts, enabledAvatarSources } = state.world.customization;
  const all = {
    ...installed,
    ...texts,
    'avatar-sources': avatarSources.map((source) => ({ source, enabled: enabledAvatarSources.includes(source) })),
  };
  const absent = edition === 'hosted' ? selfHostedCustomization : [];
  const attributes = Object.fromEntries(Object.entries(all).filter(([name]) => !absent.includes(name)));
  return {
    data: {
      id: 'customization',
      type: 'customization-settings' as const,
      attributes,
      links: { self: '/api/v2/admin/customization-settings' },
    },
  };
}
