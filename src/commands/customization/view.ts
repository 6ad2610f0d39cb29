import type { CustomizationSettings } from '../../api/contract/platform/customization.ts';
import { type Column, cellText } from '../../base/view.ts';
import { card, type Drawing } from '../../cli/terminal/canvas.ts';
import { customization } from '../../platform/resources/customization.ts';

/** The first sentence of the help of each verb. */
export const opening = 'The customization settings are the links, texts and avatars that the site shows to its users.';

const defaults: Readonly<Record<string, string>> = {
  'support-email-address': "the service's own address",
  'support-url-address': 'none',
  'internal-support-url': "the service's own link",
  'internal-documentation-url': "the service's own link",
  'internal-tutorials-url': "the service's own link",
  'avatar-sources': 'none',
};

/** Draws every setting; for a missing value, its default. */
export function customizationDrawing(row: CustomizationSettings): Drawing {
  const columns = customization.view.columns.map(({ name, of }): Column<CustomizationSettings> => {
    const instead = name in row.attributes ? `(default: ${defaults[name] ?? 'none'})` : '(self-hosted edition only)';
    return { name, of: (settings) => cellText(of(settings)) || instead };
  });
  return card({ columns }, row);
}
