import type { Command } from 'commander';
import { customization } from '../../api/contract/platform/customization.ts';
import { bridge } from '../../cli/old.ts';
import { registerShowing } from '../../cli/resource-verbs.ts';
import { pageUrl } from '../../cli/web-page.ts';
import { customization as resource } from '../../platform/resources/customization.ts';
import { update } from './update.ts';
import { customizationDrawing } from './view.ts';

export function register(noun: Command): void {
  registerShowing(
    noun,
    resource.view,
    {
      description: 'Show the links and texts of the site',
      notes: `Only the self-hosted edition has all of the settings.`,
      calls: [customization.show],
      page: (_, context) => pageUrl('settings', context),
      examples: ['svc customization show', 'svc customization show -o json'],
    },
    async ({ platform }) => {
      const { data } = await platform(customization.show, {});
      return [data, customizationDrawing(data)];
    },
  );
  bridge(noun, update);
}
