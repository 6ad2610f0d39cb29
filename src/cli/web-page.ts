import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NotificationConfiguration } from '../api/contract/platform/notifications.ts';
import type { Workspace } from '../api/contract/platform/workspaces.ts';
import { relatedId } from '../api/contract/relationships.ts';
import { isUrl } from '../api/contract/url.ts';
import { LocalError } from '../base/errors.ts';
import { launchChild } from '../base/system/child.ts';
import { passedOn } from '../base/system/exec-environment.ts';
import { cannot } from '../base/system/files.ts';
import { findProgram } from '../base/system/programs.ts';
import type { Context } from './context.ts';
import { workspaceNamed } from './lookup.ts';
import { printable } from './terminal/printable.ts';

/** The programs that open a page like the desktop does. None of them needs a shell. */
const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
/** The longest wait for such a program. A program that still runs after that shows the page itself. */
const openerMs = 2_000;

/** assumed: the pages of a platform in a browser (docs/protocol/lookups.md#pages-in-a-browser). */
const paths = {
  start: '/app',
  settings: '/app/admin/customization',
  organization: '/app/:organization',
  workspace: '/app/:organization/workspaces/:workspace',
  notification: '/app/:organization/workspaces/:workspace/settings/notifications/:id',
};
type Names = Readonly<Record<string, string | null | undefined>>;

/** Returns the URL of a page of the current platform. */
export function pageUrl(page: keyof typeof paths, { settings }: Context, names: Names = {}): string {
  const path = paths[page].replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(names[name] ?? ''));
  return new URL(path, settings.address().value).href;
}

/** Returns the page of a workspace, or with `id` that of one of its notification configurations. */
export function workspacePage(row: Workspace, context: Context, id?: string): string {
  const names = { organization: relatedId(row, 'organization'), workspace: row.attributes.name, id };
  return pageUrl(id === undefined ? 'workspace' : 'notification', context, names);
}

/** Returns the page of a notification configuration; looks up its workspace. */
export async function notificationPage(row: NotificationConfiguration, context: Context): Promise<string> {
  return workspacePage(await workspaceNamed(relatedId(row, 'subscribable') ?? '', context), context, row.id);
}

/** Opens a page of the platform in the browser, on a terminal. A URL of another server, and an unverified one, is only printed. */
export async function openWeb(url: string, context: Context, isVerified = true): Promise<void> {
  const { host, output, settings } = context;
  const href = isUrl(url, ['http', 'https']) ? new URL(url).href : '';
  // The final slash rejects a URL such as `https://host@other`, with a user or a password.
  const isOwn = href.startsWith(`${settings.knownAddress()?.value.origin}/`);
  const isShown = isOwn && isVerified && host.stdout.isTTY && !output.writesJson;
  const over = new AbortController();
  const late = sleep(openerMs, undefined, { signal: over.signal }).catch(() => undefined);
  const fault = await Promise.race([isShown ? showInBrowser(href, [], context) : '', late]);
  over.abort();
  if (fault === undefined) return output.note(`Opened ${href} in the browser.`);
  if (!isVerified) output.warn('The delivery is not verified, so svc does not open its URL.');
  else if (!isOwn) output.warn('The URL is not one of the platform in use, so svc does not open it.');
  await output.text(`${printable(url)}\n`, { url });
}

/** Asks the desktop to show a page, without the tokens of the environment. Returns the reason if that fails. */
export async function showInBrowser(
  page: string,
  tokens: readonly string[],
  { host, secrets }: Pick<Context, 'host' | 'secrets'>,
): Promise<string | undefined> {
  const [name, ...words] = openers[platform()] ?? ['xdg-open'];
  const program = findProgram(host.env, name);
  if (program === undefined) return `${name} is not on PATH.`;
  const isSecret = (value: string) => tokens.includes(value) || secrets.hide(value) !== value;
  const env = passedOn(host.env, { isSecret, passed: ['XAUTHORITY'] });
  try {
    const exit = await launchChild([program, ...words, page], { env, cwd: host.cwd });
    if (exit === 0 || host.signal.aborted) return undefined;
    return `${name} ${exit === null ? 'was ended' : `found no browser (exit code ${exit})`}.`;
  } catch (error) {
    if (error instanceof LocalError) return error.message;
    throw error;
  }
}

type Opening = Pick<Context, 'host' | 'output' | 'secrets'>;

/**
 * Opens a page in the browser of this machine, and warns if that fails. Other users can read the arguments of a process, so the browser
 * does not get the URL, but a private file that redirects to it (trust, "the process list"). The returned function deletes the file.
 */
export async function openPage(url: string, tokens: readonly string[], context: Opening): Promise<() => Promise<void>> {
  let folder: string | undefined;
  const close = async () => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    folder = await mkdtemp(join(tmpdir(), 'svc-page-'));
    const file = join(folder, 'page.html');
    await writeFile(file, redirectPage(url), { mode: 0o600 });
    void showInBrowser(file, tokens, context).then((why) => {
      if (why !== undefined) context.output.warn(`--open: ${why} Open the page by its URL.`);
    });
  } catch (cause) {
    await close();
    context.output.warn(`--open: ${cannot('write a temporary file', cause).message} Open the page by its URL.`);
  }
  return close;
}

/** Returns an HTML file that redirects to the URL without a script. The URL has no character that HTML could misread. */
function redirectPage(url: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>svc webhook listen</title>
<p><a href="${url}">Deliveries</a></p>
`;
}
