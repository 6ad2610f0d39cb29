import {
  CancelledError,
  cancellation,
  DryRun,
  detailOf,
  endDryRun,
  isAboutCommand,
  SvcError,
  stopsAll,
} from '../base/errors.ts';
import { counted } from '../base/text.ts';
import type { View } from '../base/view.ts';
import { BatchNames, inBatch } from './batch.ts';
import type { Context } from './context.ts';

/** A workspace, or another target of a command: its name as typed, and its id. */
export interface Item {
  name: string;
  id: string;
}

/** An item that was named and not found. */
export interface MissingItem {
  name: string;
  error: SvcError;
}

/** The action on each workspace, for messages: `create the configuration`, `Creating the configuration`. */
export interface Deed {
  words: string;
  doing: string;
  failedTo: string | undefined;
  jobs: number;
  /** True if the failure of a single item is reported like one of several. */
  isMany: boolean;
  /** The noun of the items if not workspaces, of their names (default: names), and the flag for a file of names. */
  items?: { one: string; what?: string; flag: string };
}

const workspaces: NonNullable<Deed['items']> = { one: 'workspace', flag: '--workspaces-from' };

/** A command on many items, in one or more steps. */
export class EachItem {
  readonly #names: BatchNames;
  #isOver = false;

  /** @throws {LocalError} if the file of --failed-to cannot be written; so do its methods */
  constructor(
    readonly wanted: readonly (Item | MissingItem)[],
    readonly deed: Deed,
    readonly context: Pick<Context, 'dryRun' | 'host' | 'output' | 'progress'>,
  ) {
    this.#names = new BatchNames(wanted, deed.failedTo, context);
    for (const each of wanted) if ('error' in each) this.#names.failures.set(each.name, each.error);
  }

  /**
   * Acts on each item that has not failed, some at the same time, and returns the results in order. A failure does not
   * stop the others, unless they would fail in the same way.
   * @throws {DryRun} with the requests of all items
   */
  async step<Result>(act: (item: Item) => Promise<Result>): Promise<[Item, Result][]> {
    const { dryRun, host, progress } = this.context;
    const { doing, isMany, items: { one: what } = workspaces, jobs } = this.deed;
    const { done, failures } = this.#names;
    done.clear();
    if (this.#isOver) return [];
    const items = this.wanted.filter((each) => 'id' in each).filter(({ name }) => !failures.has(name));
    const message = () => `${doing}: ${done.size} of ${counted(items.length, what)}`;
    // Items that run one by one may prompt, and each request has its own message.
    const spinner = isMany && jobs > 1 ? progress(message()) : undefined;
    const unsent: [Item, DryRun][] = [];
    const one = async (item: Item): Promise<[Item, Result]> => {
      const result = await act(item);
      done.add(item.name);
      spinner?.update(message());
      return [item, result];
    };
    const failed = (item: Item, error: unknown) => {
      if (error instanceof DryRun) unsent.push([item, error]);
      else if (error instanceof SvcError && error.done && isMany) {
        done.add(item.name);
        this.context.output.note(`${item.name}: ${error.done}`);
      } else if (error instanceof SvcError && !isAboutCommand(error)) {
        failures.set(item.name, error);
        this.#isOver ||= stopsAll(error);
      } else throw error;
      return this.#isOver;
    };
    // A dry run shows its requests in the order of the items.
    const turns = inBatch(items, one, { jobs: dryRun ? 1 : jobs, signal: host.signal, failed });
    const outcomes = await turns.finally(() => spinner?.stop());
    this.#showUnsent(unsent);
    return outcomes.flatMap((each) => ('result' in each ? [each.result] : []));
  }

  /** Reads data of each item, before the step that writes. @throws {SvcError} if that step would fail for all items */
  async find<Result>(read: (item: Item) => Promise<Result>): Promise<[Item, Result][]> {
    const results = await this.step(read);
    this.#names.done.clear();
    if (this.#isOver || this.context.host.signal.aborted) this.finish();
    return results;
  }

  /** Prints the rows of the last step; an error without any row leaves stdout empty. */
  async list<Row extends object>(
    view: View<Row>,
    rows: readonly Row[],
    empty = `No ${(this.deed.items ?? workspaces).one}s: nothing was sent.`,
  ): Promise<void> {
    // The reader of stdout may close the pipe early.
    this.#names.save();
    if (rows.length > 0 || this.#names.left().length === 0) await this.context.output.list(view, rows, empty);
  }

  /** Ends the command. @throws {SvcError} the only failure, or a summary with the exit code of the first */
  finish(): void {
    this.#names.save(true);
    const { isMany, items, words } = this.deed;
    const { flag, one, what = `${one}s` } = items ?? workspaces;
    const { failures } = this.#names;
    const { signal } = this.context.host;
    // The error of a single write that was cut off says that it may have been carried out.
    const cut = isMany ? undefined : [...failures.values()].find((error) => error instanceof CancelledError);
    if (signal.aborted) throw cut ?? cancellation(signal);
    const untried = this.#names.left().length - failures.size;
    const rest = untried > 0 ? `; ${untried} more were not tried` : '';
    const summaryOf = (count: number) =>
      `Failed to ${words}${items ? '' : ' in'} ${count} of ${counted(this.wanted.length, one)}${rest}.`;
    const failure = this.#names.failure(summaryOf, { what, flag });
    if (failure) throw isMany ? failure : failure.cause;
  }

  #showUnsent(unsent: readonly [Item, DryRun][]): void {
    const { output } = this.context;
    if (unsent.length === 0) return;
    for (const [name, error] of this.#names.failures) output.warn(`${name}: ${detailOf(error)}`);
    const { isMany, items: { one } = workspaces } = this.deed;
    const names = unsent.map(([{ name }]) => name).join(', ');
    if (isMany) output.note(`${one.charAt(0).toUpperCase()}${one.slice(1)}s: ${names}`);
    endDryRun(unsent.flatMap(([, { others, request }]) => [request, ...others]));
  }
}
