import {
  avatarSources,
  customization,
  customizationPatch,
  selfHostedCustomization,
} from '../../api/contract/platform/customization.ts';
import type { Call } from '../call.ts';
import { served } from '../router.ts';

/** assumed: the initial settings of an installation: null for "the default link", and the default of each text (docs/protocol/customization.md#assumed). */
const initialTexts: Readonly<Record<string, string | null>> = {
  ...Object.fromEntries(Object.keys(customizationPatch.shape).map((name) => [name, null])),
  'support-email-address': 'support@svc.example',
};

/** See docs/protocol/customization.md#endpoints. */
export const servedCustomization = served(customization, {
  show: (call) => document(call),

  update: (call) => {
    const row = call.state.world.customization;
    const { 'avatar-sources': sources, ...texts } = call.body.data.attributes;
    for (const name of Object.keys(initialTexts)) {
      const text = texts[name];
      if (text === undefined) continue;
      if (typeof text === 'string' && text !== '') row.texts[name] = text;
      else delete row.texts[name];
    }
    // assumed: the list replaces the old one, so a source that is missing from it is disabled; of duplicate sources
    // the last one counts (docs/protocol/customization.md#assumed).
    if (sources !== undefined) {
      const flags = new Map(sources.map(({ source, enabled }) => [source, enabled]));
      row.enabledAvatarSources = avatarSources.filter((source) => flags.get(source));
    }
    return document(call);
  },
});

function document({ state, edition }: Pick<Call, 'state' | 'edition'>) {
  const { texts, enabledAvatarSources } = state.world.customization;
  const allAttributes = {
    ...initialTexts,
    ...texts,
    'avatar-sources': avatarSources.map((source) => ({ source, enabled: enabledAvatarSources.includes(source) })),
  };
  const unavailable = edition === 'hosted' ? selfHostedCustomization : [];
  const attributes = Object.fromEntries(Object.entries(allAttributes).filter(([name]) => !unavailable.includes(name)));
  return {
    data: {
      id: 'customization',
      type: 'customization-settings' as const,
      attributes,
      links: { self: '/api/v2/admin/customization-settings' },
    },
  };
}
