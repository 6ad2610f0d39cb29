import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { exclusive, requireChange, run } from '../../cli/run.ts';
import { withExtra } from '../../cli/set-flag.ts';
import { banners } from '../../contract/platform/banners.ts';
import { banner as resource } from '../../resources/banner.ts';
import { bannerAttributes, bannerFlags, warnings } from './flags.ts';
import { bannerId, currentHelp } from './id.ts';
import { whyNotPublished } from './status-message.ts';

export function registerUpdate(banner: Command): void {
  const update = explain(bannerFlags(banner.command('update')), {
    calls: [banners.update],
    examples: [
      'svc banner update ab-0123456789abcdef --title "Maintenance is over" --style info',
      'svc banner update ab-0123456789abcdef --clear-schedule',
    ],
  })
    .description('Update a banner')
    .argument('[id]', 'id of the banner, ab-…')
    .option('--current', currentHelp)
    .option('--clear-schedule', 'remove the schedule');
  exclusive(update, 'clearSchedule', 'for', 'scheduledPublishAt', 'scheduledExpireAt', 'timezone').action(
    run(async (context, flags, typed) => {
      const { host, output, platform, read } = context;
      requireChange(flags, ['current']);
      const id = await bannerId(typed, flags.current, context);
      const body = flags.editor ? await editedBody(id, context) : flags.body;
      const attributes = await bannerAttributes({ ...flags, body }, { host, output, read });
      for (const warning of warnings(flags)) output.warn(warning);
      const changes = {
        data: { type: resource.type, ...withExtra(attributes, flags.set) },
      };
      const { data } = await platform(banners.update, { id, body: changes });
      output.note(`Updated banner ${data.id}.`);
      const why = whyNotPublished(data, host.now());
      if (why !== undefined) output.note(why);
      await output.show(resource.view, data);
    }),
  );
}

/** The text from the editor, which starts with the published text. */
async function editedBody(id: string, { ask, dryRun, platform }: Pick<Context, 'ask' | 'dryRun' | 'platform'>) {
  const shown = dryRun ? [] : (await platform(banners.list, {})).data;
  const initial = shown.find((row) => row.id === id)?.attributes.body ?? undefined;
  return ask.edit('The text', { initial, says: '--body' });
}
