import { account } from '../../api/contract/platform/account.ts';
import { banners } from '../../api/contract/platform/banners.ts';
import { notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { AuthError, UsageError } from '../../base/errors.ts';
import { createQueue } from '../../base/queue.ts';
import { shellWord } from '../../base/shell-word.ts';
import { counted, firstOf, joined } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { type GlanceLine, good, problem } from '../../cli/glance.ts';
import { relativeTime } from '../../cli/terminal/time.ts';
import { type Finding, findingsIn } from '../../platform/notifications/findings.ts';

/** The content of a part: lines for people, and a document for programs. */
export interface Part {
  lines: readonly GlanceLine[];
  document: object;
}
/** Options of a request: no retries, and the time limit of the part. */
type RequestLimits = { retries: number; signal: AbortSignal };
/** Reads a part. @throws {SvcError} if it cannot be shown */
export type ReadPart = (context: Context, once: RequestLimits) => Promise<Part>;

/** The most workspaces that are read: those of the first page. */
export const mostWorkspaces = 100;
/** The audit's findings that are shown: the sentence for one and for several, and the command that lists their targets. */
const shownFindings: { [Kind in Finding['finding']]?: [one: string, several: string, command: string] } = {
  'no-configuration': ['has no notifications', 'have no notifications', 'svc notification create -w'],
  disabled: ['is disabled', 'are disabled', 'svc notification update --enabled'],
  'delivery-failed': ['failed its last delivery', 'failed their last delivery', 'svc notification verify'],
};

/** The flags that a creation requires where svc cannot prompt. */
const required = '--name NAME --destination-type generic --url URL --trigger all';

export const readPlatform = withToken(async ({ credentials, platform, settings }, limits) => {
  const { origin, value } = settings.address();
  const { data } = await platform(account.details, {}, limits);
  const user = data.attributes.username ?? data.id;
  const token = credentials.find(value.origin, 'platform')?.origin;
  const text = `Connected to ${value.href} as ${user}, with the token from ${token}`;
  return { lines: [good(text)], document: { address: value.href, origin, user, token } };
});

export const readBanner = withToken(async ({ host, platform }, once) => {
  const { data } = await platform(banners.list, {}, once);
  const isLater = (time: unknown) => Date.parse(String(time)) > host.now().getTime();
  const published = data.find(({ attributes }) => !isLater(attributes['scheduled-publish-at'])) ?? null;
  if (published === null) return { lines: [good('No banner is published')], document: { published } };
  const { style, title, 'scheduled-expire-at': end } = published.attributes;
  const until = end ? `ends ${relativeTime(end, host.now())}` : 'has no end';
  return { lines: [good(`The banner "${title}" (${style}) ${until}`)], document: { published } };
});

/** Reads the findings of the audit in the workspaces of the default organization. */
export const readWorkspaces = withToken(async (context, once) => {
  const { ask, host, platform, settings } = context;
  const organization = settings.lookup('organization')?.value;
  if (organization === undefined)
    throw new UsageError('No default organization.', { hint: 'svc config set organization NAME' });
  const input = { organization_name: organization, query: { 'page[size]': mostWorkspaces } };
  const { data } = await platform(workspaces.list, input, once);
  const turn = createQueue(8);
  const read = async ({ attributes, id }: (typeof data)[number]) => {
    const { data: configurations } = await platform(notifications.list, { workspace_id: id }, once);
    return { workspace: attributes.name ?? id, configurations };
  };
  const audited = await Promise.all(data.map((row) => turn(() => read(row))));
  const findings = findingsIn(audited, new Date(0)).filter(({ finding }) => finding in shownFindings);
  const lines = Object.entries(shownFindings).flatMap(([kind, [one, several, prompting]]) => {
    const command = ask.canAsk() ? prompting : prompting.replace('create', `create ${required}`);
    const ofKind = findings.filter(({ finding }) => finding === kind);
    if (ofKind.length === 0) return [];
    const names = ofKind.map(({ name, workspace }) => (name === null ? workspace : `${workspace} "${name}"`));
    const targets = ofKind.map(({ id, workspace }) => shellWord(id ?? workspace, host.shell));
    const isShort = ofKind.length <= 5;
    const text = `${isShort ? joined(names) : firstOf(names)} ${ofKind.length === 1 ? one : several}`;
    const fix = `${command} ${targets.join(command.endsWith('-w') ? ' -w ' : ' ')}`;
    return problem(text, isShort ? fix : 'svc notification audit');
  });
  const scope = `${data.length < mostWorkspaces ? '' : 'the first '}${counted(data.length, 'workspace')} of ${organization}`;
  const fine = good(`No workspace lacks notifications, and none is disabled or fails, in ${scope}`);
  return { lines: findings.length > 0 ? lines : [fine], document: { organization, read: data.length, findings } };
});

/** Wraps the reader of a part that needs a token. Never asks the keyring, because the keyring could prompt. */
function withToken(read: ReadPart): ReadPart {
  return async (context, once) => {
    const { origin } = context.settings.address().value;
    if (!context.credentials.find(origin, 'platform')?.entry) return read(context, once);
    throw new AuthError('The token is in the keyring, which this command does not read.', { hint: 'svc whoami' });
  };
}
