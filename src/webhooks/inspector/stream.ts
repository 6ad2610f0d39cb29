import type { ServerResponse } from 'node:http';
import type { History } from './history.ts';
import type { Snapshot } from './page-model.ts';

/** What a page may leave unread before it is cut off. It comes back by itself, and begins with all there is. */
const mostBehindBytes = 4 * 1024 * 1024;
const beatMs = 15_000;

/** The open pages, each told of every delivery as it comes. */
export interface Stream {
  readonly size: number;
  open(response: ServerResponse): void;
  /** Tells the pages that there is no more to come. */
  end(): void;
}

/** Server-sent events: first everything that is there (`snapshot`), then one `delivery` after the other, then `end`. */
export function createStream(history: History, about: Omit<Snapshot, 'deliveries' | 'rejected' | 'total'>): Stream {
  const pages = new Set<ServerResponse>();
  const stop = history.follow((summary) => {
    if (pages.size > 0) tell(frame('delivery', summary));
  });
  const beat = setInterval(() => tell(':\n\n'), beatMs);
  beat.unref();

  function tell(text: string): void {
    for (const page of pages) {
      page.write(text);
      if (page.writableLength > mostBehindBytes) page.destroy();
    }
  }

  return {
    get size() {
      return pages.size;
    },
    open(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', connection: 'close' });
      pages.add(response);
      response.on('close', () => pages.delete(response)).on('error', () => pages.delete(response));
      const { rejected, total } = history;
      const snapshot: Snapshot = { ...about, rejected, total, deliveries: history.summaries() };
      response.write(`retry: 1000\n${frame('snapshot', snapshot)}`);
    },
    end() {
      stop();
      clearInterval(beat);
      for (const page of pages) page.end(frame('end', null));
    },
  };
}

const frame = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
