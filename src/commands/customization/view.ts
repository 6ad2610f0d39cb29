import type { CustomizationSettings } from '../../contract/platform/customization.ts';
import { card, type Drawing } from '../../terminal/canvas.ts';
import { type Column, cellText, columnsOf, type View } from '../../terminal/view.ts';

/** The settings with a text, in display order. */
export const customizationTexts = [
  'support-email-address',
  'support-url-address',
  'internal-support-url',
  'internal-documentation-url',
  'internal-tutorials-url',
  'login-help',
  'footer',
  'error',
  'new-user',
] as const;

/** Those that are long enough for an editor. */
export const longTexts = ['login-help', 'footer', 'error', 'new-user'] as const;

export const customizationView: View<CustomizationSettings> = {
  columns: columnsOf(...customizationTexts, {
    name: 'avatar-sources',
    of: ({ attributes }) =>
      attributes['avatar-sources']?.map(({ enabled, source }) => `${source} (${enabled ? 'on' : 'off'})`).join(', '),
  }),
};

const defaults: Readonly<Record<string, string>> = {
  'support-email-address': "the service's own address",
  'support-url-address': 'none',
  'internal-support-url': "the service's own link",
  'internal-documentation-url': "the service's own link",
  'internal-tutorials-url': "the service's own link",
  'avatar-sources': 'none',
};

/** Every setting; a default replaces a missing value. */
export function customizationDrawing(row: CustomizationSettings): Drawing {
  const columns = customizationView.columns.map(({ name, of }): Column<CustomizationSettings> => {
    const instead = name in row.attributes ? `(default: ${defaults[name] ?? 'none'})` : '(self-hosted edition only)';
    return { name, of: (settings) => cellText(of(settings)) || instead };
  });
  return card({ columns }, row);
}
