import type { Journal } from '../journal.ts';
import type { Sink } from './loop.ts';

/** Returns the journal as a sink. The first delivery that it cannot store is a warning. */
export function journalSink(journal: Journal, warn: (message: string) => void): Sink {
  let warned = false;
  return {
    check: (delivery) => journal.check(delivery),
    async record(delivery) {
      try {
        await journal.append(delivery);
        return true;
      } catch (error) {
        if (!warned) warn((error as Error).message);
        warned = true;
        throw error;
      }
    },
    summary: () => `Stored in ${journal.path}.`,
    close: () => journal.close(),
  };
}
