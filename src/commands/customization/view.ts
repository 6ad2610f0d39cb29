import type { CustomizationSettings } from '../../contract/platform/customization.ts';
import type { Column, View } from '../../terminal/view.ts';
import { customizationTexts } from './texts.ts';

export const customizationView: View<CustomizationSettings> = {
  columns: [
    ...customizationTexts.map(
      (name): Column<CustomizationSettings> => ({ name, of: ({ attributes }) => attributes[name] }),
    ),
    {
      name: 'avatar-sources',
      of: ({ attributes }) =>
        attributes['avatar-sources']?.map(({ enabled, source }) => `${source} (${enabled ? 'on' : 'off'})`).join(', '),
    },
  ],
};
