import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { launchChild } from '../../system/child.ts';
import { cannot } from '../../system/files.ts';
import { passedOn } from '../../webhook/exec-environment.ts';

/** The program that opens a file as the desktop does; none of them needs a shell. */
const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** A page that a browser was asked to show. */
export interface OpenedPage {
  /** Deletes the file that leads to it. */
  close(): Promise<void>;
}

type Opening = Pick<Context, 'host' | 'output' | 'secrets'>;

/**
 * Opens a page in the browser of this machine, and warns if that fails. Other users can read the arguments of a process, so the
 * browser gets a private file that leads to the URL instead of the URL itself (trust, "the process list").
 */
export async function openPage(url: string, tokens: readonly string[], context: Opening): Promise<OpenedPage> {
  let folder: string | undefined;
  const close = async () => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    folder = await mkdtemp(join(tmpdir(), 'svc-page-'));
    const file = join(folder, 'page.html');
    await writeFile(file, leadingTo(url), { mode: 0o600 });
    void show(file, tokens, context);
  } catch (cause) {
    await close();
    context.output.warn(`--open: ${cannot('write a temporary file', cause).message} Open the page by its URL.`);
  }
  return { close };
}

async function show(file: string, tokens: readonly string[], { host, output, secrets }: Opening): Promise<void> {
  const [program, ...words] = openers[platform()] ?? ['xdg-open'];
  const isSecret = (value: string) => tokens.includes(value) || secrets.hide(value) !== value;
  const env = passedOn(host.env, { isSecret, passed: ['XAUTHORITY'] });
  try {
    const exit = await launchChild([program, ...words, file], { env, cwd: host.cwd });
    if (exit === 0 || host.signal.aborted) return;
    const how = exit === null ? 'was ended' : `found no browser (exit code ${exit})`;
    output.warn(`--open: ${program} ${how}. Open the page by its URL.`);
  } catch (error) {
    if (!(error instanceof LocalError)) throw error;
    output.warn(`--open: ${error.message} Open the page by its URL.`);
  }
}

/** A file without a script; the URL has no character that HTML could misread. */
function leadingTo(url: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>svc webhook listen</title>
<p><a href="${url}">Deliveries</a></p>
`;
}
