import { statSync } from 'node:fs';
import { NotFoundError, UsageError } from '../errors.ts';
import type { Delivery } from './delivery.ts';
import { currentFile, filesOf } from './journal-files.ts';
import { linesFromNowOn } from './journal-follow.ts';
import { createLines, fromLine } from './journal-line.ts';
import { linesBackward, linesForward } from './journal-reader.ts';
import { createWriter } from './journal-writer.ts';

export interface JournalOptions {
  /** The folder it is kept in, made when the first delivery is appended. */
  folder: string;
  /** A file larger than this is put aside. 16 MiB. */
  maxBytes?: number | undefined;
  /** Files put aside that are kept. 4. */
  keep?: number | undefined;
}

/** Which deliveries, and in which order. */
export interface JournalQuery {
  /** The newest last, unless said otherwise. */
  order?: 'oldest-first' | 'newest-first' | undefined;
  where?: ((delivery: Delivery) => boolean) | undefined;
  since?: Date | undefined;
  limit?: number | undefined;
}

/** The deliveries of this machine, one line each in files of the owner's only. */
export interface Journal {
  /** The file that is appended to. */
  readonly path: string;
  /**
   * Resolves once the delivery is with the operating system: the program may be killed from then on, the machine may not lose power.
   * @throws {LocalError} where it cannot be written
   */
  append(delivery: Delivery): Promise<void>;
  read(query?: JournalQuery): AsyncGenerator<Delivery>;
  /** @throws {NotFoundError} where none begins like this; {UsageError} where several do */
  find(idOrPrefix: string): Promise<Delivery>;
  /** What is appended from now on, by whichever process, until the signal says stop. */
  follow(signal: AbortSignal, where?: (delivery: Delivery) => boolean, pollMs?: number): AsyncGenerator<Delivery>;
  close(): Promise<void>;
}

/** The journal in a folder. Reading it makes nothing and needs no closing. */
export function createJournal({ folder, maxBytes = 16 * 1024 * 1024, keep = 4 }: JournalOptions): Journal {
  const writer = createWriter({ folder, maxBytes, keep, addLine: createLines() });

  async function* read(query: JournalQuery = {}): AsyncGenerator<Delivery> {
    const { order = 'oldest-first', where = () => true, since, limit = Number.POSITIVE_INFINITY } = query;
    const from = since?.toISOString() ?? '';
    const files = filesOf(folder).filter((path) => !since || changedSince(path, since));
    let left = limit;
    for (const path of order === 'newest-first' ? files.reverse() : files) {
      for await (const line of order === 'newest-first' ? linesBackward(path) : linesForward(path)) {
        if (left <= 0) return;
        const delivery = fromLine(line);
        if (!delivery || delivery.at < from || !where(delivery)) continue;
        left -= 1;
        yield delivery;
      }
    }
  }

  async function find(idOrPrefix: string): Promise<Delivery> {
    const wanted = idOrPrefix.toLowerCase();
    if (!/^[0-9a-z]+$/.test(wanted)) throw new UsageError(`"${idOrPrefix}" is no id of a delivery.`);
    let found: Delivery | undefined;
    for await (const delivery of read({ order: 'newest-first', where: ({ id }) => id.startsWith(wanted) })) {
      if (delivery.id === wanted) return delivery;
      if (found) {
        throw new UsageError(`Several deliveries begin with ${wanted}, ${found.id} and ${delivery.id} among them.`, {
          hint: 'Give more of its letters.',
        });
      }
      found = delivery;
    }
    if (!found)
      throw new NotFoundError(`No delivery in the journal begins with ${wanted}.`, { hint: 'svc webhook list' });
    return found;
  }

  async function* follow(
    signal: AbortSignal,
    where: (delivery: Delivery) => boolean = () => true,
    pollMs = 100,
  ): AsyncGenerator<Delivery> {
    for await (const line of linesFromNowOn(folder, signal, pollMs)) {
      const delivery = fromLine(line);
      if (delivery && where(delivery)) yield delivery;
    }
  }

  return {
    path: currentFile(folder),
    append: writer.append,
    read,
    find,
    follow,
    close: async () => writer.close(),
  };
}

function changedSince(path: string, since: Date): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since.getTime() - 1000;
}
