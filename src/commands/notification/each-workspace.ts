import { cancellation, DryRun, detailOf, endDryRun, isAboutCommand, SvcError, stopsAll } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import type { View } from '../../base/view.ts';
import { BatchNames, inBatch } from '../../cli/batch.ts';
import type { Context } from '../../cli/context.ts';
import type { MissingPlace, Place } from './workspaces.ts';

/** What is done in each workspace, for messages: `create the configuration`, `Creating the configuration`. */
export interface Deed {
  words: string;
  doing: string;
  failedTo: string | undefined;
  jobs: number;
  /** Whether the failure of a single workspace is reported like one of several. */
  isMany: boolean;
}

/** A command in many workspaces, in one or more steps. */
export class EachWorkspace {
  readonly #names: BatchNames;
  #isOver = false;

  /** @throws {LocalError} if the file of --failed-to cannot be written; so do its methods */
  constructor(
    readonly wanted: readonly (Place | MissingPlace)[],
    readonly deed: Deed,
    readonly context: Pick<Context, 'dryRun' | 'host' | 'output' | 'progress'>,
  ) {
    const names = wanted.map(({ name }) => name);
    this.#names = new BatchNames(names, deed.failedTo, context);
    for (const each of wanted) if ('error' in each) this.#names.failures.set(each.name, each.error);
  }

  /**
   * Acts in each workspace that has not failed, some at the same time, and returns the results in order. A failure does not stop the
   * others, unless they would fail in the same way. @throws {DryRun} with the requests of all workspaces
   */
  async step<Result>(act: (place: Place) => Promise<Result>): Promise<[Place, Result][]> {
    const { dryRun, host, progress } = this.context;
    const { doing, isMany, jobs } = this.deed;
    const { done, failures } = this.#names;
    done.clear();
    if (this.#isOver) return [];
    const places = this.wanted.filter((each) => 'id' in each).filter(({ name }) => !failures.has(name));
    const message = () => `${doing}: ${done.size} of ${counted(places.length, 'workspace')}`;
    // One after the other, each may prompt, and each request has a message of its own.
    const spinner = isMany && jobs > 1 ? progress(message()) : undefined;
    const unsent: [Place, DryRun][] = [];
    const one = async (place: Place): Promise<[Place, Result]> => {
      const result = await act(place);
      done.add(place.name);
      spinner?.update(message());
      return [place, result];
    };
    const failed = (place: Place, error: unknown) => {
      if (error instanceof DryRun) unsent.push([place, error]);
      else if (error instanceof SvcError && error.done && isMany) {
        done.add(place.name);
        this.context.output.note(`${place.name}: ${error.done}`);
      } else if (error instanceof SvcError && !isAboutCommand(error)) {
        failures.set(place.name, error);
        this.#isOver ||= stopsAll(error);
      } else throw error;
      return this.#isOver;
    };
    // A dry run shows its requests in the order of the workspaces.
    const turns = inBatch(places, one, { jobs: dryRun ? 1 : jobs, signal: host.signal, failed });
    const outcomes = await turns.finally(() => spinner?.stop());
    this.#showUnsent(unsent);
    return outcomes.flatMap((each) => ('result' in each ? [each.result] : []));
  }

  /** Reads something of each workspace, before the step that writes. @throws {SvcError} if that step would fail in all */
  async find<Result>(read: (place: Place) => Promise<Result>): Promise<[Place, Result][]> {
    const found = await this.step(read);
    this.#names.done.clear();
    if (this.#isOver || this.context.host.signal.aborted) this.finish();
    return found;
  }

  /** Shows the rows of the last step; an error without any row leaves stdout empty. */
  async list<Row extends object>(
    view: View<Row>,
    rows: readonly Row[],
    empty = 'No workspaces: nothing was sent.',
  ): Promise<void> {
    // The reader of stdout may end early.
    this.#names.save();
    if (rows.length > 0 || this.#names.left().length === 0) await this.context.output.list(view, rows, empty);
  }

  /**
   * Ends the command after its last step.
   * @throws {SvcError} the only failure, or a summary with the exit code of the first
   */
  finish(): void {
    this.#names.save(true);
    const { isMany, words } = this.deed;
    const { failures } = this.#names;
    const { signal } = this.context.host;
    if (signal.aborted) throw cancellation(signal);
    const untried = this.#names.left().length - failures.size;
    const rest = untried > 0 ? `; ${untried} more were not tried` : '';
    const many = (count: number) =>
      `Failed to ${words} in ${count} of ${counted(this.wanted.length, 'workspace')}${rest}.`;
    const failure = this.#names.failure(many, { what: 'workspaces', flag: '--workspaces-from' });
    if (failure) throw isMany ? failure : failure.cause;
  }

  #showUnsent(unsent: readonly [Place, DryRun][]): void {
    const { output } = this.context;
    if (unsent.length === 0) return;
    for (const [name, error] of this.#names.failures) output.warn(`${name}: ${detailOf(error)}`);
    if (this.deed.isMany) output.note(`Workspaces: ${unsent.map(([{ name }]) => name).join(', ')}`);
    endDryRun(unsent.flatMap(([, { others, request }]) => [request, ...others]));
  }
}
