import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { writeFailed } from '../../cli/failed-names.ts';
import { both, type FlagsOf } from '../../cli/run.ts';
import { positive } from '../../cli/values.ts';
import { cancellation, SomeFailedError, SvcError, stopsAll } from '../../errors.ts';
import { createQueue } from '../../queue.ts';
import { shellWord } from '../../shell-word.ts';
import type { View } from '../../terminal/view.ts';
import { counted } from '../../text.ts';
import { type MissingPlace, namesSeveral, type Place, workspaceFlags } from './workspaces.ts';

/** The most failures that an error shows. */
const shownFailures = 20;

/** The flags of a verb for many workspaces. */
export function eachWorkspaceFlags(verb: Command) {
  return both(workspaceFlags(verb), verb)
    .option('--failed-to <file>', 'write the workspaces that failed to a file, for --workspaces-from')
    .option('--jobs <n>', 'number of workspaces at the same time', positive, 8);
}
export type EachWorkspaceFlags = FlagsOf<typeof eachWorkspaceFlags>;

/** Whether the output is a list: flags may name several workspaces. */
export function isForSeveral(flags: EachWorkspaceFlags): boolean {
  return flags.failedTo !== undefined || namesSeveral(flags);
}

/** The help that the verbs share. */
export const severalNotes = `-w accepts patterns and may be repeated; --workspaces-from reads names from a file, and --all-workspaces means all of the organization.
With one of these, or --failed-to, -o json prints an array, each workspace has one line on stderr, and a failure does not stop the others.
The exit code is that of the first failure, and --failed-to writes the workspaces that failed or were not tried for --workspaces-from.`;

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
   * others, unless they would fail in the same way.
   */
  step<Result>(act: (place: Place) => Promise<Result>): Promise<[Place, Result][]>;
  /** In a dry run: names the workspaces to which the last step sends a request; the run ends with the first. */
  noteDryRun(isSent: (place: Place) => boolean): void;
  /** The rows of the last step; an error without any row leaves stdout empty. */
  list<Row extends object>(view: View<Row>, rows: readonly Row[]): Promise<void>;
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
  // A dry run ends with its first request.
  const turn = createQueue(dryRun ? 1 : jobs);

  return {
    async step(act) {
      done = new Set();
      const some = left();
      const message = () => `${doing}: ${done.size} of ${counted(some.length, 'workspace')}`;
      // One after the other, each may prompt, and each request has a message of its own.
      const spinner = isMany && jobs > 1 ? progress(message()) : undefined;
      const inTurn = async (place: Place) => {
        if (isOver || host.signal.aborted) return [];
        try {
          const result = await act(place);
          done.add(place.name);
          spinner?.update(message());
          return [[place, result] as [Place, Awaited<ReturnType<typeof act>>]];
        } catch (error) {
          isOver ||= !(error instanceof SvcError) || stopsAll(error);
          if (!(error instanceof SvcError)) throw error;
          failures.set(place.name, error);
          return [];
        }
      };
      const results = await Promise.all(some.map((place) => turn(() => inTurn(place)))).finally(() => spinner?.stop());
      return results.flat();
    },

    noteDryRun(isSent) {
      const sent = left().filter(isSent);
      if (!dryRun || sent.length === 0) return;
      const names = sent.map(({ name }) => name).join(', ');
      output.note(`Workspaces: ${names}\nFirst of ${counted(sent.length, 'request')}:`);
    },

    async list(view, rows) {
      if (rows.length > 0 || wanted.length === 0) await output.list(view, rows, 'No workspaces: nothing was sent.');
    },

    finish() {
      save(namesLeft());
      if (host.signal.aborted) throw cancellation(host.signal);
      const failed = wanted.flatMap(({ name }): [string, SvcError][] => {
        const error = failures.get(name);
        return error ? [[name, error]] : [];
      });
      const [first] = failed;
      if (!first) return;
      if (!isMany) throw first[1];
      const untried = namesLeft().length - failed.length;
      const errors = failed.slice(0, shownFailures).map(([name, error]) => ({ title: name, detail: detailOf(error) }));
      throw new SomeFailedError(
        `Failed to ${words} in ${failed.length} of ${counted(wanted.length, 'workspace')}${untried > 0 ? `; ${untried} more were not tried` : ''}.`,
        first[1],
        { errors, hint: hintOf(first[1], failed.length - errors.length, failedTo) },
      );
    },
  };
}

function detailOf({ errors, message }: SvcError): string {
  return [message, ...errors.map(({ detail, title }) => detail ?? title ?? '')].join(' ');
}

function hintOf(first: SvcError, hidden: number, failedTo: string | undefined): string | undefined {
  const more = hidden > 0 ? `${counted(hidden, 'more failure')} ${hidden === 1 ? 'is' : 'are'} not shown. ` : '';
  if (failedTo !== undefined) return `${more}To try these workspaces again: --workspaces-from ${shellWord(failedTo)}`;
  return more === '' ? first.hint : `${more}To write all workspaces that failed to a file: --failed-to FILE`;
}
