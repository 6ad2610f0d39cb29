import { randomBytes } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { cancellation, detailOf, LocalError, SomeFailedError, type SvcError, UsageError } from '../base/errors.ts';
import { createQueue } from '../base/queue.ts';
import { shellWord } from '../base/shell-word.ts';
import { cannot, errnoOf, isFolder, isStream, writeOutput } from '../base/system/files.ts';
import { holdSignals } from '../base/system/signals.ts';
import { counted } from '../base/text.ts';
import type { Context, Host } from './context.ts';

/** The most failures that an error shows. */
const shownFailures = 20;

/** The result or the error of an item. The error is a CancelledError if the item was not tried. */
export type Outcome<Item, Result> = { item: Item } & ({ result: Result } | { error: unknown });

interface Acting<Item> {
  /** The number of items that run at the same time. */
  jobs: number;
  signal: AbortSignal;
  /** Called for each failure. Returns true to cancel the remaining items, which would fail in the same way. An error that it throws ends the batch. */
  failed(item: Item, error: unknown): boolean;
}

/** Acts on the items, several at the same time, and returns the outcomes in the order of the items. A failure does not stop other items. */
export function inBatch<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
  { failed, jobs, signal }: Acting<Item>,
): Promise<Outcome<Item, Result>[]> {
  const turn = createQueue(jobs);
  let isOver = false;
  const attempt = async (item: Item): Promise<Outcome<Item, Result>> => {
    if (isOver || signal.aborted) return { item, error: cancellation(signal) };
    try {
      return { item, result: await act(item) };
    } catch (error) {
      // Stop the other jobs first: `failed` may throw.
      const wasOver = isOver;
      isOver = true;
      isOver = failed(item, error) || wasOver;
      return { item, error };
    }
  };
  return Promise.all(items.map((item) => turn(() => attempt(item)))).finally(holdSignals());
}

/** The names of a batch, and the errors of those that failed. The file of --failed-to lists the names that are not done. */
export class BatchNames {
  readonly names: readonly string[];
  readonly done = new Set<string>();
  readonly failures = new Map<string, SvcError>();

  /** @throws {LocalError} if the file of --failed-to cannot be written; `save` throws the same */
  constructor(
    items: readonly { name: string }[],
    private readonly failedTo: string | undefined,
    private readonly context: Pick<Context, 'dryRun' | 'host'>,
  ) {
    this.names = items.map(({ name }) => name);
    // Save before the first request: a killed run then leaves a complete list.
    this.save();
  }

  /** Returns the names that failed or were not tried. */
  left(): string[] {
    return this.names.filter((name) => !this.done.has(name));
  }

  save(isFinal = false): void {
    const { dryRun, host } = this.context;
    if (this.failedTo !== undefined && !dryRun) writeFailed(this.failedTo, this.left(), host, isFinal);
  }

  /**
   * Returns the error about the names that failed, in their order; undefined if none failed.
   * @param what the plural noun of the names, and the flag that reads a file of them
   */
  failure(
    message: (count: number) => string,
    { flag, titleOf = String, what }: { flag: string; titleOf?(name: string): string; what: string },
  ): SvcError | undefined {
    const { failedTo } = this;
    const failed = this.names.flatMap((name) => {
      const error = this.failures.get(name);
      return error ? [[titleOf(name), error] as const] : [];
    });
    const [first] = failed;
    const file =
      failedTo === undefined
        ? `To write all ${what} that failed to a file: --failed-to FILE`
        : `To try these ${what} again: ${flag} ${shellWord(failedTo, this.context.host.shell)}`;
    const hint = (hidden: number) =>
      failedTo === undefined && hidden === 0 ? first?.[1].hint : `${hiddenText(hidden)}${file}`;
    return first && failureOf(message(failed.length), failed, hint);
  }
}

/**
 * Returns the error about the failures of a batch. Its exit code is that of the first failure, or the given one.
 * @param failed names and errors, at least one
 * @param hint called with the number of failures that the error does not show
 */
export function failureOf(
  message: string,
  failed: readonly (readonly [name: string, error: SvcError])[],
  hint: (hidden: number) => string | undefined,
  first = failed[0]![1],
): SvcError {
  const errors = failed.slice(0, shownFailures).map(([name, error]) => ({ title: name, detail: detailOf(error) }));
  return new SomeFailedError(message, first, { errors, hint: hint(failed.length - errors.length) });
}

/** Returns `2 more failures are not shown. `, or an empty text for 0. */
export function hiddenText(count: number): string {
  return count > 0 ? `${counted(count, 'more failure')} ${count === 1 ? 'is' : 'are'} not shown. ` : '';
}

/** Writes the file of `--failed-to`. To a device or a pipe, only the final list is written. @throws {LocalError} */
export function writeFailed(path: string, names: readonly string[], { cwd }: Pick<Host, 'cwd'>, isFinal = false) {
  if (path === '-') throw new UsageError('--failed-to must be a file, not stdout.');
  const file = resolve(cwd, path);
  if (!isFinal && isStream(file)) return;
  try {
    writeOutput(file, names.map((name) => `${name}\n`).join(''), `${file}.${randomBytes(6).toString('hex')}.tmp`);
  } catch (cause) {
    // The system reports a missing folder like a missing file, so find out which one is missing.
    if (errnoOf(cause) === 'ENOENT' && !isFolder(dirname(file))) {
      throw new LocalError(`Cannot write ${path}: folder ${dirname(path)} does not exist.`, { cause });
    }
    throw cannot(`write ${path}`, cause);
  }
}
