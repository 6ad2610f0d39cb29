import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cannot } from '../base/system/files.ts';
import type { Context } from './context.ts';
import { browse } from './web-page.ts';

type Opening = Pick<Context, 'host' | 'output' | 'secrets'>;

/**
 * Opens a page in the browser of this machine, and warns if that fails. Other users can read the arguments of a
 * process, so the browser gets a private file that leads to the URL instead of the URL itself (trust, "the process
 * list"). The returned function deletes the file.
 */
export async function openPage(url: string, tokens: readonly string[], context: Opening): Promise<() => Promise<void>> {
  let folder: string | undefined;
  const close = async () => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    folder = await mkdtemp(join(tmpdir(), 'svc-page-'));
    const file = join(folder, 'page.html');
    await writeFile(file, leadingTo(url), { mode: 0o600 });
    void browse(file, tokens, context).then((why) => {
      if (why !== undefined) context.output.warn(`--open: ${why} Open the page by its URL.`);
    });
  } catch (cause) {
    await close();
    context.output.warn(`--open: ${cannot('write a temporary file', cause).message} Open the page by its URL.`);
  }
  return close;
}

/** Returns an HTML file that leads to the URL, without a script. The URL has no character that HTML could misread. */
function leadingTo(url: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${url}">
<title>svc webhook listen</title>
<p><a href="${url}">Deliveries</a></p>
`;
}
