import { startDeadline } from '../../api/client/deadline.ts';
import { account } from '../../api/contract/platform/account.ts';
import { banners } from '../../api/contract/platform/banners.ts';
import { notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { cancellation, SvcError } from '../../base/errors.ts';
import { maskUrls } from '../../base/secrets.ts';
import { firstOf, wrapMessage } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { NoAddressError } from '../../cli/settings/resolve.ts';
import { printable } from '../../cli/terminal/printable.ts';
import { action } from '../../cli/verb.ts';
import { announced, listeners } from '../../sandbox/note.ts';
import { readModules } from './modules.ts';
import { mostWorkspaces, type Part, type ReadPart, readBanner, readPlatform, readWorkspaces } from './platform.ts';

/** Parts in their order, each with the command that shows more. */
const parts: Readonly<Record<string, readonly [more: string, read: ReadPart]>> = {
  platform: ['svc auth status', readPlatform],
  banner: ['svc banner list', readBanner],
  workspaces: ['svc notification audit', readWorkspaces],
  listener: ['svc webhook list --follow', async ({ host }) => running(listeners(host))],
  sandbox: ['svc sandbox outbox', async ({ host }) => running(announced(host).map(({ address }) => address))],
  modules: ['svc module verify', readModules],
};
/** Time limit of each part. */
const limitMs = 3_000;

export const noun = action({
  text: `Each line names the command that shows more. Nothing is changed. Each part has 3 seconds, and an organization of N workspaces costs N + 3
requests; its first ${mostWorkspaces} workspaces are read. A part that cannot be seen says why, and the exit code is 0. With -o json: {"platform": ...,
"banner": ..., "workspaces": ..., "listener": ..., "sandbox": ..., "modules": ...}, where such a part is {"skipped": "why"}.`,
  calls: [account.details, banners.list, workspaces.list, notifications.list],
  examples: ['svc status', "svc status --jq '.workspaces.findings[] | [.workspace, .finding] | @tsv'"],
  async run(context) {
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
  },
});

/** Returns a part, or the reason that it is not shown. @throws {SvcError} of a cancelled run */
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
      : secrets.hideInSentence(maskUrls((error as SvcError).message));
    // Print the hint once: every part of the platform has the same.
    const hint = name === 'platform' && error instanceof NoAddressError ? ` ${error.hint}` : '';
    return [`Not shown: ${why}${hint}`, { skipped: why }];
  } finally {
    end();
  }
}

const running = (urls: string[]): Part => [firstOf(urls) || 'none', { running: urls }];
