import { account } from '../../api/contract/platform/account.ts';
import { banners } from '../../api/contract/platform/banners.ts';
import { notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { AuthError, UsageError } from '../../base/errors.ts';
import { createQueue } from '../../base/queue.ts';
import { counted, firstOf } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { findingsIn } from '../../platform/notifications/findings.ts';

/** Content of a part: text for people, and a document for programs. */
export type Part = [detail: string, document: object];
/** Options that send each request once, until the time limit of the part. */
type Once = { retries: number; signal: AbortSignal };
/** Reads a part. @throws {SvcError} if it cannot be shown */
export type ReadPart = (context: Context, once: Once) => Promise<Part>;

/** Workspaces that are read: those of the first page. */
export const mostWorkspaces = 100;
/** Findings of the audit that are shown. */
const shown = ['no-configuration', 'disabled', 'delivery-failed'];

/** Reads the address of the platform, and the user of the token. */
export const readPlatform = withToken(async ({ credentials, platform, settings }, once) => {
  const { origin, value } = settings.address();
  const { data } = await platform(account.details, {}, once);
  const user = data.attributes.username ?? data.id;
  const token = credentials.find(value.origin, 'platform')?.origin;
  const detail = `${value.href} (${origin}) as ${user}, with the token of ${token}`;
  return [detail, { address: value.href, origin, user, token }];
});

/** Reads the published banner. */
export const readBanner = withToken(async ({ host, platform }, once) => {
  const { data } = await platform(banners.list, {}, once);
  const isLater = (time: unknown) => Date.parse(String(time)) > host.now().getTime();
  const published = data.find(({ attributes }) => !isLater(attributes['scheduled-publish-at'])) ?? null;
  if (published === null) return ['none', { published }];
  const { style, title, 'scheduled-expire-at': end } = published.attributes;
  return [`${title} (${style}), ${end ? `until ${end}` : 'without an end'}`, { published }];
});

/** Reads the audit's findings in the workspaces of the default organization. */
export const readWorkspaces = withToken(async (context, once) => {
  const { platform, settings } = context;
  const organization = settings.lookup('organization')?.value;
  if (organization === undefined) throw new UsageError('No default organization.');
  const input = { organization_name: organization, query: { 'page[size]': mostWorkspaces } };
  const { data } = await platform(workspaces.list, input, once);
  const turn = createQueue(8);
  const read = async ({ attributes, id }: (typeof data)[number]) => {
    const { data: configurations } = await platform(notifications.list, { workspace_id: id }, once);
    return { workspace: attributes.name ?? id, configurations };
  };
  const audited = await Promise.all(data.map((row) => turn(() => read(row))));
  const findings = findingsIn(audited, new Date(0)).filter(({ finding }) => shown.includes(finding));
  const sentences = shown.flatMap((kind) => {
    const found = findings.filter(({ finding }) => finding === kind);
    const names = found.map(({ name, workspace }) => (name === null ? workspace : `${workspace} "${name}"`));
    return names.length === 0 ? [] : `${kind}: ${firstOf(names)}`;
  });
  const scope = `${data.length < mostWorkspaces ? '' : 'the first '}${counted(data.length, 'workspace')} of ${organization}`;
  return [[scope, ...sentences].join('; '), { organization, read: data.length, findings }];
});

/** Wraps the reader of a part that needs a token. Skips the keyring, which could prompt. */
function withToken(read: ReadPart): ReadPart {
  return async (context, once) => {
    const { origin } = context.settings.address().value;
    if (!context.credentials.find(origin, 'platform')?.entry) return read(context, once);
    throw new AuthError('The token is in the keyring, which this command does not read.');
  };
}
