import type { Command } from 'commander';
import { banners } from '../../api/contract/platform/banners.ts';
import { NotFoundError } from '../../base/errors.ts';
import { alsoKnown, confirmDeletion, deletedView } from '../../cli/deletion.ts';
import { explain } from '../../cli/help.ts';
import { noneOf } from '../../cli/pick.ts';
import { run } from '../../cli/run.ts';
import { relativeTime } from '../../cli/terminal/time.ts';
import { banner as resource } from '../../platform/resources/banner.ts';
import { registerCreate } from './create.ts';
import { bannerId, currentHelp } from './id.ts';
import { registerUpdate } from './update.ts';

export function register(banner: Command): void {
  registerList(banner);
  registerShow(banner);
  registerCreate(banner);
  registerUpdate(banner);
  registerDelete(banner);
}

function registerList(banner: Command): void {
  explain(banner.command('list'), {
    notes: `Without a token only banners for all_users are shown. A scheduled banner is not listed until it is published.`,
    calls: [banners.list],
    examples: ['svc banner list', 'svc banner list --anonymous -o json'],
  })
    .description('List published banners')
    .option('--anonymous', 'send no token, to see what everybody sees')
    .action(
      run(async ({ output, platformList }, { anonymous = false }) => {
        await output.list(resource.view, platformList(banners.list, {}, { anonymous }), noneOf(resource, ''));
      }),
    );
}

function registerShow(banner: Command): void {
  explain(banner.command('show'), {
    notes: 'The service shows the published banner only, and never one that is scheduled, expired or deleted.',
    calls: [banners.list],
    examples: ['svc banner show --current', 'svc banner show --current --jq .attributes.body'],
  })
    .description('Show the published banner')
    .argument('[id]', 'id of the banner, ab-…')
    .option('--current', currentHelp)
    .action(
      run(async (context, { current }, typed) => {
        const { output, platform } = context;
        const id = await bannerId(typed, current, context);
        const found = (await platform(banners.list, {})).data.find((row) => row.id === id);
        if (!found) throw new NotFoundError(`Banner ${id} is not published.`, { hint: 'svc banner list' });
        await output.show(resource.view, found);
      }),
    );
}

function registerDelete(banner: Command): void {
  explain(banner.command('delete'), {
    notes: `The service keeps a deleted banner for audit but never lists it. Prompts for confirmation unless --yes is given. With -o json: {"id": ID, "deleted": true}.`,
    calls: [banners.remove, banners.list],
    examples: ['svc banner delete ab-0123456789abcdef --yes', 'svc banner delete --current --yes'],
  })
    .description('Delete a banner')
    .argument('[id]', 'id of the banner, ab-…')
    .option('--current', currentHelp)
    .action(
      run(async (context, { current }, typed) => {
        const { host, output, platform } = context;
        const id = await bannerId(typed, current, context);
        await confirmDeletion(`banner ${id}`, context, async () => {
          const found = (await platform(banners.list, {})).data.find((row) => row.id === id)?.attributes;
          const at = found?.['published-at'];
          return alsoKnown(found?.title, at && `published ${relativeTime(at, host.now())}`);
        });
        const { remove } = await import('../../platform/resources/put.ts');
        await remove(resource, id, platform);
        await output.done(deletedView, { id, deleted: true }, `Deleted banner ${id}.`);
      }),
    );
}
