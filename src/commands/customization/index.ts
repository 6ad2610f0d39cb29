import { customization } from '../../api/contract/platform/customization.ts';
import { showVerb } from '../../cli/resource-verbs.ts';
import { pageUrl } from '../../cli/web-page.ts';
import { customization as resource } from '../../platform/resources/customization.ts';
import { update } from './update.ts';
import { customizationDrawing, opening } from './view.ts';

const show = showVerb({
  view: resource.view,
  about: 'Show the links and texts of the site',
  text: `${opening} Only the self-hosted edition has all of the settings.`,
  calls: [customization.show],
  page: (_, context) => pageUrl('settings', context),
  examples: ['svc customization show', 'svc customization show -o json'],
  read: async ({ platform }) => {
    const { data } = await platform(customization.show, {});
    return [data, customizationDrawing(data)];
  },
});

export const noun = { verbs: [show, update] };
