import { type Banner, banners } from '../../api/contract/platform/banners.ts';
import { NotFoundError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { noneOf, pickOne } from '../../cli/pick.ts';
import { contradiction } from '../../cli/verb.ts';
import { banner } from '../../platform/resources/banner.ts';

/** The first sentence of the help of each verb. */
export const bannerSentence = 'A banner is an announcement to the users of the whole site.';
export const currentHelp = (deed: string) => `${deed} the published banner`;

/** Returns the published banner with this id; without an id, the first published banner. */
export async function publishedRow({ platform }: Pick<Context, 'platform'>, id?: string): Promise<Banner | undefined> {
  return (await platform(banners.list, {})).data.find((row) => id === undefined || row.id === id);
}

/** Returns the message about a banner that the service does not list. */
export const unlistedText = (id: string) =>
  `Banner ${id} is not published, or does not exist: the service lists only published banners.`;

/**
 * Returns the typed id; with --current, the id of the published banner; else that of a banner picked on a terminal.
 * @throws {NotFoundError} if no banner is published
 */
export async function bannerId(id: string | undefined, current: true | undefined, context: Context): Promise<string> {
  if (id !== undefined && current) throw contradiction('--current', 'an id');
  if (id !== undefined) return id;
  return current ? currentId(context) : pickOne(banner, context, '<id> or --current');
}

/** Returns the id of the published banner. @throws {NotFoundError} if none is published */
export async function currentId(context: Pick<Context, 'platform'>): Promise<string> {
  const row = await publishedRow(context);
  if (!row) throw new NotFoundError(noneOf(banner, ''));
  return row.id;
}
