import { type Banner, banners } from '../../api/contract/platform/banners.ts';
import { withFlagName } from '../../base/parsers.ts';
import { withExtra } from '../../cli/set-flag.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { bannerDefaults, banner as resource } from '../../platform/resources/banner.ts';
import { type BannerFlags, bannerAttributes, bannerFlags, bannerRules, warnings } from './flags.ts';
import { bannerSentence } from './lookup.ts';

export const create = verb({
  words: 'create',
  about: 'Create a banner, now or on a schedule',
  text: `${bannerSentence} Only one banner is published at a time: a new one replaces
the previous one, a scheduled one when it starts. One without a schedule also deactivates those that are scheduled. A schedule needs both times.`,
  flags: (command: Command) => bannerFlags(command, bannerDefaults),
  required: ['title', 'body'],
  rules: bannerRules,
  calls: [banners.create],
  examples: [
    'svc banner create --title "Maintenance" --body "Tonight from 22:00" --style warning',
    'svc banner create --title "Maintenance" --body "Back in two hours" --for 2h',
    'svc banner create --title "Holidays" --body-file notice.txt --timezone Europe/Berlin --scheduled-publish-at 2026-12-24T00:00 --scheduled-expire-at 2026-12-27T00:00',
  ],
  async run(context, given) {
    const { ask, dryRun, host, output, platform } = context;
    const { bannerFields, replacedBanner } = await import('./questions.ts');
    const { rejectPartial, rejectPast } = await import('./schedule.ts');
    const { confirmCreation } = await import('../../cli/preview.ts');
    const { complete, requireAccess, submit } = await import('../../cli/wizard.ts');
    const { put } = await import('../../platform/resources/put.ts');
    const fields = bannerFields(given, context);
    const check = () => requireAccess(resource, undefined, context);
    const answers = await complete(given, fields, { ...context, check, walk: Object.keys(given).length === 0 });
    const draftOf = async (flags: BannerFlags) => {
      const attributes = await bannerAttributes({ ...bannerDefaults, ...flags }, context);
      rejectPartial(attributes);
      withFlagName('--scheduled-expire-at', () => rejectPast(attributes, flags.scheduledExpireAt, host.now()));
      return withExtra(attributes, flags.set);
    };
    const planned = await draftOf(answers);
    for (const warning of warnings(answers)) output.warn(warning);
    const replaced = dryRun ? undefined : await replacedBanner(planned.attributes, context);
    if (replaced && ask.answers.words().length > 0) output.note(`This will replace ${replaced}.`);
    await confirmCreation('banner', planned, context);
    const send = async (flags: BannerFlags) =>
      put<Banner>(resource, await draftOf(flags), { call: platform, onExisting: 'fail' });
    const { row } = await submit(answers, fields, send, ask);
    const { messagesOf } = await import('./status-message.ts');
    const { created, why } = messagesOf(row, host.now());
    output.note(created);
    if (replaced && why === undefined) output.note(`Replaced ${replaced}.`);
    await output.show(resource.view, row);
  },
});
