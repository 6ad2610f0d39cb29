import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { hasExtra, withExtra } from '../../cli/set-flag.ts';
import { type BannerDraft, banners } from '../../contract/platform/banners.ts';
import { bannerAttributes, bannerFlags, oddities } from './flags.ts';
import { refuseOver, refusePartial } from './schedule.ts';
import { standing } from './status-message.ts';
import { bannerView } from './view.ts';

export function registerCreate(banner: Command): void {
  explain(bannerFlags(banner.command('create')), {
    notes: `The default style is info, the default audience all_users. Only one banner is published at a time: a new one
replaces the one before it, a scheduled one when its time comes. A schedule needs both times.`,
    calls: [banners.create],
    examples: [
      'svc banner create --title "Maintenance" --body "Tonight from 22:00" --style warning',
      'svc banner create --title "Maintenance" --body "Back in two hours" --for 2h',
      'svc banner create --title "Holidays" --body-file notice.txt --timezone Europe/Berlin --scheduled-publish-at 2026-12-24T00:00 --scheduled-expire-at 2026-12-27T00:00',
    ],
  })
    .description('Put a banner up, now or on a schedule')
    .action(
      run(async ({ ask, dryRun, host, output, platform, read }, given) => {
        const f = { style: 'info', audience: 'all_users', ...given };
        const needed = async (name: 'title' | 'body', question: string) =>
          f[name] ?? (hasExtra(f.set, name) ? undefined : await ask.text(question, { flag: `--${name}` }));
        const title = await needed('title', 'Title');
        const body = f.bodyFile === undefined ? await needed('body', 'Text') : f.body;
        const attributes = await bannerAttributes({ ...f, title, body }, { host, output, read });
        refusePartial(attributes);
        refuseOver(attributes, f.scheduledExpireAt, host.now());
        for (const odd of oddities(f)) output.warn(odd);
        const before = dryRun ? undefined : (await platform(banners.list, {})).data[0];
        const draft = { type: 'admin-banners' as const, ...withExtra(attributes as BannerDraft, f.set) };
        const { data } = await platform(banners.create, { body: { data: draft } });
        const { isUp, words } = standing(data, host.now());
        output.note(words);
        if (isUp && before) output.note(`It replaces ${before.id}, "${before.attributes.title ?? ''}".`);
        await output.show(bannerView, data);
      }),
    );
}
