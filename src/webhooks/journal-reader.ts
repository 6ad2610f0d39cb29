import { statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { LocalError } from '../base/errors.ts';
import { errnoOf, textIn } from '../base/system/files.ts';
import type { Delivery } from './delivery.ts';
import { fromLine } from './delivery-record.ts';
import { filesOf, type Series, seriesNames, unusable } from './journal-files.ts';
import { type DeliveryQuery, matching, type Order } from './store.ts';

/** Maximum size of a line: a body of 1 MiB takes up to 6 MiB. A file with a longer line is not a journal. */
const maxLineBytes = 256 * 1024 * 1024;
const pollMs = 100;

export function readJournal(folder: string, query: DeliveryQuery = {}): AsyncGenerator<Delivery> {
  const { order = 'oldest-first', where = () => true, since } = query;
  const from = since?.toISOString() ?? '';
  const sequences = seriesNames.map((series) => deliveriesOf(folder, series, order, since));
  const matches = (delivery: Delivery) => delivery.at >= from && where(delivery);
  return matching(inOrderOfTime(sequences, order), { ...query, where: matches });
}

/** Yields the deliveries that any process appends after the call, until the signal aborts. */
export async function* followJournal(
  folder: string,
  signal: AbortSignal,
  where: (delivery: Delivery) => boolean = () => true,
): AsyncGenerator<Delivery> {
  for await (const lines of linesFromNowOn(folder, signal)) {
    const deliveries = lines.flatMap((line) => fromLine(line) ?? []);
    yield* deliveries.filter(where).sort(compareTimes);
  }
}

/** Yields the deliveries of a series; skips files that were last written before `since`. */
function* deliveriesOf(folder: string, series: Series, order: Order, since?: Date): Generator<Delivery, undefined> {
  const earliest = (since?.getTime() ?? 0) - 1000;
  const changedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const files = filesOf(folder, series).filter((path) => !since || changedAt(path) >= earliest);
  for (const path of order === 'newest-first' ? files.reverse() : files) {
    const text = textIn(path, `the journal ${path}`, { most: Number.POSITIVE_INFINITY }) ?? '';
    const lines = text.split('\n');
    for (const line of order === 'newest-first' ? lines.reverse() : lines) {
      const delivery = fromLine(line);
      if (delivery) yield delivery;
    }
  }
}

/** Compares deliveries by time; within a millisecond, by id, which is in the order of creation. */
function compareTimes(one: Delivery, other: Delivery): number {
  const [first, second] = one.at === other.at ? [one.id, other.id] : [one.at, other.at];
  return first < second ? -1 : Number(first > second);
}

/** Merges sequences that are sorted by time as far as the clock was right. Reads each at most one delivery ahead. */
function* inOrderOfTime(sequences: readonly Generator<Delivery, undefined>[], order: Order): Generator<Delivery> {
  const heads = new Map(sequences.map((sequence) => [sequence, sequence.next().value]));
  const sign = order === 'oldest-first' ? 1 : -1;
  for (;;) {
    const available = [...heads].flatMap(([sequence, head]) => (head ? [{ sequence, head }] : []));
    const [first] = available.sort((one, other) => compareTimes(one.head, other.head) * sign);
    if (!first) return;
    yield first.head;
    heads.set(first.sequence, first.sequence.next().value);
  }
}

interface Followed {
  file: FileHandle;
  /** Offset after the last whole line that was read. */
  at: number;
  size: number;
}

/**
 * Yields the lines that are appended to a journal after the call, batched by poll, until the signal aborts. Every file stays open,
 * because a slow process may still write to a file that is full or was removed.
 * Polls every `pollMs`, because watching files misses changes on many file systems.
 */
async function* linesFromNowOn(folder: string, signal: AbortSignal): AsyncGenerator<string[]> {
  const followed = new Map<string, Followed>();
  try {
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      const paths = seriesNames.flatMap((series) => filesOf(folder, series));
      for (const path of paths) {
        const file = followed.has(path) ? undefined : await openToRead(path);
        const at = file && isFirst ? (await file.stat()).size : 0;
        if (file) followed.set(path, { file, at, size: at });
      }
      const lines: string[] = [];
      for (const [path, each] of followed) {
        for (const line of await linesSince(each)) lines.push(line);
        if (paths.includes(path)) continue;
        followed.delete(path);
        await each.file.close();
      }
      if (lines.length > 0) yield lines;
      await wait(pollMs, undefined, { signal }).catch(() => {});
    }
  } finally {
    for (const { file } of followed.values()) await file.close();
  }
}

async function openToRead(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw unusable(path, error);
  }
}

/** Reads the whole lines that were appended to a file. An incomplete line is read again when the file has grown. */
async function linesSince(followed: Followed): Promise<string[]> {
  const { at, file } = followed;
  const { size } = await file.stat();
  if (size <= followed.size) return [];
  if (size - at > maxLineBytes) throw new LocalError('A file of the journal has an invalid line that is too long.');
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(size - at), 0, size - at, at);
  followed.size = at + bytesRead;
  const wholeLines = buffer.subarray(0, buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1);
  followed.at = at + wholeLines.length;
  return wholeLines.toString().split('\n');
}
