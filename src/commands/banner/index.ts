import { banners } from '../../api/contract/platform/banners.ts';
import { NotFoundError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { alsoKnown, noneOf } from '../../cli/pick.ts';
import { deleteVerb } from '../../cli/resource-verbs.ts';
import { type Command, contradiction, verb } from '../../cli/verb.ts';
import { banner as resource } from '../../platform/resources/banner.ts';
import { create } from './create.ts';
import { bannerId, bannerSentence, currentHelp, currentId, publishedRow, unlistedText } from './lookup.ts';
import { update } from './update.ts';

const hint = 'To list the published ones: svc banner list';

const list = verb({
  words: 'list',
  about: 'List published banners',
  text: `${bannerSentence} Without a token only banners for all_users are shown. A scheduled banner is not listed until it is published.`,
  flags: (command: Command) => command.option('--anonymous', 'send no token, to see what everybody sees'),
  lists: resource.view,
  calls: [banners.list],
  examples: ['svc banner list', 'svc banner list --anonymous -o json'],
  async run({ output, platformList }, { anonymous = false }) {
    await output.list(resource.view, platformList(banners.list, {}, { anonymous }), noneOf(resource, ''));
  },
});

const show = verb({
  words: 'show',
  reads: true,
  about: 'Show a banner',
  text: `${bannerSentence} The service shows the published banner only, and never one that is scheduled, expired or deleted.`,
  flags: (command: Command) =>
    command.argument('[id]', 'id of the banner, ab-…').option('--current', currentHelp('show')),
  calls: [banners.list],
  examples: ['svc banner show --current', 'svc banner show --current --jq .attributes.body'],
  async run(context, { current }, typed) {
    const id = await bannerId(typed, current, context);
    const row = await publishedRow(context, id);
    if (!row) throw new NotFoundError(unlistedText(id), { hint });
    await context.output.show(resource.view, row);
  },
});

const byId = deleteVerb(resource, {
  about: 'Delete banners',
  argument: 'id',
  missing: '<id> or --current',
  text: `${bannerSentence} The service keeps a deleted banner for audit but never lists it, so deleting it again may succeed.`,
  examples: ['svc banner delete ab-0123456789abcdef --yes', 'svc banner delete --current --yes'],
  details,
});

const remove = verb({
  ...byId,
  flags: (command: Command) => byId.flags!(command).option('--current', currentHelp('delete')),
  calls: [banners.remove, banners.list],
  async run(context, { current, ...flags }, args) {
    if (current && (args.length > 0 || flags.fromFile)) throw contradiction('--current', 'an id');
    await byId.run(context, flags, current ? [await currentId(context)] : args);
  },
});

async function details(id: string, context: Context): Promise<string> {
  const row = await publishedRow(context, id);
  if (!row && !id.startsWith('ab-'))
    throw new NotFoundError(`No banner ${id}: the id of a banner begins with ab-.`, { hint });
  if (!row) return alsoKnown(null, 'not published, or does not exist');
  const at = row.attributes['published-at'];
  const { relativeTime } = await import('../../cli/terminal/time.ts');
  return alsoKnown(row.attributes.title, at && `published ${relativeTime(at, context.host.now())}`);
}

export const noun = { verbs: [list, show, create, update, remove] };
