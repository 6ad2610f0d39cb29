import { banners } from '../../api/contract/platform/banners.ts';
import { withExtra } from '../../cli/set-flag.ts';
import { type Command, excludes, requireChange, verb } from '../../cli/verb.ts';
import { banner as resource } from '../../platform/resources/banner.ts';
import { bannerAttributes, bannerFlags, bannerRules, warnings } from './flags.ts';
import { bannerId, bannerSentence, currentHelp } from './lookup.ts';

export const update = verb({
  words: 'update',
  about: 'Update a banner',
  text: `${bannerSentence} On a terminal, without flags, svc prompts for each field of a published banner.`,
  flags: (command: Command) =>
    bannerFlags(command)
      .argument('[id]', 'id of the banner, ab-…')
      .option('--current', currentHelp('update'))
      .optionsGroup('Schedule:')
      .option('--clear-schedule', 'remove the schedule'),
  rules: [...bannerRules, excludes('clearSchedule', 'for', 'scheduledPublishAt', 'scheduledExpireAt', 'timezone')],
  calls: [banners.update, banners.list],
  examples: [
    'svc banner update ab-0123456789abcdef --title "Maintenance is over" --style info',
    'svc banner update ab-0123456789abcdef --clear-schedule',
  ],
  async run(context, given, typed) {
    const { ask, host, output } = context;
    const isWalk = Object.keys(given).every((flag) => flag === 'current') && ask.canAsk();
    if (!isWalk) requireChange(given, ['current']);
    const id = await bannerId(typed, given.current, context);
    const { bannerChanges, editedBody } = await import('./questions.ts');
    const changed = isWalk ? await bannerChanges(id, context) : given;
    if (!Object.keys(changed)[0]) return output.note('No changes.');
    const flags = { ...given, ...changed };
    const body = flags.editor ? await editedBody(id, context) : flags.body;
    const attributes = await bannerAttributes({ ...flags, body }, context);
    for (const warning of warnings(flags)) output.warn(warning);
    const { updateThing } = await import('../../cli/resource-writes.ts');
    const row = await updateThing(resource, id, withExtra(attributes, flags.set), context);
    const { messagesOf } = await import('./status-message.ts');
    const { why } = messagesOf(row, host.now());
    if (why !== undefined) output.note(why);
    await output.show(resource.view, row);
  },
});
