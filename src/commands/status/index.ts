import type { Command } from 'commander';
import { AuthError, cancellation, SvcError, UsageError } from '../../base/errors.ts';
import { createQueue } from '../../base/queue.ts';
import { maskUrls } from '../../base/secrets.ts';
import { counted, firstOf, wrapMessage } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { announced, listeners } from '../../cli/sandbox-notes.ts';
import { startDeadline } from '../../client/deadline.ts';
import { account } from '../../contract/platform/account.ts';
import { banners } from '../../contract/platform/banners.ts';
import { notifications } from '../../contract/platform/notifications.ts';
import { workspaces } from '../../contract/platform/workspaces.ts';
import { findingsIn } from '../../notifications/findings.ts';
import { NoAddressError } from '../../settings/resolve.ts';
import { printable } from '../../terminal/printable.ts';
import { readModules } from './modules.ts';

/** What a part shows: words for a person, and the same for a program. */
export type Part = [detail: string, document: object];
/** One attempt a request, until the part has taken too long. */
type Once = { retries: number; signal: AbortSignal };
/** Reads a part. @throws {SvcError} for what cannot be seen */
type ReadPart = (context: Context, once: Once) => Promise<Part>;

/** The parts in their order, each with the command that shows more. */
const parts: Readonly<Record<string, readonly [more: string, read: ReadPart]>> = {
  platform: ['svc auth status', withToken(readPlatform)],
  banner: ['svc banner list', withToken(readBanner)],
  workspaces: ['svc notification audit', withToken(readWorkspaces)],
  listener: ['svc webhook list --follow', async ({ host }) => running(listeners(host))],
  sandbox: ['svc sandbox outbox', async ({ host }) => running(announced(host).map(({ address }) => address))],
  modules: ['svc module verify', readModules],
};
/** The time of a part, the most workspaces (the first page), and the findings of the audit that are shown. */
const [limitMs, most] = [3_000, 100];
const shown = ['no-configuration', 'disabled', 'delivery-failed'];

export function register(status: Command): void {
  explain(status, {
    notes: `Each line names the command that shows more. Nothing is changed. Each part has 3 seconds, and an organization of N workspaces costs N + 3
requests; its first ${most} workspaces are read. A part that cannot be seen says why, and the exit code is 0. With -o json: {"platform": ...,
"banner": ..., "workspaces": ..., "listener": ..., "sandbox": ..., "modules": ...}, where such a part is {"skipped": "why"}.`,
    calls: [account.details, banners.list, workspaces.list, notifications.list],
    examples: ['svc status', "svc status --jq '.workspaces.findings[] | [.workspace, .finding] | @tsv'"],
  }).action(
    run(async (context) => {
      const spinner = context.progress('Looking');
      const names = Object.keys(parts);
      const found = await Promise.all(names.map((name) => partOf(name, context))).finally(spinner.stop);
      const document = Object.fromEntries(names.map((name, nth) => [name, found[nth]?.[1]]));
      const columns = names.map((name, nth) => ({ name, of: () => found[nth]?.[0] ?? '' }));
      await context.output.show({ columns }, document, ({ paint, width }) =>
        columns.map(({ name, of }) => {
          const text = wrapMessage(printable(of()), width - 12).replaceAll('\n', `\n${' '.repeat(12)}`);
          return `${paint.heading(name.padEnd(12))}${text}\n${' '.repeat(12)}${paint.faint(parts[name]?.[0] ?? '')}\n`;
        }),
      );
    }),
  );
}

/** A part, or why it cannot be seen. @throws {SvcError} of a cancelled run */
async function partOf(name: string, context: Context): Promise<Part> {
  const { host, secrets } = context;
  const { end, signal } = startDeadline(limitMs, host.signal);
  try {
    return await parts[name]![1](context, { retries: 0, signal });
  } catch (error) {
    if (host.signal.aborted) throw cancellation(host.signal);
    if (!signal.aborted && !(error instanceof SvcError)) throw error;
    const why = signal.aborted
      ? 'It takes longer than 3 seconds.'
      : secrets.hide(maskUrls((error as SvcError).message));
    // Every part of the platform would say the same.
    const hint = name === 'platform' && error instanceof NoAddressError ? ` ${error.hint}` : '';
    return [`Not shown: ${why}${hint}`, { skipped: why }];
  } finally {
    end();
  }
}

/** A part of the platform. A keyring is not read for an overview, which could make it ask. */
function withToken(read: ReadPart): ReadPart {
  return async (context, once) => {
    const { origin } = context.settings.address().value;
    if (!context.credentials.find(origin, 'platform')?.entry) return read(context, once);
    throw new AuthError('The token is in the keyring, which this command does not read.');
  };
}

async function readPlatform({ credentials, platform, settings }: Context, once: Once): Promise<Part> {
  const { origin, value } = settings.address();
  const { data } = await platform(account.details, {}, once);
  const user = data.attributes.username ?? data.id;
  const token = String(credentials.find(value.origin, 'platform')?.origin);
  const detail = `${value.href} (${origin}) as ${user}, with the token of ${token}`;
  return [detail, { address: value.href, origin: String(origin), user, token }];
}

async function readBanner({ host, platform }: Context, once: Once): Promise<Part> {
  const { data } = await platform(banners.list, {}, once);
  const isLater = (time: unknown) => Date.parse(String(time)) > host.now().getTime();
  const published = data.find(({ attributes }) => !isLater(attributes['scheduled-publish-at'])) ?? null;
  if (published === null) return ['none', { published }];
  const { style, title, 'scheduled-expire-at': end } = published.attributes;
  return [`${title} (${style}), ${end ? `until ${end}` : 'without an end'}`, { published }];
}

async function readWorkspaces(context: Context, once: Once): Promise<Part> {
  const { platform, settings } = context;
  const organization = settings.lookup('organization')?.value;
  if (organization === undefined) throw new UsageError('No default organization.');
  const input = { organization_name: organization, query: { 'page[size]': most } };
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
  const scope = `${data.length < most ? '' : 'the first '}${counted(data.length, 'workspace')} of ${organization}`;
  return [[scope, ...sentences].join('; '), { organization, read: data.length, findings }];
}

const running = (urls: string[]): Part => [firstOf(urls) || 'none', { running: urls }];
