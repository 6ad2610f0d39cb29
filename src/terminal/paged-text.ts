import type { Pager } from '../system/pager.ts';
import { OutputClosed, type OutputStream, type Write } from './io.ts';

/** The pager, where it runs, and how to write to the terminal without it. */
interface Paging {
  pager: string;
  env: Readonly<Record<string, string | undefined>>;
  streams: Record<'stdout' | 'stderr', OutputStream>;
  write: Write;
}

/**
 * Writes a text that arrives in pieces: one that fits on the terminal at its end, and a longer one to a pager as soon as it fills the terminal.
 * @throws {OutputClosed} once the user has ended the pager, even while the next piece is awaited
 */
export async function writePaged(
  pieces: AsyncGenerator<string | Uint8Array>,
  { env, pager, streams, write }: Paging,
): Promise<void> {
  const { isLonger, openPager } = await import('../system/pager.ts');
  let held = '';
  let opened: Pager | undefined;
  try {
    for (;;) {
      const next = pieces.next();
      const piece = await (opened ? Promise.race([next, opened.quit]) : next);
      if (piece === undefined) throw new OutputClosed();
      if (piece.done) return;
      if (opened) await opened.write(String(piece.value));
      else held += piece.value;
      if (!opened && isLonger(held, streams.stdout)) opened = await openPager(held, pager, env, streams);
    }
  } finally {
    // Without waiting for the piece that is awaited.
    void pieces.return(undefined).catch(() => undefined);
    await (opened ? opened.end() : write(held));
  }
}
