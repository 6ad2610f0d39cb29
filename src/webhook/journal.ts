import { statSync } from 'node:fs';
import { NotFoundError, UsageError } from '../errors.ts';
import type { Delivery } from './delivery.ts';
import { filesOf, type Series, seriesNames, seriesOf } from './journal-files.ts';
import { linesFromNowOn } from './journal-follow.ts';
import { fromLine } from './journal-line.ts';
import { linesBackward, linesForward } from './journal-reader.ts';
import { createWriter } from './journal-writer.ts';
import { compareTimes, type Order, timeOrder } from './time-order.ts';

export interface JournalOptions {
  /** The folder it is kept in, made when the first delivery is appended. */
  folder: string;
  /** A file larger than this is followed by another. 16 MiB. */
  maxBytes?: number | undefined;
  /** Files before the last that are kept, of each series. 4. */
  keep?: number | undefined;
}

/** Which deliveries, and in which order. */
export interface JournalQuery {
  /** The newest last, unless said otherwise. */
  order?: Order | undefined;
  where?: ((delivery: Delivery) => boolean) | undefined;
  since?: Date | undefined;
  limit?: number | undefined;
}

/** The deliveries of this machine, one line each in files of the owner's only. */
export interface Journal {
  /** The folder of its files. */
  readonly path: string;
  /** Looks whether deliveries can be written, before one has come. @throws {LocalError} where they cannot */
  check(): void;
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
  const writer = (series: Series) => createWriter({ folder, series, maxBytes, keep });
  const writers = { deliveries: writer('deliveries'), unsigned: writer('unsigned'), rejected: writer('rejected') };

  async function* read(query: JournalQuery = {}): AsyncGenerator<Delivery> {
    const { order = 'oldest-first', where = () => true, since, limit = Number.POSITIVE_INFINITY } = query;
    const from = since?.toISOString() ?? '';
    let left = limit;
    for await (const delivery of timeOrder(
      seriesNames.map((series) => deliveriesOf(folder, series, order, since)),
      order,
    )) {
      if (left <= 0) return;
      if (delivery.at < from || !where(delivery)) continue;
      left -= 1;
      yield delivery;
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
    for await (const lines of linesFromNowOn(folder, signal, pollMs)) {
      const found = lines.map(fromLine).filter((delivery) => delivery !== undefined);
      // They come from several files.
      yield* found.filter(where).sort(compareTimes);
    }
  }

  return {
    path: folder,
    check: () => writers.deliveries.check(),
    append: (delivery) => writers[seriesOf(delivery)].append(delivery),
    read,
    find,
    follow,
    async close() {
      for (const each of Object.values(writers)) each.close();
    },
  };
}

/** The deliveries of a series, those of files that were last written before `since` left out. */
async function* deliveriesOf(folder: string, series: Series, order: Order, since?: Date): AsyncGenerator<Delivery> {
  const files = filesOf(folder, series).filter((path) => !since || changedSince(path, since));
  for (const path of order === 'newest-first' ? files.reverse() : files) {
    for (const line of await (order === 'newest-first' ? linesBackward(path) : linesForward(path))) {
      const delivery = fromLine(line);
      if (delivery) yield delivery;
    }
  }
}

function changedSince(path: string, since: Date): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since.getTime() - 1000;
}
