import { startDeadline } from '../../api/client/deadline.ts';
import { account } from '../../api/contract/platform/account.ts';
import { banners } from '../../api/contract/platform/banners.ts';
import { notifications } from '../../api/contract/platform/notifications.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { cancellation, SvcError } from '../../base/errors.ts';
import { maskUrls } from '../../base/secrets.ts';
import { firstOf, joined } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { glance, good, problem } from '../../cli/glance.ts';
import { action } from '../../cli/verb.ts';
import { listenerUrls, runningSandboxes } from '../../sandbox/note.ts';
import { readModules } from './modules.ts';
import { mostWorkspaces, type Part, type ReadPart, readBanner, readPlatform, readWorkspaces } from './platform.ts';

/** The readers of the parts, in the order of the output. */
const readers: Readonly<Record<string, ReadPart>> = {
  platform: readPlatform,
  banner: readBanner,
  workspaces: readWorkspaces,
  listener: async ({ host }) => running('Listening for deliveries at', listenerUrls(host)),
  sandbox: async ({ host }) => {
    const urls = runningSandboxes(host).map(({ address }) => address);
    return running('A sandbox runs at', urls);
  },
  modules: readModules,
};
/** Time limit of each part. */
const limitMs = 3_000;

/** A part, or the reason why it was not read. */
type Result = { name: string; document: object } & (
  | Pick<Part, 'lines'>
  | { skipped: string; hint: string | undefined }
);

export const noun = action({
  text: `Shows whether svc reaches the platform, and what needs attention there and on this machine. A line with ! says what to do next, if svc knows it.
Nothing is changed. Each part has 3 seconds, and an organization of N workspaces costs N + 3 requests; its first ${mostWorkspaces} workspaces are
read. A part that cannot be read says why, and the exit code is 0. With -o json: {"platform": ..., "banner": ..., "workspaces": ...,
"listener": ..., "sandbox": ..., "modules": ...}, where such a part is {"skipped": "why"}.`,
  calls: [account.details, banners.list, workspaces.list, notifications.list],
  examples: ['svc status', "svc status --jq '.workspaces.findings[] | [.workspace, .finding] | @tsv'"],
  async run(context) {
    const spinner = context.progress('Looking');
    const read = Object.entries(readers).map(([name, reader]) => resultOf(name, reader, context));
    const results = await Promise.all(read).finally(spinner.stop);
    const document = Object.fromEntries(results.map(({ name, document }) => [name, document]));
    const columns = results.map((result) => ({ name: result.name, of: () => textOf(result) }));
    await context.output.show({ columns }, document, glance(linesOf(results)));
  },
});

/** Reads a part. @throws {SvcError} of a cancelled run */
async function resultOf(name: string, read: ReadPart, context: Context): Promise<Result> {
  const { host, secrets } = context;
  const { end, signal } = startDeadline(limitMs, host.signal);
  try {
    return { name, ...(await read(context, { retries: 0, signal })) };
  } catch (error) {
    if (host.signal.aborted) throw cancellation(host.signal);
    if (!signal.aborted && !(error instanceof SvcError)) throw error;
    const { hint, message } = signal.aborted
      ? { hint: undefined, message: 'It takes longer than 3 seconds.' }
      : (error as SvcError);
    const skipped = secrets.hideInSentence(maskUrls(message));
    return { name, skipped, hint: hint && secrets.hideInSentence(hint), document: { skipped } };
  } finally {
    end();
  }
}

function textOf(result: Result): string {
  if ('skipped' in result) return `Not checked: ${result.skipped}`;
  return result.lines.map(({ text }) => text).join('; ') || 'none';
}

/** Returns the lines of all parts. Parts that were skipped for the same reason share a line. */
function linesOf(results: readonly Result[]) {
  return results.flatMap((result) => {
    if (!('skipped' in result)) return result.lines;
    const skippedParts = results.filter((each) => 'skipped' in each && each.skipped === result.skipped);
    if (skippedParts[0] !== result) return [];
    return problem(`Not checked: ${joined(skippedParts.map(({ name }) => name))}. ${result.skipped}`, result.hint);
  });
}

function running(sentence: string, urls: string[]): Part {
  return { lines: urls.length > 0 ? [good(`${sentence} ${firstOf(urls)}`)] : [], document: { running: urls } };
}
