import {
  type CustomizationSettings,
  customizationPatch,
  customization as settings,
} from '../../api/contract/platform/customization.ts';
import { columnsOf, type View } from '../../base/view.ts';
import type { Field, Setting } from './resource.ts';

/** The settings whose text is long enough for an editor. */
export const longTexts = ['login-help', 'footer', 'error', 'new-user'] as const;

/** The settings with a text, in display order. */
export const customizationTexts = [
  'support-email-address',
  'support-url-address',
  'internal-support-url',
  'internal-documentation-url',
  'internal-tutorials-url',
  ...longTexts,
] as const;

type Sources = CustomizationSettings['attributes']['avatar-sources'];

/** A text field, which is cleared if its value is null or an empty text. */
const cleared: Field = { compared: (text) => text ?? '' };

/** The links and texts of the site (docs/protocol/customization.md). */
export const customization: Setting & { view: View<CustomizationSettings> } = {
  kind: 'customization',
  one: 'customization',
  type: 'customization-settings',
  ...settings,
  shape: customizationPatch.shape,
  edition: 'self-hosted',
  fields: {
    ...Object.fromEntries(Object.keys(customizationPatch.shape).map((name) => [name, cleared])),
    // A write replaces the list, and a source that is missing from the new list is disabled (docs/protocol/customization.md#assumed).
    'avatar-sources': {
      compared: (sources) => [...enabledBy(sources as Sources)].flatMap(([source, on]) => (on ? source : [])),
    },
  },
  read: async (call) => (await call(settings.show, {})).data,
  view: {
    columns: columnsOf(...customizationTexts, {
      name: 'avatar-sources',
      of: ({ attributes }) =>
        attributes['avatar-sources']?.map(({ enabled, source }) => `${source} (${enabled ? 'on' : 'off'})`).join(', '),
    }),
  },
};

const enabledBy = (sources: Sources) => new Map(sources?.map(({ enabled, source }) => [source, enabled]));
