import { banners } from '../../api/contract/platform/banners.ts';
import { NotFoundError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { contradiction } from '../../cli/contradictions.ts';
import { noneOf, pickOne } from '../../cli/pick.ts';
import { banner } from '../../platform/resources/banner.ts';

export const currentHelp = 'the banner that is published';

/**
 * Returns the id of a banner: the given id, with --current that of the published banner, else that of a banner picked on a terminal.
 * @throws {NotFoundError} if no banner is published
 */
export async function bannerId(
  id: string | undefined,
  current: true | undefined,
  context: Pick<Context, 'ask' | 'platform' | 'platformList' | 'progress' | 'settings'>,
): Promise<string> {
  if (id !== undefined && current) throw contradiction('--current', 'an id');
  if (id !== undefined) return id;
  return current ? currentId(context) : pickOne(banner, context, '<id> or --current');
}

/** Returns the id of the published banner. @throws {NotFoundError} if none is published */
export async function currentId({ platform }: Pick<Context, 'platform'>): Promise<string> {
  const [published] = (await platform(banners.list, {})).data;
  if (!published) throw new NotFoundError(noneOf(banner, ''));
  return published.id;
}
