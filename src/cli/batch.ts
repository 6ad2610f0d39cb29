import { detailOf, SomeFailedError, type SvcError } from '../base/errors.ts';
import { createQueue } from '../base/queue.ts';
import { counted } from '../base/text.ts';
import { holdSignals } from '../system/signals.ts';

/** The most failures that an error shows. */
const shownFailures = 20;

/** What came of an item: a result or an error, or neither if it was not tried. */
export type Outcome<Item, Result> = { item: Item } & ({ result: Result } | { error: unknown } | object);

/** How the items of a batch are acted on. */
interface Acting<Item> {
  /** The number of items at the same time. */
  jobs: number;
  signal: AbortSignal;
  /** Called for each failure; true if the others would fail in the same way. What it throws ends the batch. */
  failed(item: Item, error: unknown): boolean;
}

/** Acts on each item, some at the same time, and returns what came of each, in their order. A failure does not stop the others. */
export function inBatch<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
  { failed, jobs, signal }: Acting<Item>,
): Promise<Outcome<Item, Result>[]> {
  const turn = createQueue(jobs);
  let isOver = false;
  const attempt = async (item: Item): Promise<Outcome<Item, Result>> => {
    if (isOver || signal.aborted) return { item };
    try {
      return { item, result: await act(item) };
    } catch (error) {
      // Others end before what `failed` throws is handled.
      const before = isOver;
      isOver = true;
      isOver = failed(item, error) || before;
      return { item, error };
    }
  };
  return Promise.all(items.map((item) => turn(() => attempt(item)))).finally(holdSignals());
}

/**
 * The error about what failed in a batch, with the exit code of the first failure, or of another one.
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

/** `2 more failures are not shown. `, or nothing. */
export function hiddenText(count: number): string {
  return count > 0 ? `${counted(count, 'more failure')} ${count === 1 ? 'is' : 'are'} not shown. ` : '';
}
