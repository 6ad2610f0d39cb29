import type { Command } from 'commander';
import { cancellation, DryRun, detailOf, endDryRun, SvcError, stopsAll, UsageError } from '../../base/errors.ts';
import { createQueue } from '../../base/queue.ts';
import { counted } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { writeFailed } from '../../cli/failed-names.ts';
import { both, type FlagsOf } from '../../cli/run.ts';
import { nonEmpty, positive } from '../../cli/values.ts';
import { holdSignals } from '../../system/signals.ts';
import type { View } from '../../terminal/view.ts';
import { failureOf, isAboutCommand } from './workspace-failures.ts';
import { type MissingPlace, namesSeveral, namesWorkspaces, type Place, workspaceFlags } from './workspaces.ts';

/** The flags of a verb for many workspaces. */
export function eachWorkspaceFlags(verb: Command) {
  return both(workspaceFlags(verb), verb)
    .option('--failed-to <file>', 'write the workspaces that failed to a file, for --workspaces-from', nonEmpty)
    .option('--jobs <n>', 'number of workspaces at the same time', positive, 8);
}
export type EachWorkspaceFlags = FlagsOf<typeof eachWorkspaceFlags>;

/** Whether the output is a list: flags may name several workspaces. */
export function isForSeveral(flags: EachWorkspaceFlags): boolean {
  return flags.failedTo !== undefined || namesSeveral(flags);
}

/** Whether flags name workspaces. @throws {UsageError} for --failed-to without any, and for flags that contradict each other */
export function isInWorkspaces(flags: EachWorkspaceFlags): boolean {
  const isNamed = namesWorkspaces(flags);
  if (!isNamed && flags.failedTo !== undefined) throw new UsageError('--failed-to requires --workspace.');
  return isNamed;
}

/** The help that the verbs share. */
export const severalNotes = `-w accepts patterns and may be repeated; --workspaces-from reads names from a file, and --all-workspaces means all of the organization.
With one of these, or --failed-to, -o json prints an array, each workspace has one line on stderr, and a failure does not stop the others.
The exit code is that of the first failure, and --failed-to writes the workspaces that failed or were not tried for --workspaces-from.
If none was tried, it has the names and patterns as given; a wrong command line (exit 2) leaves the file as it is.`;

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
export interface EachWorkspace {
  /**
   * Acts in each workspace that has not failed, some at the same time, and returns the results in order. A failure does not stop the
   * others, unless they would fail in the same way. @throws {DryRun} with the requests of all workspaces
   */
  step<Result>(act: (place: Place) => Promise<Result>): Promise<[Place, Result][]>;
  /** Reads something of each workspace, before the step that writes. @throws {SvcError} if that step would fail in all */
  find<Result>(read: (place: Place) => Promise<Result>): Promise<[Place, Result][]>;
  /** Shows the rows of the last step; an error without any row leaves stdout empty. */
  list<Row extends object>(view: View<Row>, rows: readonly Row[], empty?: string): Promise<void>;
  /**
   * Ends the command after its last step.
   * @throws {SvcError} the only failure, or a summary with the exit code of the first
   */
  finish(): void;
}

/** @throws {LocalError} if the file of --failed-to cannot be written, from its functions too */
export function eachWorkspace(
  wanted: readonly (Place | MissingPlace)[],
  { doing, failedTo, isMany, jobs, words }: Deed,
  { dryRun, host, output, progress }: Pick<Context, 'dryRun' | 'host' | 'output' | 'progress'>,
): EachWorkspace {
  const places = wanted.filter((each) => 'id' in each);
  const failures = new Map<string, SvcError>(
    wanted.flatMap((each) => ('error' in each ? [[each.name, each.error]] : [])),
  );
  let done = new Set<string>();
  let isOver = false;
  const save = (names: readonly string[]) => {
    if (failedTo !== undefined && !dryRun) writeFailed(failedTo, names, host);
  };
  const namesLeft = () => wanted.map(({ name }) => name).filter((name) => !done.has(name));
  const left = () => places.filter(({ name }) => !failures.has(name));
  // Before anything is sent: a killed run leaves a complete list.
  save(namesLeft());
  // A dry run shows its requests in the order of the workspaces.
  const turn = createQueue(dryRun ? 1 : jobs);

  function showUnsent(unsent: readonly [Place, DryRun][]): void {
    if (unsent.length === 0) return;
    for (const [name, error] of failures) output.warn(`${name}: ${detailOf(error)}`);
    if (isMany) output.note(`Workspaces: ${unsent.map(([{ name }]) => name).join(', ')}`);
    endDryRun(unsent.flatMap(([, { others, request }]) => [request, ...others]));
  }

  const step: EachWorkspace['step'] = async (act) => {
    done = new Set();
    const some = left();
    const message = () => `${doing}: ${done.size} of ${counted(some.length, 'workspace')}`;
    // One after the other, each may prompt, and each request has a message of its own.
    const spinner = isMany && jobs > 1 ? progress(message()) : undefined;
    const unsent: [Place, DryRun][] = [];
    const inTurn = async (place: Place) => {
      if (isOver || host.signal.aborted) return [];
      try {
        const result = await act(place);
        done.add(place.name);
        spinner?.update(message());
        return [[place, result] as [Place, Awaited<ReturnType<typeof act>>]];
      } catch (error) {
        if (error instanceof DryRun) unsent.push([place, error]);
        else if (error instanceof SvcError && !isAboutCommand(error)) {
          failures.set(place.name, error);
          isOver ||= stopsAll(error);
        } else {
          isOver = true;
          throw error;
        }
        return [];
      }
    };
    const turns = Promise.all(some.map((place) => turn(() => inTurn(place)))).finally(() => spinner?.stop());
    const results = await turns.finally(holdSignals());
    showUnsent(unsent);
    return results.flat();
  };

  const finish = () => {
    save(namesLeft());
    if (host.signal.aborted) throw cancellation(host.signal);
    const failed = wanted.flatMap(({ name }): [string, SvcError][] => {
      const error = failures.get(name);
      return error ? [[name, error]] : [];
    });
    const [first] = failed;
    if (first && !isMany) throw first[1];
    if (first)
      throw failureOf(failed, { words, failedTo, all: wanted.length, left: namesLeft().length, shell: host.shell });
  };

  return {
    step,
    finish,

    async find(act) {
      const found = await step(act);
      done = new Set();
      if (isOver || host.signal.aborted) finish();
      return found;
    },

    async list(view, rows, empty = 'No workspaces: nothing was sent.') {
      // The reader of stdout may end early.
      save(namesLeft());
      if (rows.length > 0 || namesLeft().length === 0) await output.list(view, rows, empty);
    },
  };
}
